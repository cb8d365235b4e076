import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { addressOf, takeRateLimit } from './rate-limits.ts';
import { invalid, readBody } from './request-body.ts';
import {
  addRefreshToken,
  type GrantedSession,
  methodOf,
  type SessionBody,
  toSessionBody,
} from './session.ts';
import { readFactors } from './user.ts';

/** For how long a token that was just replaced may come again, in seconds; GoTrue's default. */
const reuseInterval = 10;

const refreshGrant = z.object({ refresh_token: z.string().max(1024) });

type Outcome = GrantedSession | 'unknown' | 'reused';

/**
 * POST /token?grant_type=refresh_token: replaces a refresh token by a new one.
 *
 * A refresh token is used once. Within the reuse interval it may be sent again (two tabs, a lost
 * response), as long as no child has been used; it then gets another child, where GoTrue, which stores
 * its tokens in plain text, repeats the first. Using one child revokes its siblings.
 *
 * Any other use of a revoked token deletes the session with all its tokens (RFC 9700, 4.14.2). That
 * includes a revoked sibling: the tabs of one browser share the session they have stored, so only
 * somebody else still holds another child. The first such request is answered
 * `refresh_token_already_used`; the session's other tokens are then unknown.
 *
 * @throws AuthError 400 `refresh_token_not_found`, `refresh_token_already_used`
 */
export async function grantByRefreshToken(
  context: AuthContext,
  request: Request,
): Promise<SessionBody> {
  const { database } = context;
  const { refresh_token: token } = await readBody(request, refreshGrant);
  if (!token) throw invalid('refresh_token required');
  await takeRateLimit(database, [{ limit: 'refreshFromAddress', of: [addressOf(request)] }]);

  const outcome = await database.owner
    .transaction()
    .execute((transaction) => rotate(transaction, token));
  if (outcome === 'unknown') {
    throw new AuthError(
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    );
  }
  if (outcome === 'reused') {
    context.logger.warn('A refresh token came a second time; its session was ended');
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  return toSessionBody(context, outcome);
}

async function rotate(transaction: OwnerTransaction, token: string): Promise<Outcome> {
  const hash = hashOpaqueToken(token);
  const session = await lockSession(transaction, hash);
  if (!session) return 'unknown';
  const current = await readToken(transaction, hash);
  if (!current) return 'unknown';
  if (current.revoked && !(current.justRevoked && current.hasUnusedChild)) {
    await transaction.deleteFrom('auth.sessions').where('id', '=', session.id).execute();
    return 'reused';
  }
  if (!current.revoked) await revokeWithSiblings(transaction, current.id);
  const method = methodOf(token);
  const refreshToken = await addRefreshToken(transaction, session.id, method, current.id);
  await transaction
    .updateTable('auth.sessions')
    .set({ refreshed_at: sql<Date>`now()` })
    .where('id', '=', session.id)
    .execute();
  const user = await transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  return {
    sessionId: session.id,
    startedAt: session.created_at,
    method,
    factorVerifiedAt: session.factor_verified_at,
    refreshToken,
    user,
    factors: await readFactors(transaction, session.user_id),
  };
}

/** Locked, so that two requests with tokens of one session come one after the other. */
function lockSession(transaction: OwnerTransaction, hash: string) {
  return transaction
    .selectFrom('auth.sessions')
    .select(['id', 'user_id', 'created_at', 'factor_verified_at'])
    .where('id', 'in', (query) =>
      query.selectFrom('auth.refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .where((where) =>
      where.or([where('not_after', 'is', null), where('not_after', '>', sql<Date>`now()`)]),
    )
    .forUpdate()
    .executeTakeFirst();
}

type TokenState = {
  id: string;
  revoked: boolean;
  justRevoked: boolean;
  hasUnusedChild: boolean;
};

/** Read with the clock of the statement: the lock may have been waited for. */
async function readToken(
  transaction: OwnerTransaction,
  hash: string,
): Promise<TokenState | undefined> {
  return transaction
    .selectFrom('auth.refresh_tokens as token')
    .select([
      sql<string>`token.id::text`.as('id'),
      sql<boolean>`token.revoked_at is not null`.as('revoked'),
      sql<boolean>`coalesce(token.revoked_at > statement_timestamp() - make_interval(secs => ${reuseInterval}::double precision), false)`.as(
        'justRevoked',
      ),
      sql<boolean>`exists (select from auth.refresh_tokens as child where child.parent_id = token.id and child.revoked_at is null)`.as(
        'hasUnusedChild',
      ),
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

async function revokeWithSiblings(transaction: OwnerTransaction, tokenId: string) {
  await transaction
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([
        where('id', '=', tokenId),
        where('parent_id', '=', (query) =>
          query.selectFrom('auth.refresh_tokens').select('parent_id').where('id', '=', tokenId),
        ),
      ]),
    )
    .execute();
}
