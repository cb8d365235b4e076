import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { codesOf, factorNotFound } from './factors.ts';
import { dropOneTimeTokens } from './one-time-token.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { readBody } from './request-body.ts';
import {
  addRefreshToken,
  type GrantedSession,
  type SessionBody,
  type SignInMethod,
  toSessionBody,
} from './session.ts';
import {
  hasVerifiedFactor,
  requireFactorShown,
  requireSignedIn,
  type SignedIn,
} from './signed-in.ts';
import { readFactors } from './user.ts';

/** How long a challenge may be answered, in seconds; GoTrue's default. */
const challengeLifetime = 300;

/** How many time steps of 30 seconds a telephone's clock may be off. */
const tolerance = 1;

const answer = z.object({ challenge_id: z.uuid(), code: z.string().max(20) });

/** POST /factors/{id}/challenge: what a code has to be sent with. */
export async function challengeFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  requireUsableFactor(await requireSignedIn(context, request), factorId);
  const challenge = await context.database.owner.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('auth.mfa_challenges')
      .where('factor_id', '=', factorId)
      .where(
        'created_at',
        '<',
        sql<Date>`now() - make_interval(secs => ${challengeLifetime}::double precision)`,
      )
      .execute();
    await transaction
      .updateTable('auth.mfa_factors')
      .set({ last_challenged_at: sql<Date>`now()` })
      .where('id', '=', factorId)
      .execute();
    return transaction
      .insertInto('auth.mfa_challenges')
      .values({ factor_id: factorId })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow();
  });
  const expiresAt = Math.floor(challenge.created_at.getTime() / 1000) + challengeLifetime;
  return { id: challenge.id, type: 'totp', expires_at: expiresAt };
}

/**
 * POST /factors/{id}/verify: exchanges a code for a session of the second level. A code counts once,
 * and so does a challenge. With the account's first factor every other session ends; later, those that
 * have not shown one. The first one also ends the links that were mailed before.
 *
 * @throws AuthError `mfa_verification_failed`, `mfa_challenge_expired`, `mfa_factor_not_found`,
 *   `insufficient_aal` for a further factor, 429
 */
export async function verifyFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<SessionBody> {
  const { database } = context;
  const signedIn = await requireSignedIn(context, request);
  requireUsableFactor(signedIn, factorId);
  const { challenge_id: challengeId, code } = await readBody(request, answer);
  const counters: Counter[] = [{ limit: 'factorCodeOfAccount', of: [signedIn.user.id] }];
  await takeRateLimit(database, counters);

  const session = await database.owner.transaction().execute(async (transaction) => {
    await takeChallenge(transaction, factorId, challengeId);
    const isRight = await takeCode(transaction, factorId, code);
    return isRight ? raiseSession(transaction, signedIn, factorId) : undefined;
  });
  if (!session) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await resetRateLimit(database, counters);
  return toSessionBody(context, session);
}

/** An account with a verified factor gets a further one only from a session that has shown it. */
function requireUsableFactor(signedIn: SignedIn, factorId: string) {
  const factor = signedIn.factors.find(({ id }) => id === factorId);
  if (!factor) throw factorNotFound();
  if (factor.status !== 'verified') {
    requireFactorShown(signedIn, 403, 'AAL2 required to verify a new factor');
  }
}

async function takeChallenge(transaction: OwnerTransaction, factorId: string, id: string) {
  const taken = await transaction
    .deleteFrom('auth.mfa_challenges')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where(
      'created_at',
      '>',
      sql<Date>`now() - make_interval(secs => ${challengeLifetime}::double precision)`,
    )
    .returning('id')
    .executeTakeFirst();
  if (taken) return;
  throw new AuthError(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  );
}

/** True where the code is one of now and none that counted before; it never counts again then. */
async function takeCode(
  transaction: OwnerTransaction,
  factorId: string,
  code: string,
): Promise<boolean> {
  const factor = await transaction
    .selectFrom('auth.mfa_factors')
    .select(['secret', 'last_used_step'])
    .where('id', '=', factorId)
    .forUpdate()
    .executeTakeFirst();
  if (!factor) throw factorNotFound();
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return false;
  const codes = codesOf(factor.secret);
  const offset = codes.validate({ token, window: tolerance });
  const step = codes.counter() + (offset ?? 0);
  if (offset === null || step <= Number(factor.last_used_step)) return false;
  await transaction
    .updateTable('auth.mfa_factors')
    .set({ last_used_step: String(step), status: 'verified', updated_at: sql<Date>`now()` })
    .where('id', '=', factorId)
    .execute();
  return true;
}

/** The session goes on at the second level, with new tokens; the account's weaker ones end. */
async function raiseSession(
  transaction: OwnerTransaction,
  { user, factors, sessionId, methods }: SignedIn,
  factorId: string,
): Promise<GrantedSession> {
  const session = await transaction
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_verified_at: sql<Date>`now()`, refreshed_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning(['created_at', 'factor_verified_at'])
    .executeTakeFirst();
  if (!session) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  }
  await transaction
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .where('aal', '=', 'aal1')
    .execute();
  await transaction
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', user.id)
    .where('status', '=', 'unverified')
    .where('id', '!=', factorId)
    .execute();
  // A change of e-mail that was requested before needs no factor to confirm it.
  if (!hasVerifiedFactor(factors)) await dropOneTimeTokens(transaction, user.id);
  // What refreshed the session before is good no more.
  await transaction.deleteFrom('auth.refresh_tokens').where('session_id', '=', sessionId).execute();
  const method: SignInMethod = methods.some((used) => used.method === 'otp') ? 'otp' : 'password';
  return {
    sessionId,
    startedAt: session.created_at,
    method,
    factorVerifiedAt: session.factor_verified_at,
    refreshToken: await addRefreshToken(transaction, sessionId, method, null),
    user,
    factors: await readFactors(transaction, user.id),
  };
}
