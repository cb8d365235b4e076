import { lengths } from './limits.ts';
import { z } from './zod.ts';

/** A text of at least `min` characters after trimming; `message` is the error otherwise. */
export function requiredText(min: number, message: string, max: number) {
  return typed(message).min(min, message).max(max, tooLong(max));
}

/** A text that may be left empty. What is missing counts as empty. */
export function optionalText(max: number) {
  return typed().max(max, tooLong(max)).default('');
}

/** An e-mail address, trimmed. */
export function emailAddress() {
  const message = 'Please enter a valid email address';
  return z.string(message).trim().max(lengths.email, message).regex(z.regexes.email, message);
}

// Posted forms end their lines with CRLF, and no database text holds a null character.
function typed(message?: string) {
  return z
    .string(message)
    .overwrite((text) => text.replace(/\r\n?/g, '\n').replaceAll('\0', ''))
    .trim();
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
