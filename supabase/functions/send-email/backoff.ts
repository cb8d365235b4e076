import type { MailError } from './mail-error.ts';

const initialBackoffSeconds = 60;
const maxBackoffSeconds = 3600;
const backoffSecondsWithoutSetting = 300;

/** About four days: a mail server may be down over a long weekend. */
const maxAttempts = 100;
/** A quarter of an hour. A server that rejects the e-mail itself rarely accepts it later. */
const maxRejections = 5;

/** Exponential backoff, up to an hour. */
export function getBackoffSeconds({ reason }: MailError, attempts: number): number {
  if (waitsForSetting(reason)) return backoffSecondsWithoutSetting;
  return Math.min(maxBackoffSeconds, initialBackoffSeconds * 2 ** Math.min(attempts - 1, 20));
}

/** Whether an e-mail is not retried automatically any more. Without a setting it waits for that. */
export function isFinalFailure({ reason, isPermanent }: MailError, attempts: number): boolean {
  if (waitsForSetting(reason)) return false;
  return attempts >= (isPermanent ? maxRejections : maxAttempts);
}

/** True if an e-mail has more attempts than allowed: each one ended the sender's process. */
export function exceedsMaxAttempts(attempts: number): boolean {
  return attempts > maxAttempts;
}

function waitsForSetting(reason: MailError['reason']): boolean {
  return reason === 'no_recipient' || reason === 'no_mail_server';
}
