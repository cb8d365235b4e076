import { createHmac } from 'node:crypto';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';

/**
 * Makes a token that shows when a page was rendered: milliseconds since 1970, and their HMAC. It is
 * the same for everybody who gets the page from the cache.
 */
export function makeFormToken(secret: string, now: number): string {
  return `${now}.${signatureOf(secret, String(now))}`;
}

/**
 * How old a token is, in milliseconds.
 *
 * @returns undefined where it is none of ours
 */
export function formTokenAge(secret: string, token: string, now: number): number | undefined {
  const [, time, signature] = /^(\d{13})\.([\w-]{43})$/.exec(token) ?? [];
  if (!time || !signature) return undefined;
  return equalsConstantTime(signatureOf(secret, time), signature) ? now - Number(time) : undefined;
}

function signatureOf(secret: string, time: string): string {
  return createHmac('sha256', secret).update(`form-token ${time}`).digest('base64url');
}
