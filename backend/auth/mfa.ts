import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import { isDatabaseError, type OwnerTransaction } from '#backend/database/database.ts';
import { authError, invalid } from './errors.ts';
import { requireFreshSignIn, requirePassword } from './fresh-credentials.ts';
import { sendInBackground, sendMail } from './mails.ts';
import { limitPasswordRequests } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { isRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { type AuthContext, readBody, text } from './request.ts';
import {
  type GrantedSession,
  grantSession,
  hasVerifiedFactor,
  lockSignedIn,
  requireAal2,
  requireSignedIn,
  type SessionBody,
  type SignedIn,
  toSessionBody,
} from './sessions.ts';
import { deleteOneTimeTokens, secondsAgo } from './tokens.ts';
import { type Factor, readFactors } from './users.ts';

/** How many factors an account may have; GoTrue's default. */
const maxFactors = 10;

/** How long a challenge may be answered, in seconds; GoTrue's default. */
const challengeLifetimeSeconds = 300;

/** How long a factor may stay unverified if another is enrolled, in seconds; GoTrue's default. */
const unverifiedLifetimeSeconds = 300;

/**
 * How long an enrolled factor may be verified, in seconds, so that its age is about that of the email
 * about it, by which the owner notices a stranger's.
 */
const enrollmentLifetimeSeconds = 3600;

/** How many time steps of 30 seconds a phone's clock may be off. */
const toleratedSteps = 1;

const enrollment = z.object({
  current_password: z.string().max(1024).nullish(),
  factor_type: z.string().nullish(),
  friendly_name: text.max(120).nullish(),
  issuer: text.max(120).nullish(),
});
const verification = z.object({ challenge_id: z.uuid(), code: z.string().max(20) });

/**
 * POST /factors: enrolls a TOTP factor, which is unverified until one of its codes has been
 * verified. The account's unverified factors older than five minutes are deleted. The secret is
 * returned only here. The request needs the current password (not part of GoTrue's protocol), or a
 * sign-in or code within the last five minutes.
 *
 * @throws HttpError `insufficient_aal`, `reauthentication_needed`, `current_password_invalid`,
 *   `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`
 */
export async function enrollFactor(context: AuthContext, request: Request) {
  const body = await readBody(request, enrollment);
  const signedIn = await requireSignedIn(context, request);
  const { user } = signedIn;
  if (body.factor_type !== 'totp') throw invalid('factor_type needs to be totp');
  requireAal2(signedIn, 403, 'AAL2 required to enroll a new factor');
  const { current_password: password } = body;
  if (!password) requireFreshSignIn(signedIn);
  else {
    await limitPasswordRequests(
      getNetwork(request),
      async () => true,
      () => requirePassword(context, signedIn, password),
    );
  }
  await takeRateLimit(context.database, [['enrollPerAccount', user.id]]);

  const secret = new Secret({ size: 20 }).base32;
  const friendlyName = body.friendly_name ?? '';
  const id = await insertFactor(context, signedIn, friendlyName, secret);
  const issuer = body.issuer || new URL(context.siteUrl).host;
  const uri = createTotp(secret, { issuer, label: user.email }).toString();
  // Colours have names, because supabase-js puts the SVG into a data URL, which a # would end.
  const qrCode = renderSVG(uri, { blackColor: 'black', whiteColor: 'white' });
  return { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } };
}

