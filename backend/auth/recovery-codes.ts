import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OwnerTransaction } from '#backend/database/database.ts';
import { authError } from './errors.ts';
import { requireFreshSignIn } from './fresh-credentials.ts';
import type { AuthContext } from './request.ts';
import { hasVerifiedFactor, lockSignedIn, requireAal2, requireSignedIn } from './sessions.ts';
import { hashOpaqueToken } from './tokens.ts';

const codeCount = 10;

/** Leaves out characters that look alike. There are 31^10 codes, and ten attempts in 15 minutes. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLength = 10;

/** Returns true if the input must be a recovery code, because codes of an app have six digits. */
export function isRecoveryCode(code: string): boolean {
  return normalizeCode(code).length === codeLength;
}

/**
 * GET /factors/recovery-codes: returns how many codes the account has left. GoTrue has no recovery
 * codes and answers 404.
 */
export async function countRecoveryCodes(
  context: AuthContext,
  request: Request,
): Promise<{ left: number }> {
  const signedIn = await requireSignedIn(context, request);
  requireAal2(signedIn, 403, 'AAL2 required to count recovery codes');
  const { left } = await context.database.owner
    .selectFrom('auth.mfa_recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_id', '=', signedIn.user.id)
    .executeTakeFirstOrThrow();
  return { left };
}

/**
 * POST /factors/recovery-codes: replaces the account's recovery codes with ten new ones, which are
 * returned only here. It needs a code entered within the last five minutes.
 *
 * @throws HttpError `mfa_factor_not_found` without a verified factor, `insufficient_aal`,
 *   `reauthentication_needed`
 */
export async function createRecoveryCodes(
  context: AuthContext,
  request: Request,
): Promise<{ codes: string[] }> {
  const signedIn = await requireSignedIn(context, request);
  if (!hasVerifiedFactor(signedIn.factors)) throw authError('mfa_factor_not_found');
  requireAal2(signedIn, 403, 'AAL2 required to create recovery codes');
  requireFreshSignIn(signedIn);
  const { id } = signedIn.user;
  const codes = Array.from({ length: codeCount }, createCode);
  await context.database.owner.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, signedIn);
    await transaction.deleteFrom('auth.mfa_recovery_codes').where('user_id', '=', id).execute();
    await transaction
      .insertInto('auth.mfa_recovery_codes')
      .values(codes.map((code) => ({ user_id: id, code_hash: hashCode(code) })))
      .execute();
  });
  return { codes };
}

/** Uses up a recovery code of the account, and returns false if there is no such code. */
export async function takeRecoveryCode(
  transaction: OwnerTransaction,
  userId: string,
  code: string,
): Promise<boolean> {
  const taken = await transaction
    .deleteFrom('auth.mfa_recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

function createCode(): string {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${code.slice(0, 5).join('')}-${code.slice(5).join('')}`;
}

const normalizeCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');
const hashCode = (code: string) => hashOpaqueToken(normalizeCode(code));
