import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { getBrowserConnection, hasOwnBackend } from '#app/lib/browser-client.ts';
import { type Client, getAuthorization } from '#app/lib/client.ts';
import { z } from '#app/lib/zod.ts';

/** The code that an authenticator app shows: six digits, however they are spaced. */
export const mfaCodeForm = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^[0-9]{6}$/, 'Please enter the 6 digits that the app shows')),
});

export type MfaCodeForm = z.input<typeof mfaCodeForm>;

/** A recovery code, however it is spaced and in either case. */
export const recoveryCodeForm = z.object({
  code: z
    .string()
    .transform((code) => code.toLowerCase().replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^[2-9a-z]{10}$/, 'Please enter a recovery code, such as 2abcd-3efgh')),
});

/** @param code of https://supabase.com/docs/guides/auth/debugging/error-codes */
export function explainCodeError(code: string | undefined, message: string): string {
  switch (code) {
    case 'mfa_verification_failed':
      return 'That code is wrong or was already used. Please wait for the next one.';
    case 'mfa_challenge_expired':
      return 'That took too long. Please enter the code that the app shows now.';
    case 'over_request_rate_limit':
      return 'Too many attempts. Please wait a while and try again.';
    case 'mfa_factor_not_found':
      return 'Two-step sign-in is off for this account. Please sign in again.';
    default:
      return message;
  }
}

export const codeUnreachableMessage = "Couldn't reach the server. Please try again.";

/** Splits a secret into groups of four characters, for typing. */
export function groupSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

export type PendingTotp = { factorId: string; uri: string; secret: string };

/**
 * Returns whether two-step sign-in is on for the account.
 * @throws AuthError
 */
export async function hasMfa(client: Client): Promise<boolean> {
  const { data, error } = await client.auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.length > 0;
}

/**
 * Starts the setup of an authenticator app and drops setups that were not finished.
 * @throws AuthError
 */
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

/** Verifies a code of a factor, by default the account's own. Returns the error message, if any. Never rejects. */
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

/** Turns two-step sign-in off after verifying a code. Returns the error message, if any. */
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

// Calls of our backend's auth service that GoTrue and supabase-js do not know: see docs/backend.md.

const counted = z.object({ left: z.int() });
const created = z.object({ codes: z.array(z.string()) });

/** How many recovery codes of the account are left; undefined on hosted Supabase, which has none. */
export async function countRecoveryCodes(client: Client): Promise<number | undefined> {
  if (!hasOwnBackend()) return undefined;
  const response = await callService(client, 'GET', 'auth/v1/factors/recovery-codes');
  if (!response.ok) throw new Error(`Recovery code count failed: ${response.status}`);
  return counted.parse(await response.json()).left;
}

/** Creates ten codes, which replace earlier ones. Needs a code of the app within the last five minutes. */
export async function createRecoveryCodes(client: Client): Promise<string[]> {
  const response = await callService(client, 'POST', 'auth/v1/factors/recovery-codes', {});
  if (!response.ok) throw new Error(`Recovery code creation failed: ${response.status}`);
  return created.parse(await response.json()).codes;
}

/** Sends a request with the session of the signed-in person. */
export async function callService(
  client: Client,
  method: 'GET' | 'POST',
  endpoint: string,
  body?: object,
): Promise<Response> {
  const { url, publishableKey } = getBrowserConnection();
  return fetch(`${url}/${endpoint}`, {
    method,
    headers: {
      ...(await getAuthorization(client)),
      apikey: publishableKey,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
