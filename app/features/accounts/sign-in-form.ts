import { emailPattern } from '#app/lib/email.ts';
import { z } from '#app/lib/zod.ts';

export const signInForm = z.object({
  email: z.string().trim().regex(emailPattern, 'Please enter a valid email address'),
  password: z.string().min(6, 'Password must be at least 6 characters'),
});

export type SignInForm = z.infer<typeof signInForm>;

/** The sentence for a sign-in that the service refused, from the service's own message. */
export function explainSignInError(message: string): string {
  return message.includes('JWT') || message.includes('token')
    ? 'Authentication system updated. Please try logging in again.'
    : message;
}

export const signInUnreachableMessage = 'An unexpected error occurred. Please try again.';
