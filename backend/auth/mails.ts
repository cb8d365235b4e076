import { type AuthContext, serviceUrl } from './context.ts';
import type { OneTimeTokenType } from './one-time-token.ts';

type MailContext = Pick<AuthContext, 'mailer' | 'siteUrl'>;

/** Sends the link that lets the owner of a forgotten password set a new one. */
export function sendRecoveryMail(
  { mailer, siteUrl }: MailContext,
  to: string,
  link: string,
): Promise<void> {
  return mailer.send({
    to,
    subject: 'Set a new password',
    text: [
      `Someone, hopefully you, asked to set a new password for ${siteUrl}.`,
      `Open this link within one hour to do so. It works once:\n${link}`,
      'If it was not you, do nothing: your password stays as it is.',
    ].join('\n\n'),
  });
}

/** Tells the account's address that its password is a new one. */
export function sendPasswordChangedNotice(
  { mailer, siteUrl }: MailContext,
  to: string,
): Promise<void> {
  return mailer.send({
    to,
    subject: 'Your password was changed',
    text: [
      `Your account at ${siteUrl} has a new password. Other devices have been signed out.`,
      'If it was not you, ask for a new password on the sign-in page at once.',
    ].join('\n\n'),
  });
}

/** Sends the link that confirms a new e-mail address, to that address. */
export function sendEmailChangeMail(
  { mailer, siteUrl }: MailContext,
  to: string,
  link: string,
): Promise<void> {
  return mailer.send({
    to,
    subject: 'Confirm your new e-mail address',
    text: [
      `This address was entered as the new one of an account at ${siteUrl}.`,
      `Open this link within one hour to sign in with it from now on:\n${link}`,
      'If it was not you, do nothing: the account keeps its address.',
    ].join('\n\n'),
  });
}

/** Tells the old address that the account has a new one. */
export function sendEmailChangedNotice(
  { mailer, siteUrl }: MailContext,
  to: string,
  newEmail: string,
): Promise<void> {
  return mailer.send({
    to,
    subject: 'Your e-mail address was changed',
    text: [
      `Your account at ${siteUrl} now signs in with ${newEmail}.`,
      'If it was not you, tell whoever runs the website at once.',
    ].join('\n\n'),
  });
}

/** The address of GET /verify for a token, as GoTrue writes it into its mails. */
export function verifyLink(
  siteUrl: string,
  token: string,
  type: OneTimeTokenType,
  redirectTo: URL,
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo.href });
  return `${serviceUrl(siteUrl)}/verify?${query}`;
}

/**
 * The address of a screen with the token in its fragment, for the screen to hand to POST /verify.
 * Mail programs that look at links use nothing up, and the token stands in no server's log.
 */
export function screenLink(screen: URL, token: string, type: OneTimeTokenType): string {
  return `${screen.href}#${new URLSearchParams({ token_hash: token, type })}`;
}
