import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js';
import { explainPasswordError, type PasswordRefusal } from '#app/domain/accounts/password-form.ts';
import { signInUnreachableMessage } from '#app/domain/accounts/sign-in-form.ts';
import type { Client } from './supabase-context.ts';

/**
 * Asks for the mail with the link to set a new password. Says nothing about whether there is such
 * an account.
 *
 * @param screen the address of the screen that the link is to open
 * @returns why no mail was asked for, undefined where it was
 */
export async function mailPasswordLink(
  client: Client,
  email: string,
  screen: string,
): Promise<string | undefined> {
  const refusal = await refusalOf(() =>
    client.auth.resetPasswordForEmail(email, { redirectTo: screen }),
  );
  if (refusal === undefined) return undefined;
  return typeof refusal === 'object' ? refusal.message : signInUnreachableMessage;
}

/**
 * Uses a mailed token up, for a session that may set a new password.
 *
 * @returns why it was refused, undefined where it was not
 */
export function takeMailedToken(
  client: Client,
  token: string,
): Promise<PasswordRefusal | undefined> {
  return refusalOf(() => client.auth.verifyOtp({ type: 'recovery', token_hash: token }));
}

/** True where supabase-js found a session in the page's address and took it over. */
export async function tookMailedSession(client: Client): Promise<boolean> {
  const { error } = await client.auth.initialize();
  return error === null;
}

/**
 * Sets the password of the session's account and ends its other sessions.
 *
 * @param current the password so far; not needed straight after a mailed link
 * @returns why it was refused, undefined where it was not
 */
export function setPassword(
  client: Client,
  password: string,
  current?: string,
): Promise<PasswordRefusal | undefined> {
  return refusalOf(() =>
    client.auth.updateUser({
      password,
      ...(current === undefined ? {} : { current_password: current }),
    }),
  );
}

async function refusalOf(
  attempt: () => Promise<{ error: AuthError | null }>,
): Promise<PasswordRefusal | undefined> {
  try {
    const { error } = await attempt();
    if (!error) return undefined;
    if (isAuthRetryableFetchError(error)) return { message: signInUnreachableMessage };
    if (isAuthSessionMissingError(error)) return 'link';
    const reasons = isAuthWeakPasswordError(error) ? error.reasons : [];
    return explainPasswordError(error.code, error.message, reasons);
  } catch {
    return { message: signInUnreachableMessage };
  }
}
