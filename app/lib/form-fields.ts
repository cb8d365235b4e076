import { emailPattern } from './email.ts';
import { lengths } from './limits.ts';
import { z } from './zod-mini.ts';

/** A text of at least `min` characters after trimming; `message` is the error otherwise. */
export function requiredText(min: number, message: string, max: number) {
  return typed(message).check(z.minLength(min, message), z.maxLength(max, tooLong(max)));
}

/** A text that may be left empty. What is missing counts as empty. */
export function optionalText(max: number) {
  return z._default(typed().check(z.maxLength(max, tooLong(max))), '');
}

/** An email address, trimmed. */
export function emailAddress() {
  const message = 'Please enter a valid email address';
  return z
    .string(message)
    .check(z.trim(), z.maxLength(lengths.email, message), z.regex(emailPattern, message));
}

/** Ends lines as on screen: posted forms end them with CRLF. No database text can contain a null character. */
export function normalizePostedText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

function typed(message?: string) {
  return z.string(message).check(z.overwrite(normalizePostedText), z.trim());
}

function tooLong(max: number) {
  return `Please use at most ${max.toLocaleString('en-CA')} characters`;
}

/** The first message of each invalid field. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    errors[field] ??= issue.message;
  }
  return errors;
}
