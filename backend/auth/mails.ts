import { type AuthContext, getServiceUrl } from './request.ts';
import type { OneTimeTokenType } from './tokens.ts';

const templates = {
  recovery: {
    subject: 'Set a new password',
    paragraphs: (siteUrl: string, link: string) => [
      `Someone, hopefully you, asked to set a new password for ${siteUrl}.`,
      `Open this link within one hour to do so. It works once:\n${link}`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: (siteUrl: string) => [
      `Your account at ${siteUrl} has a new password. Other devices have been signed out.`,
      'If it was not you, ask for a new password on the sign-in page at once.',
    ],
  },
  emailChange: {
    subject: 'Confirm your new e-mail address',
    paragraphs: (siteUrl: string, link: string) => [
      `This address was entered as the new one of an account at ${siteUrl}.`,
      `Open this link within one hour to sign in with it from now on:\n${link}`,
      'If it was not you, do nothing: the account keeps its address.',
    ],
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    paragraphs: (siteUrl: string, newEmail: string) => [
      `Your account at ${siteUrl} now signs in with ${newEmail}.`,
      'If it was not you, tell whoever runs the website at once.',
    ],
  },
};

/**
 * Sends one of the mails about an account.
 *
 * @param detail the link of `recovery` and `emailChange`, the new address of `emailChanged`
 */
export async function sendMail(
  { mailer, siteUrl }: Pick<AuthContext, 'mailer' | 'siteUrl'>,
  template: keyof typeof templates,
  to: string,
  detail = '',
): Promise<void> {
  const { subject, paragraphs } = templates[template];
  await mailer.send({ to, subject, text: paragraphs(siteUrl, detail).join('\n\n') });
}

/** Lets a mail be sent after the response: an error is logged. */
export function sendInBackground({ logger }: AuthContext, sending: Promise<void>): void {
  sending.catch((error: unknown) => {
    logger.error({ err: error }, 'A mail about an account could not be sent');
  });
}

/**
 * The URL that a mailed link may lead to: the requested one if it is under the website's, else the
 * website's own. Its fragment is removed.
 */
export function toSafeRedirect(siteUrl: string, requested: string | null): URL {
  const site = new URL(siteUrl);
  if (!requested || !URL.canParse(requested, site)) return site;
  const url = new URL(requested, site);
  url.hash = '';
  const folder = site.pathname.endsWith('/') ? site.pathname : `${site.pathname}/`;
  const isInside = url.pathname === site.pathname || url.pathname.startsWith(folder);
  return url.origin === site.origin && isInside && !url.username && !url.password ? url : site;
}

/** The URL of GET /verify for a token, as GoTrue writes it into its mails. */
export function getVerifyUrl(
  siteUrl: string,
  token: string,
  type: OneTimeTokenType,
  redirectTo: URL,
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo.href });
  return `${getServiceUrl(siteUrl)}/verify?${query}`;
}
