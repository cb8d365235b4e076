import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { getBrowserConnection, hasOwnBackend } from '#app/lib/browser-client.ts';
import type { Client } from '#app/lib/client.ts';
import { emailAddress } from '#app/lib/form-fields.ts';
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

const codeUnreachableMessage = "Couldn't reach the server. Please try again.";

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
const failed = z.object({ code: z.string(), message: z.string() });

/** How many recovery codes of the account are left; undefined on hosted Supabase, which has none. */
export async function countRecoveryCodes(client: Client): Promise<number | undefined> {
  if (!hasOwnBackend()) return undefined;
  const response = await send(client, 'GET', 'recovery-codes');
  if (!response.ok) throw new Error(`Recovery code count failed: ${response.status}`);
  return counted.parse(await response.json()).left;
}

/** Creates ten codes, which replace earlier ones. Needs a code of the app within the last five minutes. */
export async function createRecoveryCodes(client: Client): Promise<string[]> {
  const response = await send(client, 'POST', 'recovery-codes', {});
  if (!response.ok) throw new Error(`Recovery code creation failed: ${response.status}`);
  return created.parse(await response.json()).codes;
}

/**
 * Turns two-step sign-in off for a colleague; returns what went wrong. On hosted Supabase the function reset-colleague
 * does it.
 */
export async function resetColleague(
  client: Client,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<string | undefined> {
  try {
    const body = { email, current_password: password, code };
    const response = await send(client, 'POST', 'reset', body);
    if (response.ok) return undefined;
    const error = failed.safeParse(await response.json()).data;
    switch (error?.code) {
      case 'current_password_invalid':
        return 'Your current password is not correct';
      case 'user_not_found':
        return 'No colleague has this email address. Check the spelling.';
      case 'mfa_factor_not_found':
        return 'Two-step sign-in is already off for this account.';
      case 'no_mail_server':
        return "The website has no mail server, so we can't notify your colleague. Whoever runs the website needs to set SMTP_URL.";
      default:
        return explainCodeError(error?.code, error?.message ?? codeUnreachableMessage);
    }
  } catch {
    return codeUnreachableMessage;
  }
}

async function send(
  client: Client,
  method: 'GET' | 'POST',
  path: 'recovery-codes' | 'reset',
  body?: object,
): Promise<Response> {
  const { url, publishableKey } = getBrowserConnection();
  const { data } = await client.auth.getSession();
  const isFunction = path === 'reset' && !hasOwnBackend();
  const endpoint = isFunction ? 'functions/v1/reset-colleague' : `auth/v1/factors/${path}`;
  return fetch(`${url}/${endpoint}`, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

export const resetColleagueForm = z.object({
  email: emailAddress(),
  password: z.string().min(1, 'Please enter your password').max(1024),
  code: mfaCodeForm.shape.code,
});

export type ResetColleagueForm = z.input<typeof resetColleagueForm>;
