import { expect, test } from 'vitest';
import { mailReasons } from '#app/lib/mail-reasons.ts';
import { explainUnsentMail, type UnsentMail } from './unsent-mails.tsx';

const plainSpaces = (text: string) => text.replace(/\s/g, ' ');
const now = new Date('2026-11-21T15:00:00Z');
const mail: UnsentMail = {
  enquiry_id: 'one',
  status: 'waiting',
  reason: 'rejected',
  detail: '550 No such user',
  attempted_at: '2026-11-21T14:45:00Z',
  next_attempt_at: '2026-11-21T15:45:00Z',
};

test('describes the cause, the answer of the server and the time of the next attempt', () => {
  expect(explainUnsentMail(mail, now).map(plainSpaces)).toEqual([
    'The mail server rejected the message.',
    'Details: 550 No such user',
    'Last attempt: Nov 21, 2026, 9:45 a.m.',
    'Next attempt: Nov 21, 2026, 10:45 a.m.',
  ]);
});

test.each(mailReasons)('has a sentence for %s', (reason) => {
  const [sentence] = explainUnsentMail({ ...mail, reason }, now);
  expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
});

test('describes an email without an attempt, before the next one and after the last one', () => {
  const untried = { ...mail, reason: null, detail: null, attempted_at: null };
  expect(explainUnsentMail({ ...untried, next_attempt_at: '2026-11-21T14:00:00Z' }, now)).toEqual([
    'Not sent yet.',
    'Next attempt: within two minutes',
  ]);
  const failed = explainUnsentMail({ ...mail, status: 'failed', next_attempt_at: null }, now);
  expect(failed.at(-1)).toBe('Next attempt: none unless you send it again');
});
