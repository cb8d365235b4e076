import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Keys } from '#backend/auth/keys.ts';
import type { ObjectAddress } from './objects.ts';
import { invalidToken } from './refusal.ts';

/** What a signed address is good for; the token's audience, so that no other token passes for one. */
export type Purpose = 'storage-download' | 'storage-upload';

const claims = z.object({
  url: z.string(),
  owner: z.string().nullable().default(null),
  upsert: z.boolean().default(false),
  isVisitor: z.boolean().default(true),
});

/** What a signed address allows beyond its object. */
export type Grant = {
  owner: string | null;
  upsert: boolean;
  /** Whether the limits of visitors apply to the upload. */
  isVisitor: boolean;
};

/**
 * Signs the right to one object for a while.
 *
 * @param lifetime seconds
 */
export function signAddress(
  { signing }: Keys,
  purpose: Purpose,
  { bucket, name }: ObjectAddress,
  lifetime: number,
  grant: Partial<Grant> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ url: `${bucket}/${name}`, ...grant })
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
    .setAudience(purpose)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(signing.privateKey);
}

/**
 * Checks the token of a signed address.
 *
 * @throws Refusal 400 where it is missing, expired, forged, or for another object or purpose
 */
export async function verifyAddress(
  { signing }: Keys,
  purpose: Purpose,
  { bucket, name }: ObjectAddress,
  token: string | null,
): Promise<Grant> {
  try {
    const { payload } = await jwtVerify(token ?? '', signing.publicKey, {
      algorithms: ['ES256'],
      audience: purpose,
    });
    const { url, ...grant } = claims.parse(payload);
    if (url !== `${bucket}/${name}`) throw invalidToken('The token is for another object');
    return grant;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw invalidToken(error instanceof errors.JWTExpired ? error.message : 'Invalid token');
    }
    throw error;
  }
}
