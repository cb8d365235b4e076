import { z } from '../zod.ts';

const newPassword = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(1024, 'Password must be at most 1024 characters');

const repeated = ({ password, repeat }: { password: string; repeat: string }) =>
  password === repeat;
const mismatch = { message: 'The two passwords are not the same', path: ['repeat'] };

/** What somebody enters who came by the mailed link. */
export const newPasswordForm = z
  .object({ password: newPassword, repeat: z.string() })
  .refine(repeated, mismatch);

/** What somebody who is signed in enters to change the password. */
export const changePasswordForm = z
  .object({
    current: z.string().min(1, 'Please enter your current password'),
    password: newPassword,
    repeat: z.string(),
  })
  .refine(repeated, mismatch);

/** The form that requests a link to set a new password. */
export const forgottenPasswordForm = z.object({
  email: z.string().trim().pipe(z.email('Please enter a valid email address')),
});

export type NewPasswordForm = z.infer<typeof newPasswordForm>;
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;
export type ForgottenPasswordForm = z.infer<typeof forgottenPasswordForm>;

/**
 * What setting a password can fail of, besides what its form finds: the link or the session (over),
 * the current password (wrong), the new one (the same, or known from leaks), the code of the second step
 * (not shown yet), or what the message says.
 */
export type PasswordRefusal = 'link' | 'current' | 'same' | 'leaked' | 'code' | { message: string };

/**
 * What a refusal of the auth service means for whoever sets a password.
 *
 * @param code its error code, https://supabase.com/docs/guides/auth/debugging/error-codes
 * @param reasons why it takes a password for weak, where that is the code
 */
export function explainPasswordError(
  code: string | undefined,
  message: string,
  reasons: readonly string[] = [],
): PasswordRefusal {
  switch (code) {
    case 'otp_expired':
      return 'link';
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

/** Told under the field of the current password. */
export const refusedCurrent = 'Your current password is not correct';

/** The error of a rejected new password, shown under its field. */
export const refusedNew = {
  leaked:
    'This password is on a list of leaked passwords, and easy to guess. Please choose another one',
  same: 'Please choose a password that is different from the old one',
};

/** What the URL of the screen contains from an e-mail. */
type MailedLink =
  /** A token that has yet to be handed in. */
  | { kind: 'token'; token: string }
  /** A session, which supabase-js takes over by itself. */
  | { kind: 'session' }
  /** The service has refused the link already. */
  | { kind: 'refused' }
  | { kind: 'none' };

/**
 * Reads what a mailed link to set a new password brought to its screen. Our own mails bring a token;
 * GET /verify, which the hosted platform's standard mail leads over, a session or an error.
 *
 * @param address the page's whole URL
 */
export function parseMailedLink(address: string): MailedLink {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? url.searchParams.get(name);
  const token = read('token_hash');
  if (token) return { kind: 'token', token };
  if (read('error') || read('error_code')) return { kind: 'refused' };
  if (read('access_token') && read('type') === 'recovery') return { kind: 'session' };
  return { kind: 'none' };
}
