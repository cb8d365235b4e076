import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type User,
} from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';
import { emailPattern } from '#app/lib/email.ts';
import { z } from '#app/lib/zod.ts';
import { signInUnreachableMessage } from './sign-in.ts';

const newPassword = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(1024, 'Password must be at most 1024 characters');

const repeated = ({ password, repeat }: { password: string; repeat: string }) =>
  password === repeat;
const mismatch = { message: "The passwords don't match", path: ['repeat'] };

const currentPassword = z.string().min(1, 'Please enter your current password');

export const newPasswordForm = z
  .object({ password: newPassword, repeat: z.string() })
  .refine(repeated, mismatch);

export const changePasswordForm = z
  .object({
    current: currentPassword,
    password: newPassword,
    repeat: z.string(),
  })
  .refine(repeated, mismatch);

export const confirmPasswordForm = z.object({
  password: currentPassword,
});

export const forgottenPasswordForm = z.object({
  email: z.string().trim().regex(emailPattern, 'Please enter a valid email address'),
});

/** @param presentEmail the account's address, which the new one must differ from */
export const createEmailChangeForm = (presentEmail: string) =>
  z.object({
    email: z
      .string()
      .trim()
      .regex(emailPattern, 'Please enter a valid email address')
      .refine(
        (email) => email.toLowerCase() !== presentEmail.toLowerCase(),
        'You already sign in with this address',
      ),
    current: currentPassword,
  });

export type EmailChangeForm = z.infer<ReturnType<typeof createEmailChangeForm>>;
export type NewPasswordForm = z.infer<typeof newPasswordForm>;
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;
export type ConfirmPasswordForm = z.infer<typeof confirmPasswordForm>;
export type ForgottenPasswordForm = z.infer<typeof forgottenPasswordForm>;

type PasswordError = 'link' | 'current' | 'same' | 'leaked' | 'code' | { message: string };

/** @param code of https://supabase.com/docs/guides/auth/debugging/error-codes */
export function explainPasswordError(
  code: string | undefined,
  message: string,
  reasons: readonly string[] = [],
): PasswordError {
  switch (code) {
    case 'otp_expired':
      return 'link';
    case 'invalid_credentials':
      return 'current';
    case 'same_password':
      return 'same';
    case 'weak_password':
      return reasons.includes('pwned') ? 'leaked' : { message };
    case 'insufficient_aal':
      return 'code';
    // Hosted Supabase, by `secure_password_change` of supabase/config.toml.
    case 'reauthentication_needed':
      return {
        message:
          'You signed in more than a day ago. Please sign out and in again, then change your password.',
      };
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return { message: 'Too many attempts. Please wait a while and try again.' };
    default:
      return code?.startsWith('current_password') ? 'current' : { message };
  }
}

type EmailChangeError = PasswordError | 'taken';

/** @param code as explainPasswordError takes it */
export function explainEmailChangeError(
  code: string | undefined,
  message: string,
): EmailChangeError {
  if (code === 'email_exists') return 'taken';
  return code === 'unexpected_failure'
    ? { message: "Couldn't send the emails. Please try again in a few minutes." }
    : explainPasswordError(code, message);
}

/** Whether nobody can read mail at an address, which therefore confirms no change: see backend/auth/email-change.ts. */
export const isReservedEmail = (email: string): boolean =>
  /@(?:[^@]+\.)?example\.(?:com|net|org)$/i.test(email);

/** How long the links of a changed address work: `otp_expiry` of supabase/config.toml on the hosted platform. */
const emailChangeLinkMs = 3_600_000;

/**
 * The address that waits to be confirmed at both mailboxes; undefined once it is confirmed or its links
 * have expired.
 *
 * @param user as GoTrue's API has it
 */
export function getPendingEmail(
  user: { new_email?: string | undefined; email_change_sent_at?: string | undefined },
  now: number,
): string | undefined {
  const sentAt = Date.parse(user.email_change_sent_at ?? '');
  return user.new_email && now < sentAt + emailChangeLinkMs ? user.new_email : undefined;
}

/** The message above a form for an error that belongs to no field. */
export function describePasswordError(error: PasswordError): string {
  return typeof error === 'object'
    ? error.message
    : 'Your session has ended. Please sign in again.';
}

/** The error under the field of the current password. */
export const wrongPasswordMessage = 'Your current password is not correct';

/** The error of a rejected new password, shown under its field. */
export const newPasswordMessages = {
  leaked: 'This password is on a list of leaked passwords. Please choose another one',
  same: 'Please choose a password that is different from the old one',
};

const emailChangeSteps = ['confirm', 'alone', 'undo'] as const;

/** `alone` confirms a change that only the new address confirms. */
export type EmailChangeLink = { step: (typeof emailChangeSteps)[number]; token: string };

/** The link of our mails about a changed email address; undefined for anything else. */
export function parseEmailChangeLink(href: string): EmailChangeLink | undefined {
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const token = fragment.get('token_hash');
  if (!token || fragment.get('type') !== 'email_change') return undefined;
  const step = emailChangeSteps.find((each) => each === fragment.get('step')) ?? 'confirm';
  return { token, step };
}

/**
 * Requests the email with the link to `screen`. Returns the error message, if any; never whether
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

/** Exchanges the token of a recovery email for a session. Returns the error, if any. */
export function verifyMailedToken(
  client: Client,
  token: string,
): Promise<PasswordError | undefined> {
  return getPasswordError(() => client.auth.verifyOtp({ type: 'recovery', token_hash: token }));
}

/** Confirms or undoes a change of the email address, whichever the link is for. It starts no session. */
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
