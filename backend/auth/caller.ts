import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Caller, CallerRole, Database } from '#backend/database/database.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.ts';
import { InvalidCredentials } from './invalid-credentials.ts';
import type { Keys } from './keys.ts';

export { InvalidCredentials } from './invalid-credentials.ts';

/** Tells who a request comes from. */
export type CallerOf = (request: Request) => Promise<Caller>;

/** Credentials that policies never need; they stay out of the database's settings. */
const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/** Access tokens whose signature need not be checked again, of some kilobyte each. */
const mostTokens = 1000;

/**
 * Makes the function that tells who a request comes from, by its `apikey` header and its
 * `Authorization: Bearer`, as the hosted platform's gateway does: a publishable key is `anon`, a
 * secret key `service_role`, an access token `authenticated` with its claims. A token counts only
 * as long as its session exists, so signing out and removing an account hold at the next request.
 *
 * The function throws InvalidCredentials where there is no credential, an unknown key, a token that
 * is invalid or expired, or one whose session has ended.
 */
export function createCallerResolver({
  keys,
  database,
}: {
  keys: Keys;
  database: Database;
}): CallerOf {
  const verified = new LRUCache<string, AccessTokenClaims>({ max: mostTokens });
  const claimsOf = async (token: string) => {
    const known = verified.get(token);
    if (known && known.exp * 1000 > Date.now()) return known;
    const claims = await verifyAccessToken(keys, token);
    verified.set(token, claims);
    return claims;
  };
  return async (request) => {
    const key = request.headers.get('apikey') ?? undefined;
    const keyRole = key === undefined ? undefined : requireKeyRole(keys, key);
    const headers = headersFor(request);
    const bearer = bearerOf(request);
    if (bearer !== undefined && !bearer.startsWith('sb_')) {
      const claims = await claimsOf(bearer);
      const { isStaff } = await requireSession(database, claims);
      return { role: 'authenticated', claims, headers, isStaff };
    }
    const role = bearer === undefined || bearer === key ? keyRole : requireKeyRole(keys, bearer);
    if (role === undefined) {
      throw new InvalidCredentials('no_authorization', 'No API key found in request');
    }
    return { role, claims: {}, headers };
  };
}

/** The token after `Authorization: Bearer`, or undefined where there is none. */
export function bearerOf(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/**
 * The role that an API key stands for.
 *
 * @throws InvalidCredentials with the code `invalid_api_key` for any other string
 */
export function requireKeyRole(keys: Keys, key: string): CallerRole {
  if (equalsConstantTime(key, keys.publishableKey)) return 'anon';
  if (equalsConstantTime(key, keys.secretKey)) return 'service_role';
  throw new InvalidCredentials('invalid_api_key', 'Invalid API key');
}

/** True for the secret key alone, which is the operator's own. */
export function isSecretKey(keys: Keys, key: string | undefined): boolean {
  return key !== undefined && equalsConstantTime(key, keys.secretKey);
}

/** Staff as private.is_staff() defines it: a row in staff, and the second factor where there is one. */
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
  throw new InvalidCredentials(
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  );
}

function headersFor(request: Request): Record<string, string> {
  return Object.fromEntries([...request.headers].filter(([name]) => !secretHeaders.has(name)));
}
