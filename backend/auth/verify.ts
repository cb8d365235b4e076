import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerTransaction } from '#backend/database/database.ts';
import type { AuthContext } from './context.ts';
import { confirmEmailChange } from './email-change.ts';
import { toAuthError } from './error-response.ts';
import { sendEmailChangedNotice } from './mails.ts';
import { type OneTimeTokenType, useOneTimeToken } from './one-time-token.ts';
import { addressOf, takeRateLimit } from './rate-limits.ts';
import { redirectWithError, redirectWithSession, safeRedirect } from './redirect.ts';
import { invalid, readBody, requireEmail, text } from './request-body.ts';
import { type SessionBody, startSession, toSessionBody } from './session.ts';
import type { UserRow } from './user.ts';

const verification = z.object({
  type: z.string().nullish(),
  token: z.string().max(1024).nullish(),
  token_hash: z.string().max(1024).nullish(),
  email: text.nullish(),
  phone: text.nullish(),
});

type Mailed = { type: OneTimeTokenType; token: string; email?: string | undefined };

/** POST /verify: exchanges a mailed token, by itself or with the address it was mailed to, for a session. */
export async function verifyByRequest(
  context: AuthContext,
  request: Request,
): Promise<SessionBody> {
  const { type, token, token_hash: alone, email, phone } = await readBody(request, verification);
  const requested = requireType(type);
  if (!token === !alone) throw invalid('Verify requires either a token or a token hash');
  if (alone) {
    if (email || phone) throw invalid('Only the token_hash and type should be provided');
    return exchange(context, request, { type: requested, token: alone });
  }
  if (!token || !email || phone) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  return exchange(context, request, { type: requested, token, email: requireEmail(email) });
}

/**
 * GET /verify: the mailed link. Leads on to `redirect_to`, where it lies under the website, with the
 * session or the error in the fragment.
 */
export async function verifyByLink(context: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const target = safeRedirect(context.siteUrl, query.get('redirect_to'));
  // Mail programs look at links with HEAD; that must not use the link up.
  if (request.method === 'HEAD') return redirect(target.href);
  try {
    const type = requireType(query.get('type'));
    const token = query.get('token') || query.get('token_hash');
    if (!token) throw invalid('Verify requires a token or a token hash');
    const session = await exchange(context, request, { type, token });
    return redirect(redirectWithSession(target, session, type));
  } catch (error) {
    return redirect(redirectWithError(target, toAuthError(error, context.logger)));
  }
}

async function exchange(
  context: AuthContext,
  request: Request,
  mailed: Mailed,
): Promise<SessionBody> {
  const { database, logger } = context;
  await takeRateLimit(database, [{ limit: 'verifyFromAddress', of: [addressOf(request)] }]);
  const { before, session } = await database.owner.transaction().execute(async (transaction) => {
    const before = await useOneTimeToken(transaction, mailed);
    if (mailed.type === 'email_change') await confirmEmailChange(transaction, before);
    else await confirmEmail(transaction, before);
    return { before, session: await startSession(transaction, request, before.id, 'otp') };
  });
  if (mailed.type === 'email_change') {
    sendEmailChangedNotice(context, before.email, session.user.email).catch((error: unknown) => {
      logger.error({ err: error }, 'The notice of a changed e-mail address could not be sent');
    });
  }
  return toSessionBody(context, session);
}

/** Whoever opened the link reads the mails of this address. */
async function confirmEmail(transaction: OwnerTransaction, user: UserRow) {
  if (user.email_confirmed_at) return;
  await transaction
    .updateTable('auth.users')
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute();
}

function requireType(type: string | null | undefined): OneTimeTokenType {
  if (!type) throw invalid('Verify requires a verification type');
  if (type !== 'recovery' && type !== 'email_change') {
    throw invalid('Unsupported verification type');
  }
  return type;
}

function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer' },
  });
}
