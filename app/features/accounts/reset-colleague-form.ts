import { emailAddress } from '#app/lib/form-fields.ts';
import { z } from '#app/lib/zod.ts';
import { mfaCodeForm } from './mfa.ts';

export const resetColleagueForm = z.object({
  email: emailAddress(),
  password: z.string().min(1, 'Please enter your password').max(1024),
  code: mfaCodeForm.shape.code,
});

export type ResetColleagueForm = z.input<typeof resetColleagueForm>;
