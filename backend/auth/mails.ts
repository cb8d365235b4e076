import type { Mailer } from '#backend/functions/mailer.ts';
import { secondStepMails } from '../../supabase/functions/reset-colleague/mails.ts';
import { type AuthContext, getServiceUrl } from './request.ts';

/** The types of mailed links that clients know. */
export type MailedLinkType = 'recovery' | 'email_change';

const templates = {
  recovery: {
    subject: 'Set a new password',
    paragraphs: (siteUrl: string, link: string) => [
      `Someone asked to set a new password for your account at ${siteUrl}.`,
      `Open this link within one hour to set it. The link works once:\n${link}`,
      "If this wasn't you, ignore this email. Your password stays the same.",
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: (siteUrl: string) => [
      `Your account at ${siteUrl} has a new password. Other devices have been signed out.`,
      "If this wasn't you, go to the sign-in page right away and ask for a new password.",
    ],
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    paragraphs: (siteUrl: string) => [
      `Someone signed in to your account at ${siteUrl} with one of your recovery codes. That code no longer works.`,
      "If this wasn't you, sign in right away, change your password and create new recovery codes.",
    ],
  },
  factorAdded: {
    subject: 'Two-step sign-in was set up for your account',
    paragraphs: (siteUrl: string) => [
      `An authenticator app was added to your account at ${siteUrl}. You now need a code from it to sign in.`,
      "If this wasn't you, someone knows your password. Ask a colleague to turn two-step sign-in off for you, then set a new password right away.",
    ],
  },
  ...secondStepMails,
  invitation: {
    subject: 'Your access to the admin panel',
    paragraphs: (siteUrl: string, link: string, inviter: string) => [
      `${inviter} gave you access to the admin panel at ${siteUrl}.`,
      `Open this link within three days to choose your password. The link works once:\n${link}`,
      `If it has expired, ask ${inviter} to send it again. If you don't know what this is about, ignore this email.`,
    ],
  },
  colleagueInvited: {
    subject: 'You invited a colleague',
    paragraphs: (siteUrl: string, email: string) => [
      `You invited ${email} to the admin panel at ${siteUrl}. They have three days to choose a password.`,
      "If this wasn't you, change your password right away, then remove them on the Colleagues screen.",
    ],
  },
  accessRemoved: {
    subject: 'Your access to the admin panel was removed',
    paragraphs: (siteUrl: string, remover: string) => [
      `${remover} removed your access to the admin panel at ${siteUrl} and signed you out everywhere.`,
      'If you think this is a mistake, ask them.',
    ],
  },
  colleagueRemoved: {
    subject: 'You removed a colleague',
    paragraphs: (siteUrl: string, email: string) => [
      `You removed ${email} from the admin panel at ${siteUrl}. They have been signed out everywhere.`,
      "If this wasn't you, change your password right away.",
    ],
  },
  mailSettingsChanged: {
    subject: "The website's email settings were changed",
    paragraphs: (siteUrl: string, changer: string, parts: string) => [
      `${changer} changed how the website at ${siteUrl} sends email: ${parts}.`,
      "If you didn't expect this, ask them, and check the Email screen in the admin panel. Whoever controls the mail server can read the links we send for setting a new password.",
    ],
  },
  backupRestored: {
    subject: 'A backup of the website was restored',
    paragraphs: (siteUrl: string, restorer: string, file: string) => [
      `${restorer} restored the backup ${file} of the website at ${siteUrl}. Everyone was signed out.`,
      "If you don't know why, ask them. The state before the restore is under Backups in the admin panel.",
    ],
  },
  emailChange: {
    subject: 'Confirm your new email address',
    paragraphs: (siteUrl: string, link: string) => [
      `Someone entered this address as the new email address of an account at ${siteUrl}.`,
      `To confirm it, open this link within one hour:\n${link}`,
      'The change takes effect once it is also confirmed from the current address.',
      "If this wasn't you, ignore this email. The account keeps its current address.",
    ],
  },
  emailChangeAlone: {
    subject: 'Confirm your new email address',
    paragraphs: (siteUrl: string, link: string) => [
      `Someone entered this address as the new email address of an account at ${siteUrl}.`,
      `To sign in with it from now on, open this link within one hour:\n${link}`,
      "If this wasn't you, ignore this email. The account keeps its current address.",
    ],
  },
  emailChangeCurrent: {
    subject: 'Confirm your email address change',
    paragraphs: (siteUrl: string, link: string, newEmail: string) => [
      `Someone asked to change the email address of your account at ${siteUrl} to ${newEmail}.`,
      `To allow the change, open this link within one hour:\n${link}`,
      "If this wasn't you, don't open the link. Set a new password now, because someone knows yours.",
    ],
  },
  emailChanged: {
    subject: 'Your email address was changed',
    paragraphs: (siteUrl: string, link: string, newEmail: string) => [
      `Your account at ${siteUrl} now signs in with ${newEmail}.`,
      `If this wasn't you, open this link within three days. It gives your account this address back and signs everyone out. Then you'll set a new password:\n${link}`,
    ],
  },
  emailRestored: {
    subject: 'Your email address was changed back',
    paragraphs: (siteUrl: string, oldEmail: string) => [
      `The account at ${siteUrl} that used this address is back to ${oldEmail}. Someone undid the change from that address.`,
      "If this wasn't you, tell whoever runs the website right away.",
    ],
  },
};

/**
 * Sends one of the mails about an account.
 *
 * @param detail its link, or the address of the other person
 * @param second the new address of `emailChangeCurrent` and `emailChanged`; who sent the `invitation`; what was changed
 *   or restored
 */
export async function sendMail(
  { mailer, siteUrl }: { mailer: Pick<Mailer, 'send'>; siteUrl: string },
  template: keyof typeof templates,
  to: string,
  detail = '',
  second = '',
): Promise<void> {
  const { subject, paragraphs } = templates[template];
  await mailer.send({ to, subject, text: paragraphs(siteUrl, detail, second).join('\n\n') });
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
  step: 'confirm' | 'alone' | 'undo',
): string {
  const fragment = new URLSearchParams({ token_hash: token, type: 'email_change', step });
  return `${siteUrl}/admin/email-address#${fragment}`;
}
