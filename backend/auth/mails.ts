import { secondStepMails } from '../../supabase/functions/reset-colleague/mails.ts';
import { type AuthContext, getServiceUrl } from './request.ts';

/** The types of mailed links that clients know. */
export type MailedLinkType = 'recovery' | 'email_change';

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
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    paragraphs: (siteUrl: string) => [
      `Someone, hopefully you, signed in to your account at ${siteUrl} with one of your recovery codes. That code no longer works.`,
      'If it was not you, sign in, change your password and create new recovery codes at once.',
    ],
  },
  ...secondStepMails,
  emailChange: {
    subject: 'Confirm your new email address',
    paragraphs: (siteUrl: string, link: string) => [
      `This address was entered as the new one of an account at ${siteUrl}.`,
      `Open this link within one hour to confirm it:\n${link}`,
      'The account signs in with it once the change is confirmed at its present address, too.',
      'If it was not you, do nothing: the account keeps its address.',
    ],
  },
  emailChangeCurrent: {
    subject: 'Confirm the change of your email address',
    paragraphs: (siteUrl: string, link: string, newEmail: string) => [
      `Someone, hopefully you, asked that your account at ${siteUrl} signs in with ${newEmail}.`,
      `Open this link within one hour to allow it:\n${link}`,
      'If it was not you, do not open it, and set a new password: someone knows yours.',
    ],
  },
  emailChanged: {
    subject: 'Your email address was changed',
    paragraphs: (siteUrl: string, link: string, newEmail: string) => [
      `Your account at ${siteUrl} now signs in with ${newEmail}.`,
      `If it was not you, open this link within three days. It gives the account this address back and signs everyone out; then you set a new password:\n${link}`,
    ],
  },
  emailRestored: {
    subject: 'Your email address was changed back',
    paragraphs: (siteUrl: string, oldEmail: string) => [
      `The account at ${siteUrl} that signed in with this address signs in with ${oldEmail} again: the change was undone from there.`,
      'If it was not you, tell whoever runs the website at once.',
    ],
  },
};

/**
 * Sends one of the mails about an account.
 *
 * @param detail its link; the restored address of `emailRestored`
 * @param newEmail the new address of `emailChangeCurrent` and `emailChanged`
 */
export async function sendMail(
  { mailer, siteUrl }: Pick<AuthContext, 'mailer' | 'siteUrl'>,
  template: keyof typeof templates,
  to: string,
  detail = '',
  newEmail = '',
): Promise<void> {
  const { subject, paragraphs } = templates[template];
  await mailer.send({ to, subject, text: paragraphs(siteUrl, detail, newEmail).join('\n\n') });
}

/** Sends an email after the response. An error is logged. */
export function sendInBackground({ logger }: AuthContext, sending: Promise<void>): void {
  sending.catch((error: unknown) => {
    logger.error({ err: error }, 'Account email failed');
  });
}

/**
 * Returns where a mailed link may lead: the requested URL if it is on the website, else the home
 * page. The fragment is removed.
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
  type: MailedLinkType,
  redirectTo: URL,
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo.href });
  return `${getServiceUrl(siteUrl)}/verify?${query}`;
}

/**
 * Returns the URL of the screen that confirms or undoes an email change when its button is pressed.
 * The fragment keeps the token out of server logs, and mail programs that open links do not use it
 * up.
 */
export function getEmailChangeUrl(
  siteUrl: string,
  token: string,
  step: 'confirm' | 'undo',
): string {
  const fragment = new URLSearchParams({ token_hash: token, type: 'email_change', step });
  return `${siteUrl}/admin/email-address#${fragment}`;
}
