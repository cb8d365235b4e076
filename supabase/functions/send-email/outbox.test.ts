import { expect, it } from 'vitest';
import {
  exceedsMaxAttempts,
  getBackoffSeconds,
  isFinalFailure,
  type MailError,
  toMailError,
} from './outbox.ts';

const error = (fields: object, message = 'told') => Object.assign(new Error(message), fields);

it.each([
  [{ code: 'ESOCKET', command: 'CONN' }, 'unreachable', false],
  [{ code: 'EDNS' }, 'unreachable', false],
  [{ code: 'ETIMEDOUT' }, 'timeout', false],
  [{ code: 'EABORT' }, 'timeout', false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'authentication', false],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, 'deferred', false],
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'rejected', true],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'rejected', true],
  [{ code: 'ECONNECTION', responseCode: 554, command: 'CONN' }, 'rejected', false],
  [{ code: 'EUNREADABLEPASSWORD' }, 'no_mail_server', false],
  [{ code: '42P01' }, 'unexpected', false],
])('toMailError maps %j to %s, permanent: %s', (fields, reason, isPermanent) => {
  expect(toMailError(error(fields))).toEqual({ reason, isPermanent, detail: 'told' });
});

it('toMailError limits the detail to one line of 500 characters', () => {
  const { detail } = toMailError(error({}, `550\r\nno\u0000 ${'x'.repeat(2000)}`));
  expect(detail).toMatch(/^550 no x+$/);
  expect(detail).toHaveLength(500);
  expect(toMailError('Broken off')).toEqual({
    reason: 'unexpected',
    detail: 'Broken off',
    isPermanent: false,
  });
});

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

it('a rejected email is given up after five attempts in 15 minutes', () => {
  expect(wholeTime(mailError('rejected', true))).toEqual({ attempts: 5, seconds: 900 });
});

it.each(['no_recipient', 'no_mail_server'] as const)(
  '%s is retried every five minutes, whatever the number of earlier attempts',
  (reason) => {
    expect(isFinalFailure(mailError(reason), 100)).toBe(false);
    expect(getBackoffSeconds(mailError(reason), 100)).toBe(300);
  },
);
