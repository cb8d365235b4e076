import { toOneLine } from '../../supabase/functions/send-email/mail.ts';
import { toMailError } from '../../supabase/functions/send-email/outbox.ts';
import { PrivateHostError } from './mail-host.ts';
import { UnreadablePasswordError } from './mail-settings.ts';

/** Why a test message was not sent; the Email screen has a sentence for each. */
export type MailFailure =
  | 'no_mail_server'
  | 'name_not_found'
  | 'private_host'
  | 'connection_refused'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'encryption'
  | 'app_password'
  | 'password_sign_in_off'
  | 'wrong_password'
  | 'unreadable_password'
  | 'sender_refused'
  | 'recipient_refused'
  | 'deferred'
  | 'rejected'
  | 'unexpected';

/** In order: the first pattern that fits the message explains it. Nodemailer replaces the codes of Node's errors. */
const networkFailures: [RegExp, MailFailure][] = [
  [/ENOTFOUND|EAI_AGAIN|ENODATA|EDNS/, 'name_not_found'],
  [/ECONNREFUSED/, 'connection_refused'],
  [/certificate|altnames/i, 'certificate'],
  [/\bETLS\b|\bEPROTO\b|STARTTLS|SSL routines|wrong version|TLS/i, 'encryption'],
];

/** Of Google (534 5.7.9), iCloud, Yahoo and Fastmail. */
const appPassword = /app(?:lication)?[- ]?(?:specific)?[- ]?passw|5\.7\.9\b/i;
/** Of Microsoft: 535 5.7.139. */
const passwordSignInOff = /5\.7\.139|basic authentication is disabled|SmtpClientAuthentication/i;
/** Of servers that judge the sender after the message, such as Microsoft's. */
const senderDenied =
  /SendAsDenied|5\.7\.60\b|not (?:allowed|permitted|authorized) to send (?:as|from)/i;

/** Explains why nodemailer could not send an email. `detail` is the mail server's answer on one line. */
export function explainFailure(error: unknown): { failure: MailFailure; detail: string | null } {
  const { reason, detail } = toMailError(error);
  return { failure: findFailure(error, reason, detail ?? ''), detail };
}

function findFailure(
  error: unknown,
  reason: ReturnType<typeof toMailError>['reason'],
  message: string,
): MailFailure {
  if (error instanceof PrivateHostError) return 'private_host';
  if (error instanceof UnreadablePasswordError) return 'unreadable_password';
  if (reason === 'authentication' || /^AUTH/.test(readField(error, 'command'))) {
    if (passwordSignInOff.test(message)) return 'password_sign_in_off';
    return appPassword.test(message) ? 'app_password' : 'wrong_password';
  }
  if (reason === 'timeout') return 'timeout';
  if (reason === 'deferred') return 'deferred';
  if (reason === 'rejected') {
    const command = readField(error, 'command');
    if (command.startsWith('MAIL FROM') || senderDenied.test(message)) return 'sender_refused';
    return command.startsWith('RCPT TO') ? 'recipient_refused' : 'rejected';
  }
  const text = `${readField(error, 'code')} ${message}`;
  const known = networkFailures.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  return reason === 'unreachable' ? 'unreachable' : 'unexpected';
}

function readField(error: unknown, name: 'code' | 'command'): string {
  const fields = new Map<string, unknown>(
    typeof error === 'object' && error ? Object.entries(error) : [],
  );
  return toOneLine(String(fields.get(name) ?? ''), 100);
}
