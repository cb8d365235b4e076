import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type User,
} from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';
import {
  type EmailChangeError,
  explainEmailChangeError,
  explainPasswordError,
  type PasswordError,
} from './password-form.ts';
import { signInUnreachableMessage } from './sign-in-form.ts';

/**
 * Requests the e-mail with the link to `screen`. Returns the error message, if any; never whether
 * the account exists.
 */
export async function sendPasswordLink(
  client: Client,
  email: string,
  screen: string,
): Promise<string | undefined> {
  const error = await getPasswordError(() =>
    client.auth.resetPasswordForEmail(email, { redirectTo: screen }),
  );
  if (error === undefined) return undefined;
  return typeof error === 'object' ? error.message : signInUnreachableMessage;
}

export function verifyMailedToken(
  client: Client,
  token: string,
): Promise<PasswordError | undefined> {
  return getPasswordError(() => client.auth.verifyOtp({ type: 'recovery', token_hash: token }));
}

/** Confirms or undoes a change of the e-mail address, whichever the link is for. It starts no session. */
export function followEmailChangeLink(
  client: Client,
  token: string,
): Promise<PasswordError | undefined> {
  return getPasswordError(() => client.auth.verifyOtp({ type: 'email_change', token_hash: token }));
}

/** Signs in again, because a session alone may not turn two-step sign-in on. */
export function confirmPassword(
  client: Client,
  email: string,
  password: string,
): Promise<PasswordError | undefined> {
  return getPasswordError(() => client.auth.signInWithPassword({ email, password }));
}

/** Whether supabase-js found a session in the page's URL. */
export async function hasMailedSession(client: Client): Promise<boolean> {
  const { error } = await client.auth.initialize();
  return error === null;
}

/**
 * Sets the password and ends the account's other sessions.
 * @param current not needed right after a mailed link
 */
export function setPassword(
  client: Client,
  password: string,
  current?: string,
): Promise<PasswordError | undefined> {
  return getPasswordError(() =>
    client.auth.updateUser({
      password,
      ...(current === undefined ? {} : { current_password: current }),
    }),
  );
}

/** Mails a link to the new and one to the present address. The account gets the new one once both are followed. */
export function requestEmailChange(
  client: Client,
  email: string,
  currentPassword: string,
): Promise<EmailChangeError | undefined> {
  return getAuthError(
    () => client.auth.updateUser({ email, current_password: currentPassword }),
    explainEmailChangeError,
  );
}

/** The account as it is now: links of a changed address may have been followed on another device. */
export async function readUser(client: Client): Promise<User> {
  const { data, error } = await client.auth.getUser();
  if (error) throw error;
  return data.user;
}

const getPasswordError = (attempt: () => Promise<{ error: AuthError | null }>) =>
  getAuthError(attempt, explainPasswordError);

async function getAuthError<E>(
  attempt: () => Promise<{ error: AuthError | null }>,
  explain: (code: string | undefined, message: string, reasons: readonly string[]) => E,
): Promise<E | PasswordError | undefined> {
  try {
    const { error } = await attempt();
    if (!error) return undefined;
    if (isAuthRetryableFetchError(error)) return { message: signInUnreachableMessage };
    if (isAuthSessionMissingError(error)) return 'link';
    const reasons = isAuthWeakPasswordError(error) ? error.reasons : [];
    return explain(error.code, error.message, reasons);
  } catch {
    return { message: signInUnreachableMessage };
  }
}
