import { z } from 'zod';
import { countInDatabase } from '#backend/rate-limit.ts';
import type { AuthContext } from './context.ts';
import { screenLink, sendRecoveryMail, verifyLink } from './mails.ts';
import { createOneTimeToken } from './one-time-token.ts';
import { addressOf, takeRateLimit } from './rate-limits.ts';
import { safeRedirect } from './redirect.ts';
import {
  codeChallenge,
  readBody,
  refuseCodeChallenge,
  requireEmail,
  text,
} from './request-body.ts';
import { findUserByEmail } from './user.ts';

/** What is counted of addresses without an account, for the work alone. */
const nobody = { hits: 1_000_000, seconds: 60 };

const recovery = z.object({ email: text.nullish(), code_challenge: codeChallenge });

/**
 * POST /recover: mails the link to set a new password, straight to the screen that `redirect_to`
 * names under the website, or over GET /verify to the website itself. The answer is the same and takes the same
 * time whether or not there is such an account: everything that differs happens after it.
 */
export async function recover(context: AuthContext, request: Request): Promise<void> {
  const body = await readBody(request, recovery);
  refuseCodeChallenge(body.code_challenge);
  const email = requireEmail(body.email);
  const target = safeRedirect(
    context.siteUrl,
    new URL(request.url).searchParams.get('redirect_to'),
  );
  await takeRateLimit(
    context.database,
    [
      { limit: 'recoverFromAddress', of: [addressOf(request)] },
      { limit: 'recoverAccount', of: [email] },
    ],
    'over_email_send_rate_limit',
  );
  mailLink(context, email, target).catch((error: unknown) => {
    context.logger.error({ err: error }, 'The mail to set a new password could not be sent');
  });
}

async function mailLink(context: AuthContext, email: string, target: URL) {
  const { database, siteUrl } = context;
  const user = await findUserByEmail(database.owner, email);
  // A write that is synced, as below: whoever asks next does not wait longer behind the one than the other.
  if (!user) return void (await countInDatabase(database)('auth:recoverNobody', nobody));
  const token = await createOneTimeToken(database.owner, {
    userId: user.id,
    type: 'recovery',
    relatesTo: user.email,
  });
  const link =
    target.href === new URL(siteUrl).href
      ? verifyLink(siteUrl, token, 'recovery', target)
      : screenLink(target, token, 'recovery');
  await sendRecoveryMail(context, user.email, link);
}
