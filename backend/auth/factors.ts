import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { isDatabaseError, type OwnerTransaction } from '#backend/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { takeRateLimit } from './rate-limits.ts';
import { invalid, readBody, text } from './request-body.ts';
import { requireFactorShown, requireSignedIn } from './signed-in.ts';

/** How many second factors an account may have; GoTrue's default. */
const maximumFactors = 10;

const enrollment = z.object({
  factor_type: z.string().nullish(),
  friendly_name: text.max(120).nullish(),
  issuer: text.max(120).nullish(),
});

/** What GoTrue answers to an enrollment. The secret is told this once. */
export type EnrolledFactor = {
  id: string;
  type: 'totp';
  friendly_name: string;
  totp: { qr_code: string; secret: string; uri: string };
};

/**
 * The codes of a secret: six digits, every 30 seconds, SHA-1, which is what every authenticator app
 * takes (RFC 6238).
 *
 * @param secret base32
 */
export function codesOf(secret: string, { issuer = '', label = '' } = {}): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}

/**
 * POST /factors: begins a second factor. It counts once a code of it has been verified; what was
 * begun before and not verified is dropped.
 *
 * @throws AuthError `insufficient_aal` where the account has a factor that this session has not shown
 */
export async function enrollFactor(
  context: AuthContext,
  request: Request,
): Promise<EnrolledFactor> {
  const signedIn = await requireSignedIn(context, request);
  const { user, factors } = signedIn;
  const body = await readBody(request, enrollment);
  if (body.factor_type !== 'totp') throw invalid('factor_type needs to be totp');
  requireFactorShown(signedIn, 403, 'AAL2 required to enroll a new factor');
  await takeRateLimit(context.database, [{ limit: 'enrollFactorOfAccount', of: [user.id] }]);
  const verified = factors.filter(({ status }) => status === 'verified');
  if (verified.length >= maximumFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }

  const secret = new Secret({ size: 20 }).base32;
  const friendlyName = body.friendly_name ?? '';
  const id = await insertFactor(context, user.id, friendlyName, secret);
  const issuer = body.issuer || new URL(context.siteUrl).host;
  const uri = codesOf(secret, { issuer, label: user.email }).toString();
  // Named colours: supabase-js puts the drawing into a data address, where # would end it.
  const drawing = renderSVG(uri, { blackColor: 'black', whiteColor: 'white' });
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: drawing, secret, uri },
  };
}

async function insertFactor(
  { database }: AuthContext,
  userId: string,
  friendlyName: string,
  secret: string,
): Promise<string> {
  try {
    return await database.owner.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('auth.mfa_factors')
        .where('user_id', '=', userId)
        .where('status', '=', 'unverified')
        .execute();
      const { id } = await transaction
        .insertInto('auth.mfa_factors')
        .values({ user_id: userId, friendly_name: friendlyName, factor_type: 'totp', secret })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== '23505') throw error;
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      'A factor with the friendly name for this user already exists',
    );
  }
}

/**
 * DELETE /factors/{id}: the account goes on without this factor, and its sessions with them.
 *
 * @throws AuthError `mfa_factor_not_found`, `insufficient_aal`
 */
export async function unenrollFactor(
  context: AuthContext,
  request: Request,
  factorId: string,
): Promise<{ id: string }> {
  const signedIn = await requireSignedIn(context, request);
  const factor = signedIn.factors.find(({ id }) => id === factorId);
  if (!factor) throw factorNotFound();
  requireFactorShown(signedIn, 422, 'AAL2 required to unenroll a factor');
  await context.database.owner
    .transaction()
    .execute((transaction) => dropFactors(transaction, signedIn.user.id, factorId));
  return { id: factorId };
}

/**
 * Removes one factor of an account, or all of them; what its sessions have shown counts no more.
 *
 * @returns how many were verified
 */
export async function dropFactors(
  transaction: OwnerTransaction,
  userId: string,
  factorId?: string,
): Promise<number> {
  const dropped = await transaction
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .$if(factorId !== undefined, (query) => query.where('id', '=', factorId ?? ''))
    .returning('status')
    .execute();
  const verified = dropped.filter(({ status }) => status === 'verified').length;
  if (verified > 0) {
    await transaction
      .updateTable('auth.sessions')
      .set({ aal: 'aal1', factor_verified_at: null })
      .where('user_id', '=', userId)
      .execute();
  }
  return verified;
}

/** An AuthError for a factor that is not, or not this account's. */
export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided ID not found');
}
