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
      return 'This code is not right, or was used before. Please wait for the next one and enter it.';
    case 'mfa_challenge_expired':
      return 'That took too long. Please enter the code that the app shows now.';
    case 'over_request_rate_limit':
      return 'Too many tries. Please wait a while and try again.';
    case 'mfa_factor_not_found':
      return 'This account has no second step any more. Please sign in again.';
    default:
      return message;
  }
}

export const codeUnreachableMessage = 'The server could not be reached. Please try again.';

/** Splits a secret into groups of four characters, for typing. */
export function groupSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
