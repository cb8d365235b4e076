import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { InvalidCredentials } from './invalid-credentials.ts';
import type { Keys } from './keys.ts';
import { toTokenMetadata } from './user-metadata.ts';

/** How long an access token is good for, in seconds; GoTrue's default. */
export const accessTokenLifetime = 3600;

/** GoTrue's assurance levels: a password or a mailed link alone, or with a second factor. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** How the person proved who they are, and when (seconds since 1970), RFC 8176. */
export type AuthenticationMethod = { method: string; timestamp: number };

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

/** The verified claims of an access token. */
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/**
 * Signs the access token of one session.
 *
 * @param issuer the auth service's address, `{site}/auth/v1`
 * @returns the JWT and the second it expires at
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
    user: {
      id: string;
      email: string;
      app_metadata: Record<string, unknown>;
      user_metadata: Record<string, unknown>;
    };
    sessionId: string;
    aal: AssuranceLevel;
    amr: AuthenticationMethod[];
  },
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + accessTokenLifetime;
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
 * Checks signature, expiry, audience and shape of an access token. Whether its session still
 * exists is the caller resolver's question.
 *
 * @throws InvalidCredentials with the code `bad_jwt`
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
      throw new InvalidCredentials('bad_jwt', 'JWT expired');
    }
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
      throw new InvalidCredentials(
        'bad_jwt',
        'invalid JWT: unable to verify its signature and claims',
      );
    }
    throw error;
  }
}
