import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';
import { codeUnreachableMessage, explainCodeError } from './mfa.ts';

export type PendingTotp = { factorId: string; uri: string; secret: string };

export async function hasMfa(client: Client): Promise<boolean> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.length > 0;
}

export async function enrollTotp(client: Client, issuer: string): Promise<PendingTotp> {
  const { data: factors, error: unread } = await client.auth.mfa.listFactors();
  if (unread) throw unread;
  for (const { id, status } of factors.all) {
    if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id });
  }
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer });
  if (error) throw error;
  return { factorId: data.id, uri: data.totp.uri, secret: data.totp.secret };
}

export async function verifyMfaCode(
  client: Client,
  code: string,
  factorId?: string,
): Promise<string | undefined> {
  try {
    const factor = factorId ?? (await getFactorId(client));
    if (!factor) return explainCodeError('mfa_factor_not_found', '');
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor, code });
    return error ? explainError(error) : undefined;
  } catch {
    return codeUnreachableMessage;
  }
}

export async function disableMfa(client: Client, code: string): Promise<string | undefined> {
  const message = await verifyMfaCode(client, code);
  if (message !== undefined) return message;
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) return explainError(error);
  for (const { id } of data.totp) {
    const { error: unenrollError } = await client.auth.mfa.unenroll({ factorId: id });
    if (unenrollError) return explainError(unenrollError);
  }
  // The current token still has the old assurance level.
  await client.auth.refreshSession();
  return undefined;
}

async function getFactorId(client: Client): Promise<string | undefined> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw error;
  return data.totp[0]?.id;
}

function explainError(error: AuthError): string {
  return isAuthRetryableFetchError(error)
    ? codeUnreachableMessage
    : explainCodeError(error.code, error.message);
}
