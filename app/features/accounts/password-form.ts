import { emailPattern } from '#app/lib/email.ts';
import { z } from '#app/lib/zod.ts';

const newPassword = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(1024, 'Password must be at most 1024 characters');

const repeated = ({ password, repeat }: { password: string; repeat: string }) =>
  password === repeat;
const mismatch = { message: 'The two passwords are not the same', path: ['repeat'] };

export const newPasswordForm = z
  .object({ password: newPassword, repeat: z.string() })
  .refine(repeated, mismatch);

export const changePasswordForm = z
  .object({
    current: z.string().min(1, 'Please enter your current password'),
    password: newPassword,
    repeat: z.string(),
  })
  .refine(repeated, mismatch);

export const confirmPasswordForm = z.object({
  password: z.string().min(1, 'Please enter your current password'),
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
    current: z.string().min(1, 'Please enter your current password'),
  });

export type EmailChangeForm = z.infer<ReturnType<typeof createEmailChangeForm>>;
export type NewPasswordForm = z.infer<typeof newPasswordForm>;
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;
export type ConfirmPasswordForm = z.infer<typeof confirmPasswordForm>;
export type ForgottenPasswordForm = z.infer<typeof forgottenPasswordForm>;

export type PasswordError = 'link' | 'current' | 'same' | 'leaked' | 'code' | { message: string };

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
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return { message: 'Too many tries. Please wait a while and try again.' };
    default:
      return code?.startsWith('current_password') ? 'current' : { message };
  }
}

export type EmailChangeError = PasswordError | 'taken';

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

/** What stands above a form for an error that belongs to none of its fields. */
export function describePasswordError(error: PasswordError): string {
  return typeof error === 'object'
    ? error.message
    : 'Your session has ended. Please sign in again.';
}

/** The error under the field of the current password. */
export const wrongPasswordMessage = 'Your current password is not correct';

/** The error of a rejected new password, shown under its field. */
export const newPasswordMessages = {
  leaked:
    'This password is on a list of leaked passwords, and easy to guess. Please choose another one',
  same: 'Please choose a password that is different from the old one',
};

type MailedLink =
  | { type: 'token'; token: string }
  | { type: 'session' }
  | { type: 'refused' }
  | { type: 'none' };

/**
 * The link of a recovery. Our mails bring a token; GET /verify, which hosted Supabase's mail uses, a session
 * or an error.
 */
export function parseMailedLink(href: string): MailedLink {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? url.searchParams.get(name);
  const token = read('token_hash');
  if (token && (read('type') ?? 'recovery') === 'recovery') return { type: 'token', token };
  if (read('error') || read('error_code')) return { type: 'refused' };
  if (read('access_token') && read('type') === 'recovery') return { type: 'session' };
  return { type: 'none' };
}

type EmailChangeLink = { step: 'confirm' | 'undo'; token: string };

/** The link of our mails about a changed e-mail address; undefined for anything else. */
export function parseEmailChangeLink(href: string): EmailChangeLink | undefined {
  const fragment = new URLSearchParams(new URL(href).hash.slice(1));
  const token = fragment.get('token_hash');
  if (!token || fragment.get('type') !== 'email_change') return undefined;
  return { token, step: fragment.get('step') === 'undo' ? 'undo' : 'confirm' };
}
