import { createHash, randomBytes } from 'node:crypto';

/** A random token of 256 bits. Only its hash is ever stored. */
export function createOpaqueToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: SHA-256 in hexadecimal. The token's entropy needs no salt. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
