import { domainToASCII } from 'node:url';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '#backend/database/database.ts';
import type { Mail, Mailer } from '#backend/functions/mailer.ts';
import type { MailConfiguration, MailSettings } from '#backend/mail/mail-settings.ts';
import { getJsonNesting, maxJsonNesting } from '#backend/request-body.ts';
import { isPlainEmail } from '../../supabase/functions/send-email/plain-email.ts';
import type { ResolveCaller } from './caller.ts';
import { authError, invalid } from './errors.ts';
import type { Keys } from './keys.ts';

/** The dependencies of the auth service's handlers. */
export type AuthContext = {
  database: Database;
  keys: Keys;
  resolveCaller: ResolveCaller;
  mailer: Mailer;
  mailSettings: MailSettings;
  /** Sends an email with a configuration that may be a former one, and returns the mail server's answer. */
  sendBy: (configuration: MailConfiguration, mail: Mail) => Promise<string | undefined>;
  /** The website's URL without a slash at the end; mailed links lead there and nowhere else. */
  siteUrl: string;
  logger: Logger;
};

/** The largest body that an auth request may have, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** PostgreSQL's text can't hold the character U+0000. */
export const text = z.string().refine((value) => !value.includes('\0'), 'holds a null character');

/**
 * Returns an email address as accounts store it: in lower case, with its domain in ASCII (RFC
 * 5890), because some browsers convert what was typed into `type=email`. Returns undefined if the
 * site's forms would reject it.
 */
export function parseAccountEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase();
  if (!isPlainEmail(email)) return undefined;
  const at = email.indexOf('@') + 1;
  const domain = email.slice(at);
  // An ASCII domain that looks like a number would become an IPv4 address.
  const ascii = /[^\0-\x7f]/.test(domain) ? domainToASCII(domain) : domain;
  return ascii && email.slice(0, at) + ascii;
}

/** supabase-js sends these with null if its PKCE flow is off. */
export const codeChallenge = z.string().nullish();

/** The URL under which clients reach this service; the issuer of its tokens. */
export function getServiceUrl(siteUrl: string): string {
  return `${siteUrl}/auth/v1`;
}

/**
 * Reads a JSON object from the request.
 *
 * @throws HttpError 400 `bad_json` if it isn't JSON, `validation_failed` if a field is wrong
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
    throw authError('bad_json');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw invalid(`Invalid request: ${field}: ${issue?.message ?? 'not understood'}`);
}

/** @throws HttpError 400 `validation_failed` if it isn't an email address */
export function requireEmail(email: string | null | undefined): string {
  if (!email) throw invalid('An email address is required');
  const parsed = parseAccountEmail(email);
  if (!parsed) throw invalid('Unable to validate email address: invalid format');
  return parsed;
}

/** @throws HttpError 400 `validation_failed` if the client requests the PKCE flow */
export function rejectCodeChallenge(challenge: string | null | undefined): void {
  if (challenge) throw invalid('The PKCE flow is not supported. Use flowType "implicit".');
}
