import { sql } from 'kysely';
import { z } from 'zod';
import { getCustomerKey, getNetwork } from '#backend/client-network.ts';
import type { HttpError } from '#backend/http-error.ts';
import { countInDatabase } from '#backend/limits.ts';
import { followEmailChangeLink } from './email-change.ts';
import { authError, invalid, toHttpError } from './errors.ts';
import {
  getVerifyUrl,
  type MailedLinkType,
  sendInBackground,
  sendMail,
  toSafeRedirect,
} from './mails.ts';
import { isWithinLimit, takeRateLimit } from './rate-limits.ts';
import {
  type AuthContext,
  codeChallenge,
  readBody,
  rejectCodeChallenge,
  requireEmail,
  text,
} from './request.ts';
import { type SessionBody, startSession, toSessionBody } from './sessions.ts';
import { createOneTimeToken, type OneTimeTokenType, useOneTimeToken } from './tokens.ts';
import { findUserByEmail } from './users.ts';

/** Counted for addresses without an account, so that both cases take the same time. */
const unlimited = { hits: 1_000_000, seconds: 60 };

const recovery = z.object({ email: text.nullish(), code_challenge: codeChallenge });
const verification = z.object({
  type: z.string().nullish(),
  token: z.string().max(1024).nullish(),
  token_hash: z.string().max(1024).nullish(),
  email: text.nullish(),
  phone: text.nullish(),
});

type MailedToken = { type: MailedLinkType; token: string; email?: string | undefined };

/** GoTrue's answer if a link starts no session. */
type Message = { msg: string; code: '200' };

const tokenTypes: Record<MailedLinkType, OneTimeTokenType[]> = {
  recovery: ['recovery', 'invite'],
  email_change: ['email_change_current', 'email_change_new', 'email_change_undo'],
};

/**
 * POST /recover: mails the link to set a new password, either to the screen named by `redirect_to`,
 * or through GET /verify to the home page. The response and its timing do not reveal whether the
 * account exists, because everything that differs happens afterwards.
 *
 * A network over its limit gets 429. Many networks together cannot lock anyone out: once an
 * account's limit is used up, one request in ten minutes is still mailed, and the others are
 * answered as if they were, because the newest link keeps working.
 */
export async function recover(context: AuthContext, request: Request): Promise<void> {
  const body = await readBody(request, recovery);
  rejectCodeChallenge(body.code_challenge);
  const email = requireEmail(body.email);
  const redirectTo = new URL(request.url).searchParams.get('redirect_to');
  const target = toSafeRedirect(context.siteUrl, redirectTo);
  const network = getNetwork(request);
  await takeRateLimit(
    context.database,
    [
      ['recoverPerNetwork', network],
      ['recoverPerAccountAndNetwork', email, getCustomerKey(network)],
    ],
    'over_email_send_rate_limit',
  );
  const isMailed =
    (await isWithinLimit(context.database, ['recoverPerAccount', email])) ||
    (await isWithinLimit(context.database, ['recoverPerAccountInStorm', email]));
  if (isMailed) sendInBackground(context, sendRecoveryLink(context, email, target));
}

async function sendRecoveryLink(context: AuthContext, email: string, target: URL) {
  const { database, siteUrl } = context;
  const found = await findUserByEmail(database.owner, email);
  // An invitation alone confirms the address that a colleague has typed.
  const user = found?.email_confirmed_at ? found : undefined;
  // This write is synced like the one below, so that the next request waits equally long behind
  // either.
  if (!user) return void (await countInDatabase(database)('auth:recoverNobody', unlimited));
  const token = await createOneTimeToken(database.owner, user.id, 'recovery', user.email);
  // A fragment keeps the token from mail scanners and out of server logs.
  const url =
    target.href === new URL(siteUrl).href
      ? getVerifyUrl(siteUrl, token, 'recovery', target)
      : `${target.href}#${new URLSearchParams({ token_hash: token, type: 'recovery' })}`;
  await sendMail(context, 'recovery', user.email, url);
}

/**
 * POST /verify: exchanges a mailed token, alone or with the address it was mailed to, for a
 * session. A token for an email change starts no session and returns a message.
 */
export async function verifyByRequest(
  context: AuthContext,
  request: Request,
): Promise<SessionBody | Message> {
  const body = await readBody(request, verification);
  const { token, token_hash: tokenHash, email, phone } = body;
  const type = requireType(body.type);
  if (!token === !tokenHash) throw invalid('Verify requires either a token or a token hash');
  if (tokenHash) {
    if (email || phone) throw invalid('Only the token_hash and type should be provided');
    return exchange(context, request, { type, token: tokenHash });
  }
  if (!token || !email || phone) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  return exchange(context, request, { type, token, email: requireEmail(email) });
}

/**
 * GET /verify: the mailed link. Redirects to `redirect_to`, if it is under the website, with the
 * session or the error in the fragment, where supabase-js finds it (OAuth 2.0's implicit grant).
 */
export async function verifyByLink(context: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const target = toSafeRedirect(context.siteUrl, query.get('redirect_to'));
  const redirect = (fragment = '') =>
    new Response(null, {
      status: 303,
      headers: { location: `${target.href}${fragment}`, 'referrer-policy': 'no-referrer' },
    });
  // Mail programs check links with HEAD, which must not use them up.
  if (request.method === 'HEAD') return redirect();
  try {
    const type = requireType(query.get('type'));
    const token = query.get('token') || query.get('token_hash');
    if (!token) throw invalid('Verify requires a token or a token hash');
    const answer = await exchange(context, request, { type, token });
    return redirect(
      'msg' in answer
        ? `#${new URLSearchParams({ message: answer.msg, sb: '' })}`
        : toSessionFragment(answer, type),
    );
  } catch (error) {
    return redirect(toErrorFragment(toHttpError(error, context.logger)));
  }
}

async function exchange(
  context: AuthContext,
  request: Request,
  { type, token, email }: MailedToken,
): Promise<SessionBody | Message> {
  const { database } = context;
  await takeRateLimit(database, [['verifyPerNetwork', getNetwork(request)]]);
  const result = await database.owner.transaction().execute(async (transaction) => {
    const used = await useOneTimeToken(transaction, { token, types: tokenTypes[type], email });
    if (type === 'email_change') return followEmailChangeLink(transaction, used);
    // The address may have changed between the request for the link and the storing of its token.
    if (used.mailedTo !== used.user.email) throw authError('otp_expired');
    if (!used.user.email_confirmed_at) {
      await transaction
        .updateTable('auth.users')
        .set({ email_confirmed_at: sql<Date>`now()` })
        .where('id', '=', used.user.id)
        .execute();
    }
    return startSession(transaction, request, used.user.id, 'otp');
  });
  if (!('notify' in result)) return toSessionBody(context, result);
  result.notify(context);
  return { msg: result.message, code: '200' };
}

function requireType(type: string | null | undefined): MailedLinkType {
  if (!type) throw invalid('Verify requires a verification type');
  if (type === 'recovery' || type === 'email_change') return type;
  throw invalid('Unsupported verification type');
}

function toSessionFragment(session: SessionBody, type: string): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  return `#${new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type,
    type,
  })}`;
}

function toErrorFragment({ status, code, message }: HttpError): string {
  const names: Record<number, string> = { 400: 'invalid_request', 403: 'access_denied' };
  return `#${new URLSearchParams({
    error: names[status] ?? 'server_error',
    error_code: code,
    error_description: message,
    sb: '',
  })}`;
}
