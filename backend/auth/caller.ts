import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Caller, CallerRole, Database } from '#backend/database/database.ts';
import { equalsConstantTime } from '#backend/equals-constant-time.ts';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.ts';
import { authError } from './errors.ts';
import type { Keys } from './keys.ts';

/** Resolves who a request comes from. */
export type ResolveCaller = (request: Request) => Promise<Caller>;

/** Credentials that policies never need; they stay out of the database's settings. */
const secretHeaders = new Set(['authorization', 'apikey', 'cookie']);

/** Access tokens whose signature need not be checked again, of some kilobytes each. */
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
      const { isStaff } = await requireSession(database, claims);
      return { role: 'authenticated', claims, headers, isStaff };
    }
    const role = bearer === undefined || bearer === key ? keyRole : requireKeyRole(keys, bearer);
    if (role === undefined) throw authError('no_authorization');
    return { role, claims: {}, headers };
  };
}

/**
 * Requires an API key and returns its role. An access token may have expired: a refresh comes next.
 *
 * @throws HttpError 401 `no_authorization`, `invalid_api_key`
 */
export function requireApiKey(keys: Keys, request: Request): CallerRole {
  const bearer = getBearer(request);
  const key = request.headers.get('apikey') ?? (bearer?.startsWith('sb_') ? bearer : undefined);
  if (key === undefined) throw authError('no_authorization');
  return requireKeyRole(keys, key);
}

/** True for the secret key alone, which is the operator's own. */
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

/** Staff as private.is_staff() defines it: a row in staff, and aal2 if the account has a verified factor. */
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
