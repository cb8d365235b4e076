import { expect, test } from 'vitest';
import {
  describeAgreement,
  describeRecording,
  explainAnswer,
  explainRecording,
} from './staff-actions.ts';

const accepted = {
  state: 'accepted' as const,
  version: 2,
  agreed_version: 1,
  agreed_cents: 954_850,
  lapsed_as: null,
  decline_reason: null,
};

test.each([
  [{ version: 1 }, undefined],
  [{ state: 'sent' as const, agreed_version: null }, undefined],
  [
    { state: 'viewed' as const },
    'Version 1 is agreed for $9,548.50 and applies until version 2 is accepted.',
  ],
  [
    { lapsed_as: 'declined', decline_reason: 'Too much' },
    'Version 1 is agreed for $9,548.50 and still applies. Version 2 was declined: Too much.',
  ],
  [
    { lapsed_as: 'expired' },
    'Version 1 is agreed for $9,548.50 and still applies. Version 2 expired without an answer.',
  ],
])('describeAgreement explains %j', (change, sentence) => {
  expect(describeAgreement({ ...accepted, ...change })).toBe(sentence);
});

test('explainRecording names what was paid if a refund is higher', () => {
  expect(explainRecording({ status: 'refund_too_high', paid: 498_000 })).toBe(
    "$4,980.00 was paid. A refund can't be more than that.",
  );
  expect(explainRecording({ status: 'recorded', balance: 0, mailed: false })).toBeUndefined();
  expect(explainRecording({ status: 'withdrawn' })).toBe('This quote is withdrawn.');
});

test('explainAnswer reports an answer that was sent with another text', () => {
  expect(explainAnswer({ status: 'already_sent' })).toMatch(/^This answer was already sent/);
  expect(explainAnswer({ status: 'sent' })).toBeUndefined();
});

test.each([
  [false, false, 'The payment was recorded.'],
  [true, true, 'The payment was recorded. The customer will get an email.'],
  [
    true,
    false,
    {
      warning:
        'The payment was recorded. No email was sent, because the customer already got twenty about this order today.',
    },
  ],
])('describeRecording with isTold %j and isMailed %j', (isTold, isMailed, sentence) => {
  expect(describeRecording('The payment', isTold, isMailed)).toEqual(sentence);
});
