import { sql } from 'kysely';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { type AssuranceLevel, accessTokenLifetime, signAccessToken } from './access-token.ts';
import { type AuthContext, serviceUrl } from './context.ts';
import { createOpaqueToken, hashOpaqueToken } from './opaque-token.ts';
import { addressOf } from './rate-limits.ts';
import { type Factor, readFactors, toUser, type User, type UserRow } from './user.ts';

/** How a session began, as `amr` names it. */
export type SignInMethod = 'password' | 'otp';

/** The session object that supabase-js stores. */
export type SessionBody = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: User;
};

/** A session that has just got a new refresh token. */
export type GrantedSession = {
  sessionId: string;
  startedAt: Date;
  method: SignInMethod;
  /** When a second factor was shown; null where none was. */
  factorVerifiedAt: Date | null;
  refreshToken: string;
  user: UserRow;
  factors: Factor[];
};

/** Starts a session for the account, and remembers when it last signed in. */
export async function startSession(
  transaction: OwnerTransaction,
  request: Request,
  userId: string,
  method: SignInMethod,
): Promise<GrantedSession> {
  const user = await transaction
    .updateTable('auth.users')
    .set({ last_sign_in_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const session = await transaction
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      user_agent: request.headers.get('user-agent')?.slice(0, 500) ?? null,
      ip: addressOf(request),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const refreshToken = await addRefreshToken(transaction, session.id, method, null);
  return {
    sessionId: session.id,
    startedAt: session.created_at,
    method,
    factorVerifiedAt: null,
    refreshToken,
    user,
    factors: await readFactors(transaction, userId),
  };
}

/**
 * Adds a refresh token to a session. The token begins with the session's sign-in method, so that
 * every access token of the session can repeat it; its hash vouches for that part as well.
 *
 * @param parentId the token that it replaces
 * @returns the token, which is stored nowhere
 */
export async function addRefreshToken(
  transaction: OwnerTransaction,
  sessionId: string,
  method: SignInMethod,
  parentId: string | null,
): Promise<string> {
  const token = `${method}.${createOpaqueToken()}`;
  await transaction
    .insertInto('auth.refresh_tokens')
    .values({ session_id: sessionId, token_hash: hashOpaqueToken(token), parent_id: parentId })
    .execute();
  return token;
}

/** The method that a refresh token of ours begins with. */
export function methodOf(refreshToken: string): SignInMethod {
  return refreshToken.startsWith('otp.') ? 'otp' : 'password';
}

/** Signs the access token and writes the session object. */
export async function toSessionBody(
  { keys, siteUrl }: Pick<AuthContext, 'keys' | 'siteUrl'>,
  granted: GrantedSession,
): Promise<SessionBody> {
  const { sessionId, startedAt, method, factorVerifiedAt, refreshToken } = granted;
  const user = toUser(granted.user, granted.factors);
  const aal: AssuranceLevel = factorVerifiedAt ? 'aal2' : 'aal1';
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
  const { token, expiresAt } = await signAccessToken(keys, serviceUrl(siteUrl), {
    user,
    sessionId,
    aal,
    amr: [
      ...(factorVerifiedAt ? [{ method: 'totp', timestamp: seconds(factorVerifiedAt) }] : []),
      { method, timestamp: seconds(startedAt) },
    ],
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenLifetime,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
}
