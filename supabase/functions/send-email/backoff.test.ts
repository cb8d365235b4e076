import { expect, it } from 'vitest';
import { exceedsMaxAttempts, getBackoffSeconds, isFinalFailure } from './backoff.ts';
import type { MailError } from './mail-error.ts';

const mailError = (reason: MailError['reason'], isPermanent = false): MailError => ({
  reason,
  isPermanent,
  detail: null,
});

/** Seconds from the first failed attempt to the last one, and the number of attempts. */
function wholeTime(failing: MailError) {
  let attempts = 1;
  let seconds = 0;
  for (; !isFinalFailure(failing, attempts); attempts += 1)
    seconds += getBackoffSeconds(failing, attempts);
  return { attempts, seconds };
}

it('getBackoffSeconds doubles from a minute to an hour', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((attempts) =>
    getBackoffSeconds(mailError('unreachable'), attempts),
  );
  expect(delays).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

it('an unreachable mail server is retried for about four days', () => {
  const { attempts, seconds } = wholeTime(mailError('unreachable'));
  expect(seconds / 3600).toBeGreaterThan(90);
  expect(seconds / 3600).toBeLessThan(100);
  expect(exceedsMaxAttempts(attempts)).toBe(false);
  expect(exceedsMaxAttempts(attempts + 1)).toBe(true);
});

it('a rejected e-mail is given up after five attempts in 15 minutes', () => {
  expect(wholeTime(mailError('rejected', true))).toEqual({ attempts: 5, seconds: 900 });
});

it.each(['no_recipient', 'no_mail_server'] as const)(
  '%s is retried every five minutes, whatever the number of earlier attempts',
  (reason) => {
    expect(isFinalFailure(mailError(reason), 100)).toBe(false);
    expect(getBackoffSeconds(mailError(reason), 100)).toBe(300);
  },
);
