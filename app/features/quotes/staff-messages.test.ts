import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import {
  describeAgreement,
  describeEarlierSending,
  describeRecording,
  describeUnprintable,
  describeUnprintableParts,
  explainAnswer,
  explainRecording,
  listEmptyParts,
} from './staff-messages.ts';

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
    'Version 1 is agreed for $9,548.50 and holds until version 2 is accepted.',
  ],
  [
    { lapsed_as: 'declined', decline_reason: 'Too much' },
    'Version 1 is agreed for $9,548.50 and still holds. Version 2 was declined: Too much.',
  ],
  [
    { lapsed_as: 'expired' },
    'Version 1 is agreed for $9,548.50 and still holds. Version 2 expired without an answer.',
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
  expect(explainAnswer({ status: 'already_sent' })).toMatch(/^This answer is already sent/);
  expect(explainAnswer({ status: 'sent' })).toBeUndefined();
});

test('describeEarlierSending tells what a lost answer has sent, and nothing of a version that was known', () => {
  const unchanged = { status: 'unchanged', number: '2026-0041', version: 2, mailed: true } as const;
  expect(describeEarlierSending(unchanged, 1, 'ann@example.com')).toBe(
    'Version 2 of quote 2026-0041 was already sent to ann@example.com.',
  );
  expect(describeEarlierSending({ ...unchanged, mailed: false }, 1, null)).toBe(
    'Version 2 of quote 2026-0041 was already sent.',
  );
  expect(describeEarlierSending(unchanged, 2, 'ann@example.com')).toBeUndefined();
  expect(describeEarlierSending({ status: 'changed' }, 1, null)).toBeUndefined();
});

test.each([
  [false, false, 'The payment is recorded.'],
  [true, true, 'The payment is recorded. The customer will get an e-mail.'],
  [
    true,
    false,
    'The payment is recorded. No e-mail was sent, because the customer already got twenty about this order today.',
  ],
])('describeRecording with isTold %j and isMailed %j', (isTold, isMailed, sentence) => {
  expect(describeRecording('The payment', isTold, isMailed)).toBe(sentence);
});

test('listEmptyParts names what is empty, and what prevents sending', () => {
  const content = newQuoteContent({ terms: 'Ours' });
  expect(listEmptyParts({ customer_address: '5 Lake Road', content }, '12345 6789 RT0001')).toEqual(
    {
      required: [],
      optional: [],
    },
  );
  const empty = newQuoteContent({
    ...{ paymentTerms: ' ', start: '', duration: '', delivery: '', cancellation: '\n', terms: '' },
  });
  expect(listEmptyParts({ customer_address: null, content: empty }, '')).toEqual({
    required: ['Payment', 'Delivery', 'Cancellation', 'HST number'],
    optional: ["The customer's postal address", 'Start', 'Duration', 'Terms and conditions'],
  });
});

const contact = { address: '', phone: '', email: '' };
const quote = {
  content: newQuoteContent(),
  customer: { name: 'Ann Fielder', ...contact },
  seller: { name: 'Hillside Sheds', legalName: '', ...contact },
  consent: 'I have read this offer and accept it.',
};

test('characters without a glyph are named with the part of the quote', () => {
  const items = [
    newQuoteItem(),
    newQuoteItem({ id: 'b', description: '⅜ in bolts' }),
    newQuoteItem({ id: 'c', description: 'Vents 𓀀' }),
  ];
  const content = newQuoteContent({ items, terms: '𓀀𓀁𓀂𓀃𓀄𓀅' });
  expect(describeUnprintable({ ...quote, content })).toEqual([
    'The PDF cannot print "𓀀" in the description of line 3.',
    'The PDF cannot print "𓀀", "𓀁", "𓀂", "𓀃", "𓀄" and 1 more in "Terms and conditions".',
  ]);
  expect(describeUnprintable(quote)).toEqual([]);
});

test('characters without a glyph are named in the parts of another document', () => {
  const parts: [string, string][] = [
    ["the customer's name", 'Ann 𓀀'],
    ['your business name (Settings)', 'Hillside'],
  ];
  expect(describeUnprintableParts('The cut list', parts)).toEqual([
    'The cut list cannot print "𓀀" in the customer\'s name.',
  ]);
});

test('characters without a glyph are named in the contacts of both parties and the consent', () => {
  const contact = { name: '𓀀', address: '𓀀', phone: '𓀀', email: '𓀀@example.com' };
  const seller = { ...contact, legalName: '𓀀' };
  const sentences = describeUnprintable({ ...quote, customer: contact, seller, consent: '𓀀' });
  expect(sentences.map((sentence) => sentence.replace('The PDF cannot print "𓀀" in ', ''))).toEqual(
    [
      "the customer's name.",
      "the customer's address.",
      "the customer's telephone number.",
      "the customer's e-mail address.",
      'your business name (Settings).',
      'your legal name (Quote settings).',
      'your address (Settings).',
      'your telephone number (Settings).',
      'your e-mail address (Settings).',
      'the acceptance sentence (Quote settings).',
    ],
  );
});
