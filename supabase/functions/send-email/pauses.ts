import type { MailFault } from './mail-fault.ts';

/** Seconds. */
const firstPause = 60;
const longestPause = 3600;
const pauseWithoutAddress = 300;

/** About four days: a mail server that is away over a long weekend loses nothing. */
const mostTries = 100;
/** A server that refuses the mail itself rarely thinks better of it: a quarter of an hour. */
const mostRefusals = 5;

/** Seconds from a failed try to the next: twice as long each time, up to an hour. */
export function pauseAfter({ reason }: MailFault, tries: number): number {
  if (reason === 'no_address') return pauseWithoutAddress;
  return Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 20));
}

/** Whether a mail is left to staff after so many tries. One without an address waits for the address. */
export function isGivenUp({ reason, isPermanent }: MailFault, tries: number): boolean {
  if (reason === 'no_address') return false;
  return tries >= (isPermanent ? mostRefusals : mostTries);
}

/** Whether a mail was tried more often than ever allowed: each time, the sender died of it. */
export function isPoison(tries: number): boolean {
  return tries > mostTries;
}
