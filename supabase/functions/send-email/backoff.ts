import type { MailError } from './mail-error.ts';

/** Seconds. */
const initialBackoff = 60;
const maxBackoff = 3600;
const backoffWithoutRecipient = 300;

/** About four days: a mail server that is away over a long weekend loses nothing. */
const maxAttempts = 100;
/** A server that refuses the mail itself rarely thinks better of it: a quarter of an hour. */
const maxRejections = 5;

/** Seconds from a failed try to the next: twice as long each time, up to an hour. */
export function getBackoffSeconds({ reason }: MailError, attempts: number): number {
  if (reason === 'no_recipient') return backoffWithoutRecipient;
  return Math.min(maxBackoff, initialBackoff * 2 ** Math.min(attempts - 1, 20));
}

/** Whether a mail is left to staff after so many attempts. One without an address waits for the address. */
export function isFinalFailure({ reason, isPermanent }: MailError, attempts: number): boolean {
  if (reason === 'no_recipient') return false;
  return attempts >= (isPermanent ? maxRejections : maxAttempts);
}

/** Whether a mail was tried more often than ever allowed: each time, the sender died of it. */
export function exceedsMaxAttempts(attempts: number): boolean {
  return attempts > maxAttempts;
}
