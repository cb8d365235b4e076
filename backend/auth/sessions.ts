import { type Selectable, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import { isClockSteady } from '#backend/database/clock.ts';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import type { PlatformTables } from '#backend/database/platform-tables.ts';
import { HttpError } from '#backend/http-error.ts';
import { accessTokenLifetimeSeconds, signAccessToken } from './caller.ts';
import { authError, invalid } from './errors.ts';
import { type AuthContext, getServiceUrl } from './request.ts';
import { createOpaqueToken, hashOpaqueToken, secondsAgo } from './tokens.ts';
import { type Factor, findUserById, lockUsers, readFactors, toUser } from './users.ts';

/** How a session began, as `amr` names it. */
type SignInMethod = 'password' | 'otp';

/** The session object that supabase-js stores. */
export type SessionBody = Awaited<ReturnType<typeof toSessionBody>>;

/** A row of auth.sessions. */
type SessionRow = Selectable<PlatformTables['auth.sessions']>;

/** A session with a new refresh token. */
export type GrantedSession = Awaited<ReturnType<typeof grantSession>>;

/** The account and session of a request's access token. */
export type SignedIn = Awaited<ReturnType<typeof requireSignedIn>>;

/** A condition on rows of auth.sessions. */
export const isOpenSession = sql<SqlBool>`(not_after is null or not_after > now())`;

/** Returns true for a network with an open staff session. */
export async function isKnownNetwork(
  { owner }: Pick<Database, 'owner'>,
  network: string,
): Promise<boolean> {
  const session = await owner
    .selectFrom('auth.sessions')
    .select('id')
    .where('ip', '=', network)
    .where(isOpenSession)
    .where('user_id', 'in', (query) => query.selectFrom('public.staff').select('user_id'))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** Returns true while a session of the account is open and the account is staff. */
export async function isStaffSession(
  { owner }: Pick<Database, 'owner'>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const session = await owner
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where(isOpenSession)
    .where('user_id', 'in', (query) => query.selectFrom('public.staff').select('user_id'))
    .executeTakeFirst();
  return session !== undefined;
}

/** How long a session is kept after it ended, in seconds. */
const endedSessionLifetimeSeconds = 24 * 3600;

/** How long a replaced refresh token is kept, whose use ends its session, in seconds. */
const revokedTokenLifetimeSeconds = 30 * 24 * 3600;

/** How many sessions an account may have. A further one ends the one that was used least recently. */
const maxSessions = 100;

/** How many refresh tokens a session may get in 30 days; one an hour makes 720. */
const maxTokens = 1000;

/** Starts a session for the account, and stores the time of the sign-in. */
export async function startSession(
  transaction: OwnerTransaction,
  request: Request,
  userId: string,
  method: SignInMethod,
): Promise<GrantedSession> {
  await transaction
    .updateTable('auth.users')
    .set({ last_sign_in_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  const session = await transaction
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      user_agent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
      ip: getNetwork(request),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('auth.sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('auth.sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '!=', session.id)
        .orderBy('refreshed_at', 'desc')
        .offset(maxSessions - 1),
    )
    .execute();
  return grantSession(transaction, session, method);
}

/**
 * Deletes sessions that ended a day ago, refresh tokens that were replaced 30 days ago, and expired
 * links, of all accounts. In the hour after a jump of the clock it deletes nothing, and what a request
 * has locked it leaves to the next run, so that neither waits for the other.
 */
export async function pruneSessions(database: Pick<Database, 'owner'>): Promise<void> {
  if (!(await isClockSteady(database))) return;
  const { owner } = database;
  await owner
    .deleteFrom('auth.sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('auth.sessions')
        .select('id')
        .where((where) => where.not(isOpenSession))
        .where('refreshed_at', '<', secondsAgo(endedSessionLifetimeSeconds))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  await owner
    .deleteFrom('auth.refresh_tokens')
    .where('id', 'in', (query) =>
      query
        .selectFrom('auth.refresh_tokens')
        .select('id')
        .where('revoked_at', '<', secondsAgo(revokedTokenLifetimeSeconds))
        .where(hasNoValidChild)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  await owner
    .deleteFrom('auth.one_time_tokens')
    .where('id', 'in', (query) =>
      query
        .selectFrom('auth.one_time_tokens')
        .select('id')
        .where('expires_at', '<', sql<Date>`now()`)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/**
 * Returns true if the session has 1,000 refresh tokens that are valid or were replaced in the last 30
 * days. None of them is deleted before, because the second use of any is how a theft is noticed.
 */
export async function hasAllTokens(
  transaction: OwnerTransaction,
  sessionId: string,
): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('auth.refresh_tokens')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('session_id', '=', sessionId)
    .where((where) =>
      where.or([
        where('revoked_at', 'is', null),
        where('revoked_at', '>', secondsAgo(revokedTokenLifetimeSeconds)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count >= maxTokens;
}

/** The use of one child revokes its siblings, which are found by their parent. */
const hasNoValidChild = sql<SqlBool>`not exists (
  select from auth.refresh_tokens as child
  where child.parent_id = refresh_tokens.id and child.revoked_at is null)`;

/**
 * Adds a refresh token to a session. The token begins with the session's sign-in method, so that
 * every access token of the session can repeat it; its hash covers that part as well.
 *
 * @param parentId the token that it replaces
 */
export async function grantSession(
  transaction: OwnerTransaction,
  session: SessionRow,
  method: SignInMethod,
  parentId: string | null = null,
) {
  const refreshToken = `${method}.${createOpaqueToken()}`;
  await transaction
    .insertInto('auth.refresh_tokens')
    .values({
      session_id: session.id,
      token_hash: hashOpaqueToken(refreshToken),
      parent_id: parentId,
    })
    .execute();
  const user = await transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  const factors = await readFactors(transaction, session.user_id);
  return { session, method, refreshToken, user, factors };
}

/** Signs the access token and returns the session object. */
export async function toSessionBody(
  { keys, siteUrl }: Pick<AuthContext, 'keys' | 'siteUrl'>,
  { session, method, refreshToken, ...granted }: GrantedSession,
) {
  const user = toUser(granted.user, granted.factors);
  const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const verifiedAt = session.factor_verified_at;
  const { token, expiresAt } = await signAccessToken(keys, getServiceUrl(siteUrl), {
    user,
    sessionId: session.id,
    aal: verifiedAt ? 'aal2' : 'aal1',
    amr: [
      ...(verifiedAt ? [{ method: 'totp', timestamp: toSeconds(verifiedAt) }] : []),
      { method, timestamp: toSeconds(session.created_at) },
    ],
  });
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: accessTokenLifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
}

const signedInClaims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
});

/**
 * Returns the signed-in account.
 *
 * @throws HttpError 401 or 403 if the request has no valid access token of an open session
 */
export async function requireSignedIn(context: AuthContext, request: Request) {
  const caller = await context.resolveCaller(request);
  if (caller.role !== 'authenticated') {
    throw authError('no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const { sub, session_id: sessionId, aal, amr: methods } = signedInClaims.parse(caller.claims);
  const { owner } = context.database;
  const user = await findUserById(owner, sub);
  if (!user) {
    throw authError('user_not_found');
  }
  return { user, factors: await readFactors(owner, sub), sessionId, aal, methods };
}

/**
 * Locks the account of a request, and requires that its session is still open, its password still the
 * one that was read, and that it got no first second factor since. A transaction that changes an account
 * calls this first, because all three may change while the request's password is verified.
 *
 * @param others accounts to lock as well
 * @throws HttpError `session_not_found`, `current_password_invalid`, `insufficient_aal`
 */
export async function lockSignedIn(
  transaction: OwnerTransaction,
  { user, sessionId, factors }: Pick<SignedIn, 'user' | 'sessionId' | 'factors'>,
  ...others: string[]
): Promise<void> {
  const locked = await lockUsers(transaction, user.id, ...others);
  const session = await transaction
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .where(isOpenSession)
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw authError('session_not_found');
  const current = locked.find(({ id }) => id === user.id);
  if (current?.encrypted_password !== user.encrypted_password) {
    throw authError('current_password_invalid');
  }
  if (hasVerifiedFactor(factors)) return;
  if (hasVerifiedFactor(await readFactors(transaction, user.id))) {
    throw new HttpError(403, 'insufficient_aal', 'AAL2 required since a factor was verified');
  }
}

/** Returns whether two-step sign-in is on for an account with these factors. */
export function hasVerifiedFactor(factors: Factor[]): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * Rejects a session of aal1 if its account has a verified factor. Call this before any change to an
 * account. An aal1 session may only answer a challenge, refresh and end itself.
 *
 * @param status GoTrue's, if it has one: 401 for email and password, 422 for unenroll, else 403
 * @param message GoTrue's, if it has one
 * @throws HttpError `insufficient_aal`
 */
export function requireAal2(signedIn: SignedIn, status: 401 | 403 | 422, message: string): void {
  if (needsAal2(signedIn)) throw new HttpError(status, 'insufficient_aal', message);
}

function needsAal2({ factors, aal }: SignedIn): boolean {
  return aal !== 'aal2' && hasVerifiedFactor(factors);
}

const signOutScope = z.enum(['global', 'local', 'others']);

/**
 * POST /logout?scope=global|local|others: ends all sessions of the account, this one, or the
 * others. A session of aal1 on an account with a verified factor ends itself only. With `global` it
 * also ends only itself and gets the error; supabase-js drops the session whatever the response.
 *
 * @throws HttpError 403 `insufficient_aal`
 */
export async function signOut(context: AuthContext, request: Request): Promise<void> {
  const requested = new URL(request.url).searchParams.get('scope') || 'global';
  const { data: scope } = signOutScope.safeParse(requested);
  if (!scope) throw invalid(`Unsupported logout scope ${JSON.stringify(requested)}`);
  const signedIn = await requireSignedIn(context, request);
  const { owner } = context.database;
  if (scope === 'local' || (scope === 'global' && needsAal2(signedIn))) {
    await owner.deleteFrom('auth.sessions').where('id', '=', signedIn.sessionId).execute();
  }
  if (scope === 'local') return;
  requireAal2(signedIn, 403, 'AAL2 required to sign out other sessions');
  await owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await transaction
      .deleteFrom('auth.sessions')
      .where('user_id', '=', signedIn.user.id)
      .$if(scope === 'others', (query) => query.where('id', '!=', signedIn.sessionId))
      .execute();
  });
}
