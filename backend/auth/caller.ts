import { errors, jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Caller, CallerRole, Database } from '#backend/database/database.ts';
import { markRequester } from '#backend/database/requester.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { authError } from './errors.ts';
import type { Keys } from './keys.ts';
import { toTokenMetadata, type User } from './users.ts';

/** Resolves who a request comes from. */
export type ResolveCaller = (request: Request) => Promise<Caller>;

/** Policies never need these credentials, so they are not passed to the database. */
const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/** The number of verified access tokens that are cached, at a few kilobytes each. */
const maxCachedTokens = 1000;

/**
 * Creates the function that resolves who a request comes from, by its `apikey` header and its
 * `Authorization: Bearer`, as the hosted platform's gateway does: a publishable key is `anon`, a
 * secret key `service_role`, an access token `authenticated` with its claims. A token counts only
 * as long as its session exists, so signing out and removing an account apply to the next request.
 *
 * The function throws HttpError 401 if there is no credential (`no_authorization`), for an unknown
 * key (`invalid_api_key`), an invalid or expired token (`bad_jwt`), or a session that has ended
 * (`session_not_found`).
 */
export function createCallerResolver({
  keys,
  database,
}: {
  keys: Keys;
  database: Database;
}): ResolveCaller {
  const verified = new LRUCache<string, AccessTokenClaims>({ max: maxCachedTokens });
  const verify = async (token: string) => {
    const cached = verified.get(token);
    if (cached && cached.exp * 1000 > Date.now()) return cached;
    const claims = await verifyAccessToken(keys, token);
    verified.set(token, claims);
    return claims;
  };
  return async (request) => {
    const key = request.headers.get('apikey') ?? undefined;
    const keyRole = key === undefined ? undefined : requireKeyRole(keys, key);
    const headers = Object.fromEntries(
      [...request.headers].filter(([name]) => !secretHeaders.has(name)),
    );
    const bearer = getBearer(request);
    if (bearer !== undefined && !bearer.startsWith('sb_')) {
      const claims = await verify(bearer);
      // Staff do not wait for a visitor's turn to find out that they are staff.
      markRequester(false);
      const { isStaff } = await requireSession(database, claims);
      markRequester(!isStaff);
      return { role: 'authenticated', claims, headers, isStaff };
    }
    const role = bearer === undefined || bearer === key ? keyRole : requireKeyRole(keys, bearer);
    if (role === undefined) throw authError('no_authorization');
    return { role, claims: {}, headers };
  };
}

/**
 * Requires an API key and returns its role. The access token may have expired, because clients call
 * this to refresh it.
 *
 * @throws HttpError 401 `no_authorization`, `invalid_api_key`
 */
export function requireApiKey(keys: Keys, request: Request): CallerRole {
  const bearer = getBearer(request);
  const key = request.headers.get('apikey') ?? (bearer?.startsWith('sb_') ? bearer : undefined);
  if (key === undefined) throw authError('no_authorization');
  return requireKeyRole(keys, key);
}

/** Returns true only for the secret key, which only the operator has. */
export function isSecretKey(keys: Keys, key: string | undefined): boolean {
  return key !== undefined && equalsConstantTime(key, keys.secretKey);
}

function requireKeyRole(keys: Keys, key: string): CallerRole {
  if (equalsConstantTime(key, keys.publishableKey)) return 'anon';
  if (isSecretKey(keys, key)) return 'service_role';
  throw authError('invalid_api_key');
}

function getBearer(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/**
 * Decides who is staff as private.is_staff() does: a row in staff, and aal2 if the account has a
 * verified factor.
 */
async function requireSession(database: Database, { session_id, sub, aal }: AccessTokenClaims) {
  const { rows } = await sql<{ isStaff: boolean }>`
    select exists (select from public.staff where user_id = ${sub}::uuid)
      and (${aal}::text = 'aal2' or not exists (
        select from auth.mfa_factors where user_id = ${sub}::uuid and status = 'verified')) as "isStaff"
    from auth.sessions
    where id = ${session_id}::uuid and user_id = ${sub}::uuid
      and (not_after is null or not_after > now())`.execute(database.owner);
  const [session] = rows;
  if (session) return session;
  throw authError('session_not_found');
}

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

type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

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
    /** GoTrue's assurance level: aal1 for a password or an emailed link, aal2 with an MFA code as well. */
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
 * Checks signature, expiry, audience and claims of an access token. The caller resolver checks that
 * its session still exists.
 *
 * @throws HttpError 401 `bad_jwt`
 */
async function verifyAccessToken({ signing }: Keys, token: string): Promise<AccessTokenClaims> {
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