async function insertFactor(
  { database }: AuthContext,
  signedIn: SignedIn,
  friendlyName: string,
  secret: string,
): Promise<string> {
  const userId = signedIn.user.id;
  try {
    return await database.owner.transaction().execute(async (transaction) => {
      await lockSignedIn(transaction, signedIn);
      await deleteUnverifiedFactors(transaction, userId, unverifiedLifetimeSeconds);
      const factors = await readFactors(transaction, userId);
      if (factors.some((factor) => factor.friendly_name === friendlyName)) {
        throw nameConflict(friendlyName);
      }
      if (factors.length >= maxFactors) throw authError('too_many_enrolled_mfa_factors');
      const { id } = await transaction
        .insertInto('auth.mfa_factors')
        .values({ user_id: userId, friendly_name: friendlyName, factor_type: 'totp', secret })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== '23505') throw error;
    throw nameConflict(friendlyName);
  }
}

function nameConflict(friendlyName: string) {
  const name = JSON.stringify(friendlyName);
  return authError(
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${name} for this user already exists`,
  );
}

/**
 * DELETE /factors/{id}: a verified factor needs a code entered within the last five minutes.
 *
 * @throws HttpError `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`
 */
export async function unenrollFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<{ id: string }> {
  const signedIn = await requireSignedIn(context, request);
  const { status } = requireFactor(signedIn, factorId);
  requireAal2(signedIn, 422, 'AAL2 required to unenroll a factor');
  if (status === 'verified') requireFreshSignIn(signedIn);
  await context.database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await deleteFactors(transaction, signedIn.user.id, { factorId });
  });
  return { id: factorId };
}

/**
 * Deletes factors of an account. If one was verified, the account's sessions drop to aal1. Recovery
 * codes created since the given time go too, and all of them with the last verified factor.
 *
 * @param which one factor, or those enrolled since a time; all by default
 * @returns how many were verified
 */
export async function deleteFactors(
  transaction: OwnerTransaction,
  userId: string,
  { factorId, since }: { factorId?: string; since?: Date } = {},
): Promise<number> {
  const deleted = await transaction
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .$if(factorId !== undefined, (query) => query.where('id', '=', factorId ?? ''))
    .$if(since !== undefined, (query) => query.where('created_at', '>', since ?? new Date()))
    .returning('status')
    .execute();
  const verified = deleted.filter(({ status }) => status === 'verified').length;
  if (verified > 0) {
    await transaction
      .updateTable('auth.sessions')
      .set({ aal: 'aal1', factor_verified_at: null })
      .where('user_id', '=', userId)
      .execute();
  }
  await transaction
    .deleteFrom('auth.mfa_recovery_codes')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        ...(since ? [where('created_at', '>', since)] : []),
        where('user_id', 'not in', (query) =>
          query.selectFrom('auth.mfa_factors').select('user_id').where('status', '=', 'verified'),
        ),
      ]),
    )
    .execute();
  return verified;
}

/**
 * POST /factors/{id}/challenge: creates the challenge that the client answers with a code.
 *
 * @throws HttpError `mfa_factor_not_found`, `mfa_factor_expired`, `insufficient_aal`, 429
 */
export async function challengeFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  const signedIn = await requireSignedIn(context, request);
  requireUsableFactor(signedIn, factorId);
  await takeRateLimit(context.database, [['challengePerSession', signedIn.sessionId]]);
  const challenge = await context.database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await transaction
      .deleteFrom('auth.mfa_challenges')
      .where('factor_id', '=', factorId)
      .where('created_at', '<', secondsAgo(challengeLifetimeSeconds))
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
  const expiresAt = Math.floor(challenge.created_at.getTime() / 1000) + challengeLifetimeSeconds;
  return { id: challenge.id, type: 'totp', expires_at: expiresAt };
}

/**
 * POST /factors/{id}/verify: exchanges a code of the app, or for a verified factor a recovery code,
 * for a session of aal2. A code and a challenge each work once. The account's aal1 sessions end;
 * verifying its first factor also ends all other sessions and earlier mailed links. The account gets an
 * email about a new factor.
 *
 * @throws HttpError `mfa_verification_failed`, `mfa_challenge_expired`, `mfa_factor_not_found`,
 *   `mfa_factor_expired`, `insufficient_aal` for a further factor, 429
 */
export async function verifyFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<SessionBody> {
  const { database } = context;
  const { challenge_id: challengeId, code } = await readBody(request, verification);
  const signedIn = await requireSignedIn(context, request);
  requireUsableFactor(signedIn, factorId);
  const counters: Counter[] = [['totpCodePerAccount', signedIn.user.id]];
  await takeRateLimit(database, counters);

  const isVerified = requireFactor(signedIn, factorId).status === 'verified';
  const usedRecoveryCode = isVerified && isRecoveryCode(code);
  const session = await database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await takeChallenge(transaction, factorId, challengeId);
    const isRight = usedRecoveryCode
      ? await takeRecoveryCode(transaction, signedIn.user.id, code)
      : await takeCode(transaction, factorId, code);
    return isRight ? raiseSession(transaction, signedIn) : undefined;
  });
  if (!session) {
    throw authError('mfa_verification_failed');
  }
  const { email } = signedIn.user;
  if (!isVerified) sendInBackground(context, sendMail(context, 'factorAdded', email));
  if (usedRecoveryCode) sendInBackground(context, sendMail(context, 'recoveryCodeUsed', email));
  await resetRateLimit(database, counters);
  return toSessionBody(context, session);
}

/** Six digits, 30 seconds, SHA-1: the settings that every authenticator app supports (RFC 6238). */
function createTotp(secret: string, { issuer = '', label = '' } = {}): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}

function requireFactor({ factors }: SignedIn, factorId: string): Factor {
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw authError('mfa_factor_not_found');
  return factor;
}

/** An account with a verified factor can add another one only from an aal2 session, within an hour. */
function requireUsableFactor(signedIn: SignedIn, factorId: string) {
  const factor = requireFactor(signedIn, factorId);
  if (factor.status === 'verified') return;
  const earliest = Date.now() - enrollmentLifetimeSeconds * 1000;
  if (Date.parse(factor.created_at) < earliest) throw authError('mfa_factor_expired');
  requireAal2(signedIn, 403, 'AAL2 required to verify a new factor');
}

async function takeChallenge(transaction: OwnerTransaction, factorId: string, id: string) {
  const used = await transaction
    .deleteFrom('auth.mfa_challenges')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('created_at', '>', secondsAgo(challengeLifetimeSeconds))
    .returning('id')
    .executeTakeFirst();
  if (used) return;
  throw authError('mfa_challenge_expired');
}

/** Returns true if the code belongs to the current time step and was not used before, and marks it as used. */
export async function takeCode(
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
  if (!factor) throw authError('mfa_factor_not_found');
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return false;
  const totp = createTotp(factor.secret);
  const offset = totp.validate({ token, window: toleratedSteps });
  const step = totp.counter() + (offset ?? 0);
  if (offset === null || step <= Number(factor.last_used_step)) return false;
  await transaction
    .updateTable('auth.mfa_factors')
    .set({ last_used_step: String(step), status: 'verified', updated_at: sql<Date>`now()` })
    .where('id', '=', factorId)
    .execute();
  return true;
}

/** Continues the session at aal2, with new tokens, and ends the account's sessions of aal1. */
async function raiseSession(
  transaction: OwnerTransaction,
  { user, factors, sessionId, methods }: SignedIn,
): Promise<GrantedSession> {
  const session = await transaction
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_verified_at: sql<Date>`now()`, refreshed_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .where('aal', '=', 'aal1')
    .execute();
  await deleteUnverifiedFactors(transaction, user.id);
  // An email change requested earlier could be confirmed without a code.
  if (!hasVerifiedFactor(factors)) await deleteOneTimeTokens(transaction, user.id);
  await transaction.deleteFrom('auth.refresh_tokens').where('session_id', '=', sessionId).execute();
  const method = methods.some((used) => used.method === 'otp') ? 'otp' : 'password';
  return grantSession(transaction, session, method);
}

async function deleteUnverifiedFactors(
  transaction: OwnerTransaction,
  userId: string,
  minAgeSeconds = 0,
) {
  await transaction
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<=', secondsAgo(minAgeSeconds))
    .execute();
}
