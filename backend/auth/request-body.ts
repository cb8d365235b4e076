import { z } from 'zod';
import { getJsonNesting, maxJsonNesting } from '#backend/json-nesting.ts';
import { AuthError } from './auth-error.ts';

/** The largest body that an auth request may have, in bytes. */
export const maximumBodySize = 64 * 1024;

/** PostgreSQL's text can't hold the character U+0000. */
export const text = z.string().refine((value) => !value.includes('\0'), 'holds a null character');

const emailAddress = z.email().max(255);

/** supabase-js sends these with null where its PKCE flow is off. */
export const codeChallenge = z.string().nullish();

/**
 * Reads a JSON object from the request.
 *
 * @throws AuthError 400 `bad_json` where it is no JSON, `validation_failed` where a field is wrong
 */
export async function readBody<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let body: unknown;
  try {
    const json = await request.text();
    if (getJsonNesting(json) <= maxJsonNesting) body = JSON.parse(json);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw invalid(`Invalid request: ${field}: ${issue?.message ?? 'not understood'}`);
}

/** @throws AuthError 400 `validation_failed` where it is no e-mail address */
export function requireEmail(email: string | null | undefined): string {
  if (!email) throw invalid('An email address is required');
  const parsed = emailAddress.safeParse(email.trim());
  if (!parsed.success) throw invalid('Unable to validate email address: invalid format');
  return parsed.data.toLowerCase();
}

/** @throws AuthError 400 `validation_failed` where the client asks for the PKCE flow */
export function refuseCodeChallenge(challenge: string | null | undefined): void {
  if (challenge) throw invalid('The PKCE flow is not supported. Use flowType "implicit".');
}

/** An AuthError 400 `validation_failed`. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}
