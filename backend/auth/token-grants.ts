import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { authError, invalid } from './errors.ts';
import { limitPasswordRequests, maxPasswordLength, verifyPassword } from './passwords.ts';
import { getSignInCounters, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { type AuthContext, parseAccountEmail, readBody, text } from './request.ts';
import {
  type GrantedSession,
  grantSession,
  hasAllTokens,
  isKnownNetwork,
  isOpenSession,
  type SessionBody,
  startSession,
  toSessionBody,
} from './sessions.ts';
import { hashOpaqueToken } from './tokens.ts';
import { findUserByEmail, lockUsers } from './users.ts';

/** How long a replaced refresh token may be sent again, in seconds; GoTrue's default. */
const reuseIntervalSeconds = 10;

const passwordGrant = z.object({
  email: text.max(255).nullish(),
  phone: text.nullish(),
  password: z.string().max(maxPasswordLength),
});
const refreshGrant = z.object({ refresh_token: z.string().max(1024) });

/**
 * POST /token?grant_type=password: starts a session for email address and password.
 *
 * @throws HttpError 400 `invalid_credentials` for an unknown email as for a wrong password
 * @throws TooManyRequests if the network has too many sign-ins running
 */
export async function grantByPassword(
  context: AuthContext,
  request: Request,
): Promise<SessionBody> {
  const body = await readBody(request, passwordGrant);
  if (body.phone) throw authError('phone_provider_disabled');
  const email = parseAccountEmail(body.email ?? '') ?? body.email?.trim().toLowerCase();
  if (!email) throw invalid('missing email or phone');
  return limitPasswordRequests(
    getNetwork(request),
    (network) => isKnownNetwork(context.database, network),
    (isKnown) => signIn(context, request, { email, password: body.password, isKnown }),
  );
}

async function signIn(
  context: AuthContext,
  request: Request,
  { email, password, isKnown }: { email: string; password: string; isKnown: boolean },
): Promise<SessionBody> {
  const { database } = context;
  const counters = getSignInCounters(email, getNetwork(request), isKnown);
  await takeRateLimit(database, counters);

  const user = await findUserByEmail(database.owner, email);
  const isRight = await verifyPassword(user?.encrypted_password, password);
  if (!user || !isRight) throw authError('invalid_credentials');

  const session = await database.owner.transaction().execute(async (transaction) => {
    const [current] = await lockUsers(transaction, user.id);
    // If the password changed during verification, sessions started with the old one end, including
    // this one.
    if (current?.encrypted_password !== user.encrypted_password)
      throw authError('invalid_credentials');
    return startSession(transaction, request, user.id, 'password');
  });
  await resetRateLimit(database, counters);
  return toSessionBody(context, session);
}

/**
 * POST /token?grant_type=refresh_token: replaces a refresh token with a new one.
 *
 * A refresh token is used once. Within the reuse interval it may be sent again (two tabs, a lost
 * response), as long as no child has been used; it then gets another child, where GoTrue, which
 * stores its tokens in plain text, repeats the first. Using one child revokes its siblings.
 *
 * Any other use of a revoked token ends the session and revokes all its tokens (RFC 9700, 4.14.2).
 * That includes a revoked sibling: tabs of one browser share their stored session, so only an
 * intruder could have the other child. This request and those with the session's other tokens are
 * answered `refresh_token_already_used`. So is the refresh after the 1,000th token in 30 days, which
 * ends the session.
 *
 * @throws HttpError 400 `refresh_token_not_found`, `refresh_token_already_used`
 */
export async function grantByRefreshToken(
  context: AuthContext,
  request: Request,
): Promise<SessionBody> {
  const { database, logger } = context;
  const { refresh_token: token } = await readBody(request, refreshGrant);
  if (!token) throw invalid('refresh_token required');
  await takeRateLimit(database, [['refreshPerNetwork', getNetwork(request)]]);

  const result = await database.owner
    .transaction()
    .execute((transaction) => rotate(transaction, token));
  if (result === 'unknown') {
    throw authError('refresh_token_not_found');
  }
  if (result === 'reused') {
    logger.warn('Revoked refresh token used, session ended');
  }
  if (result === 'too many') {
    logger.warn('Refresh token limit reached, session ended');
  }
  if (result === 'reused' || result === 'revoked' || result === 'too many') {
    throw authError('refresh_token_already_used');
  }
  return toSessionBody(context, result);
}

async function rotate(
  transaction: OwnerTransaction,
  token: string,
): Promise<GrantedSession | 'unknown' | 'reused' | 'revoked' | 'too many'> {
  const hash = hashOpaqueToken(token);
  // Locked, so that two requests with tokens of one session run one after the other.
  const session = await transaction
    .selectFrom('auth.sessions')
    .selectAll()
    .select(isOpenSession.as('isOpen'))
    .where('id', 'in', (query) =>
      query.selectFrom('auth.refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!session) return 'unknown';
  const current = await readToken(transaction, hash);
  if (!current) return 'unknown';
  if (!session.isOpen) return current.isRevoked ? 'revoked' : 'unknown';
  if (current.isRevoked && !current.mayBeResent) {
    await endSession(transaction, session.id);
    return 'reused';
  }
  if (await hasAllTokens(transaction, session.id)) {
    await endSession(transaction, session.id);
    return 'too many';
  }
  if (!current.isRevoked) await revokeWithSiblings(transaction, current.id);
  await transaction
    .updateTable('auth.sessions')
    .set({ refreshed_at: sql<Date>`now()` })
    .where('id', '=', session.id)
    .execute();
  const method = token.startsWith('otp.') ? 'otp' : 'password';
  return grantSession(transaction, session, method, current.id);
}

/** Read after the lock and by the statement's clock, because the transaction may have waited for the lock. */
function readToken(transaction: OwnerTransaction, hash: string) {
  return transaction
    .selectFrom('auth.refresh_tokens as token')
    .select([
      sql<string>`token.id::text`.as('id'),
      sql<SqlBool>`revoked_at is not null`.as('isRevoked'),
      sql<SqlBool>`
        revoked_at > statement_timestamp() - make_interval(secs => ${reuseIntervalSeconds}::double precision)
        and exists (select from auth.refresh_tokens as child
          where child.parent_id = token.id and child.revoked_at is null)`.as('mayBeResent'),
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** The row stays, so that its tokens count as revoked. It ends in 1970 in case the clock is set back. */
async function endSession(transaction: OwnerTransaction, sessionId: string) {
  await transaction
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
  await transaction
    .updateTable('auth.sessions')
    .set({ not_after: sql<Date>`to_timestamp(0)`, refreshed_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
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
