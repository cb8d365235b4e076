import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { codeUnreachableMessage, explainCodeError } from '#app/domain/accounts/mfa.ts';
import type { Client } from './supabase-context.ts';

/** A second step that has been begun: what an authenticator app is told, once. */
export type BegunStep = { factorId: string; uri: string; secret: string };

/** True where the account signs in with a code as well. */
export async function hasSecondStep(client: Client): Promise<boolean> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.length > 0;
}

/**
 * Begins a second step; it counts from the first right code on. What was begun before and never
 * finished is dropped.
 *
 * @param issuer what the authenticator app calls this website
 */
export async function beginSecondStep(client: Client, issuer: string): Promise<BegunStep> {
  const { data: factors, error: unread } = await client.auth.mfa.listFactors();
  if (unread) throw unread;
  for (const { id, status } of factors.all) {
    if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id });
  }
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer });
  if (error) throw error;
  return { factorId: data.id, uri: data.totp.uri, secret: data.totp.secret };
}

/**
 * Sends a code; with it the session is worth as much as the account asks for.
 *
 * @param factorId the step that was begun; without it, the one that the account has
 * @returns the sentence to show where it was refused
 */
export async function sendCode(
  client: Client,
  code: string,
  factorId?: string,
): Promise<string | undefined> {
  try {
    const factor = factorId ?? (await ownFactor(client));
    if (!factor) return explainCodeError('mfa_factor_not_found', '');
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor, code });
    return error ? sentenceOf(error) : undefined;
  } catch {
    return codeUnreachableMessage;
  }
}

/**
 * Turns the second step off, with a code of it.
 *
 * @returns the sentence to show where it was refused
 */
export async function endSecondStep(client: Client, code: string): Promise<string | undefined> {
  const refused = await sendCode(client, code);
  if (refused !== undefined) return refused;
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) return sentenceOf(error);
  for (const { id } of data.totp) {
    const { error: kept } = await client.auth.mfa.unenroll({ factorId: id });
    if (kept) return sentenceOf(kept);
  }
  // The session in this browser still says that there is one.
  await client.auth.refreshSession();
  return undefined;
}

async function ownFactor(client: Client): Promise<string | undefined> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw error;
  return data.totp[0]?.id;
}

function sentenceOf(error: AuthError): string {
  return isAuthRetryableFetchError(error)
    ? codeUnreachableMessage
    : explainCodeError(error.code, error.message);
}
