/** Why a mail did not go. The database knows the same reasons: migration 001500. */
export type MailFault = {
  reason:
    | 'no_address'
    | 'unreachable'
    | 'timeout'
    | 'sign_in'
    | 'put_off'
    | 'refused'
    | 'unexpected';
  /** What the mail server or the network said, on one line; null where there is nothing to say. */
  detail: string | null;
  /** The mail server has refused this mail for good. */
  isPermanent: boolean;
};

/** Nobody to write to. */
export const noAddress: MailFault = { reason: 'no_address', detail: null, isPermanent: false };

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
export function faultOf(error: unknown): MailFault {
  const { code, command, message, responseCode } = fieldsOf(error);
  const detail = oneLine(message);
  const fault = (reason: MailFault['reason'], isPermanent = false) => ({
    reason,
    detail,
    isPermanent,
  });
  if (signIn.has(code)) return fault('sign_in');
  if (slow.has(code)) return fault('timeout');
  if (responseCode >= 500) return fault('refused', aboutTheMail.test(command));
  if (responseCode >= 400) return fault('put_off');
  return fault(unreachable.has(code) ? 'unreachable' : 'unexpected');
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
