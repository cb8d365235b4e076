import { toOneLine } from './mail.ts';

/** Why an email was not sent; the constraint outbox_reason_known has the same reasons. */
export type MailError = {
  reason:
    | 'no_recipient'
    | 'no_mail_server'
    | 'unreachable'
    | 'timeout'
    | 'authentication'
    | 'deferred'
    | 'rejected'
    | 'unexpected';
  /** The mail server's answer or the network error, on one line; null without one. */
  detail: string | null;
  /** The mail server rejected this email permanently. */
  isPermanent: boolean;
};

export const noRecipient: MailError = { reason: 'no_recipient', detail: null, isPermanent: false };
export const noMailServer: MailError = {
  reason: 'no_mail_server',
  detail: null,
  isPermanent: false,
};

/** The address could be read as a list, or with a comment, in a mail header. */
export const ambiguousRecipient: MailError = {
  reason: 'rejected',
  detail: 'The address is not a plain email address',
  isPermanent: true,
};

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
const authentication = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'EOTP']);
/** A rejection of these commands concerns one email; of others, all. */
const perMailCommands = /^(?:MAIL FROM|RCPT TO|DATA)\b/;

/**
 * Classifies an error by nodemailer's code (nodemailer/errors) and the server's reply code (RFC 5321,
 * section 4.2.1: 4yz transient, 5yz permanent).
 */
export function toMailError(error: unknown): MailError {
  const { code, command, message, responseCode } = readErrorFields(error);
  const detail = toOneLine(message, 500) || null;
  const mailError = (reason: MailError['reason'], isPermanent = false) => ({
    reason,
    detail,
    isPermanent,
  });
  if (authentication.has(code)) return mailError('authentication');
  if (slow.has(code)) return mailError('timeout');
  if (responseCode >= 500) return mailError('rejected', perMailCommands.test(command));
  if (responseCode >= 400) return mailError('deferred');
  return mailError(unreachable.has(code) ? 'unreachable' : 'unexpected');
}

function readErrorFields(error: unknown) {
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

const initialBackoffSeconds = 60;
const maxBackoffSeconds = 3600;
const backoffSecondsWithoutSetting = 300;

/** About four days: a mail server may be down over a long weekend. */
const maxAttempts = 100;
/** A quarter of an hour. A server that rejects the email itself rarely accepts it later. */
const maxRejections = 5;

/** Exponential backoff, up to an hour. */
export function getBackoffSeconds({ reason }: MailError, attempts: number): number {
  if (waitsForSetting(reason)) return backoffSecondsWithoutSetting;
  return Math.min(maxBackoffSeconds, initialBackoffSeconds * 2 ** Math.min(attempts - 1, 20));
}

/** Whether an email is not retried automatically any more. Without a setting it waits for that. */
export function isFinalFailure({ reason, isPermanent }: MailError, attempts: number): boolean {
  if (waitsForSetting(reason)) return false;
  return attempts >= (isPermanent ? maxRejections : maxAttempts);
}

/** True if an email has more attempts than allowed: each one ended the sender's process. */
export function exceedsMaxAttempts(attempts: number): boolean {
  return attempts > maxAttempts;
}

function waitsForSetting(reason: MailError['reason']): boolean {
  return reason === 'no_recipient' || reason === 'no_mail_server';
}
