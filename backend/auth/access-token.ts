import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { authError } from './errors.ts';
import type { Keys } from './keys.ts';
import { toTokenMetadata, type User } from './users.ts';

/** How long an access token is valid, in seconds; GoTrue's default. */
export const accessTokenLifetimeSeconds = 3600;

/** GoTrue's access token claims: https://supabase.com/docs/guides/auth/jwt-fields */
const accessTokenClaims = z.looseObject({
  sub: z.uuid(),
  exp: z.number(),
  iat: z.number(),
  role: z.literal('authenticated'),
  session_id: z.uuid(),
  email: z.string(),
  aal: z.string().optional(),
});

export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/**
 * Signs the access token of one session.
 *
 * @param issuer the auth service's URL, `{site}/auth/v1`
 * @returns the JWT and when it expires (seconds since 1970)
 */
export async function signAccessToken(
  { signing }: Keys,
  issuer: string,
  {
    user,
    sessionId,
    aal,
    amr,
  }: {
    user: User;
    sessionId: string;
    /** GoTrue's assurance level: a password or a mailed link alone, or with an MFA code. */
    aal: 'aal1' | 'aal2';
    /** How the person signed in, and when (seconds since 1970), RFC 8176. */
    amr: { method: string; timestamp: number }[];
  },
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + accessTokenLifetimeSeconds;
  const token = await new SignJWT({
    email: user.email,
    phone: '',
    role: 'authenticated',
    aal,
    amr,
    session_id: sessionId,
    app_metadata: user.app_metadata,
    user_metadata: toTokenMetadata(user.user_metadata),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signing.privateKey);
  return { token, expiresAt };
}

/**
 * Checks signature, expiry, audience and claims of an access token. Whether its session still
 * exists is checked by the caller resolver.
 *
 * @throws HttpError 401 `bad_jwt`
 */
export async function verifyAccessToken(
  { signing }: Keys,
  token: string,
): Promise<AccessTokenClaims> {
  try {
    const { payload } = await jwtVerify(token, signing.publicKey, {
      algorithms: ['ES256'],
      audience: 'authenticated',
    });
    return accessTokenClaims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw authError('bad_jwt', 'JWT expired');
    }
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw authError('bad_jwt');
    }
    throw error;
  }
}
