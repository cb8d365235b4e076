import { sql } from 'kysely';
import { z } from 'zod';
import { getNetwork } from '#backend/client-network.ts';
import { authError } from './errors.ts';
import { requirePassword } from './fresh-credentials.ts';
import { sendInBackground, sendMail } from './mails.ts';
import { deleteFactors, takeCode } from './mfa.ts';
import { limitPasswordRequests } from './passwords.ts';
import { type Counter, resetRateLimit, takeRateLimit } from './rate-limits.ts';
import { type AuthContext, readBody, requireEmail, text } from './request.ts';
import { lockSignedIn, requireAal2, requireSignedIn } from './sessions.ts';
import { findUserByEmail } from './users.ts';

const reset = z.object({
  email: text.max(255),
  current_password: z.string().max(1024),
  code: z.string().max(20),
});

/**
 * POST /factors/reset: a member of staff confirms with their own password and code, and turns
 * two-step sign-in off for a colleague who lost their phone. The colleague's sessions end, the
 * audit log names who did it, and both get an email.
 *
 * @throws HttpError `mfa_factor_not_found` if the caller or the colleague has no second step,
 *   `user_not_found` if there is no such colleague, `insufficient_aal`, `current_password_invalid`,
 *   `mfa_verification_failed`, 429
 */
export async function resetColleague(
  context: AuthContext,
  request: Request,
): Promise<{ email: string }> {
  const { database } = context;
  const body = await readBody(request, reset);
  const signedIn = await requireSignedIn(context, request);
  const { user, factors } = signedIn;
  const own = factors.find(({ status }) => status === 'verified');
  if (!own) throw authError('mfa_factor_not_found');
  requireAal2(signedIn, 403, "AAL2 required to reset a colleague's second step");
  const email = requireEmail(body.email);
  await limitPasswordRequests(
    getNetwork(request),
    async () => true,
    () => requirePassword(context, signedIn, body.current_password),
  );
  const counters: Counter[] = [['totpCodePerAccount', user.id]];
  await takeRateLimit(database, counters);

  const isRight = await database.owner.transaction().execute(async (transaction) => {
    const colleague = await findUserByEmail(transaction, email);
    const ids = colleague ? [user.id, colleague.id] : [user.id];
    await lockSignedIn(transaction, signedIn, ...ids);
    if (!(await takeCode(transaction, own.id, body.code))) return false;
    const staff = await transaction
      .selectFrom('public.staff')
      .select('user_id')
      .where('user_id', 'in', ids)
      .execute();
    if (!colleague || staff.length < 2) throw authError('user_not_found');
    await sql`select set_config('ridgeline.actor', ${user.id}, true)`.execute(transaction);
    if ((await deleteFactors(transaction, colleague.id)) === 0) {
      throw authError('mfa_factor_not_found');
    }
    await transaction.deleteFrom('auth.sessions').where('user_id', '=', colleague.id).execute();
    return true;
  });
  if (!isRight) throw authError('mfa_verification_failed');
  await resetRateLimit(database, counters);
  sendInBackground(context, sendMail(context, 'secondStepReset', email, user.email));
  sendInBackground(context, sendMail(context, 'secondStepResetByYou', user.email, email));
  return { email };
}
