/** Why a mail was not sent. The same reasons as in the constraint outbox_reason_known. */
export type MailError = {
  reason:
    | 'no_recipient'
    | 'unreachable'
    | 'timeout'
    | 'authentication'
    | 'deferred'
    | 'rejected'
    | 'unexpected';
  /** What the mail server or the network said, on one line; null where there is nothing to say. */
  detail: string | null;
  /** The mail server has refused this mail for good. */
  isPermanent: boolean;
};

/** Nobody to write to. */
export const noRecipient: MailError = { reason: 'no_recipient', detail: null, isPermanent: false };

const unreachable = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPROXY',
  'ESOCKET',
  'ETLS',
]);
const slow = new Set(['EABORT', 'ETIMEDOUT', 'AbortError', 'TimeoutError']);
const signIn = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'EOTP']);
/** The commands that are about one mail; what a server says to others is about every mail. */
const aboutTheMail = /^(?:MAIL FROM|RCPT TO|DATA)\b/;

/**
 * Tells why sending failed, from nodemailer's error (its codes: nodemailer/errors) and the server's
 * reply code (RFC 5321, section 4.2.1): 4yz for a while, 5yz for good.
 */
export function toMailError(error: unknown): MailError {
  const { code, command, message, responseCode } = fieldsOf(error);
  const detail = oneLine(message);
  const mailError = (reason: MailError['reason'], isPermanent = false) => ({
    reason,
    detail,
    isPermanent,
  });
  if (signIn.has(code)) return mailError('authentication');
  if (slow.has(code)) return mailError('timeout');
  if (responseCode >= 500) return mailError('rejected', aboutTheMail.test(command));
  if (responseCode >= 400) return mailError('deferred');
  return mailError(unreachable.has(code) ? 'unreachable' : 'unexpected');
}

function fieldsOf(error: unknown) {
  const fields = new Map<string, unknown>(
    typeof error === 'object' && error ? Object.entries(error) : [],
  );
  const name = error instanceof Error ? error.name : '';
  return {
    code: String(fields.get('code') ?? name),
    command: String(fields.get('command') ?? ''),
    message: error instanceof Error ? error.message : String(error),
    responseCode: Number(fields.get('responseCode') ?? 0),
  };
}

function oneLine(text: string): string | null {
  return (
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 500) || null
  );
}
