import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { describeEvent, describeSelection } from './describe-event.ts';

const content = newQuoteContent({
  items: [
    newQuoteItem(),
    newQuoteItem({ id: 'ramp', description: 'Ramp', optional: true }),
    newQuoteItem({ id: 'loft', description: 'Loft', optional: true }),
  ],
  alternatives: [
    { id: 'a1', title: 'Pine', description: '' },
    { id: 'a2', title: 'Cedar', description: '' },
  ],
});

const newEvent = (type: string, change: object) => ({
  type,
  hash: 'b'.repeat(64),
  previous_hash: 'a'.repeat(64),
  entry: JSON.stringify({
    actor: 'customer',
    account: null,
    at: '2026-11-23T15:00:00.000000Z',
    local: '2026-11-23 10:00:00',
    data: {},
    personal: {},
    ...change,
  }),
});

test('describeEvent names who accepted what, from where, and its proof', () => {
  const event = newEvent('accepted', {
    data: {
      version: 2,
      channel: 'online',
      source: 'website',
      selection: { alternative: 'a2', options: ['ramp'] },
      agreementSha256: 'c'.repeat(64),
    },
    personal: { name: 'hash', ip: 'hash', userAgent: 'hash' },
  });
  const details = [
    { field: 'name', value: 'Ann Fielder' },
    { field: 'ip', value: '203.0.113.7' },
    { field: 'userAgent', value: null },
  ];
  const described = describeEvent(event, details, (version) =>
    version === 2 ? content : undefined,
  );
  expect(described).toEqual({
    title: 'Accepted',
    actor: 'The customer',
    facts: [
      ['Name', 'Ann Fielder'],
      ['IP address', '203.0.113.7'],
      ['Browser', 'Erased'],
      ['Version', '2'],
      ['How', 'online'],
      ['Address and browser', 'signed by the website'],
      ['Selected', 'Cedar; Ramp'],
      ['Agreement (SHA-256)', 'c'.repeat(64)],
      ['In Ontario', '2026-11-23 10:00:00'],
      ['UTC', '2026-11-23T15:00:00.000000Z'],
      ['Hash', 'b'.repeat(64)],
      ['Hash of the previous event', 'a'.repeat(64)],
    ],
  });
});

test("describeEvent has the mail server's response", () => {
  const event = newEvent('mailed', {
    actor: 'system',
    data: { to: 'customer', type: 'sent', version: 1 },
    personal: { email: 'hash', response: 'hash' },
  });
  const details = [
    { field: 'response', value: '250 2.0.0 Ok: queued as 4F' },
    { field: 'email', value: 'ann@example.com' },
  ];
  const { facts } = describeEvent(event, details, () => undefined);
  expect(facts.slice(0, 5)).toEqual([
    ['Email address', 'ann@example.com'],
    ["Mail server's response", '250 2.0.0 Ok: queued as 4F'],
    ['To', 'the customer'],
    ['What', 'the quote'],
    ['Version', '1'],
  ]);
});

test('describeEvent does not attribute an email to a mail server that did not respond', () => {
  const data = { to: 'customer', type: 'sent', version: 1 };
  const describe = (personal: Record<string, string>) =>
    describeEvent(newEvent('mailed', { actor: 'system', data, personal }), [], () => undefined);
  expect(describe({ email: 'hash' }).title).toBe(
    'Email written to a file: there was no mail server',
  );
  expect(describe({ email: 'hash', response: 'hash' }).title).toBe(
    'Email accepted by the mail server',
  );
});

test.each([
  [
    'payment',
    { cents: -50_000, method: 'e-transfer', paidOn: '2026-11-20' },
    ['-$500.00', 'e-transfer', 'November 20, 2026'],
  ],
  [
    'stage',
    { stage: 'ready', reachedOn: '2026-11-20', images: 2 },
    ['Ready', 'November 20, 2026', '2'],
  ],
  [
    'extended',
    { from: '2026-11-20', until: '2026-12-20' },
    ['November 20, 2026', 'December 20, 2026'],
  ],
])('describeEvent formats the values of %s', (type, data, values) => {
  const { facts } = describeEvent(newEvent(type, { data }), [], () => undefined);
  expect(facts.slice(0, values.length).map(([, value]) => value)).toEqual(values);
});

test('describeEvent distinguishes a removed stage from a recorded one', () => {
  const removed = newEvent('stage', { data: { stage: 'ready', images: 0 } });
  expect(describeEvent(removed, [], () => undefined).title).toBe('Order stage removed');
});

test.each([
  [{ alternative: 'a1', options: [] }, 'Pine; no optional items'],
  [{ alternative: 'a2', options: ['loft', 'ramp'] }, 'Cedar; Ramp, Loft'],
])('describeSelection of %j is %s', (selection, text) => {
  expect(describeSelection(content, selection)).toBe(text);
});

test('describeSelection of a quote without a choice is undefined', () => {
  const selection = { alternative: null, options: [] };
  expect(describeSelection(newQuoteContent(), selection)).toBeUndefined();
});
