import { expect, test } from 'vitest';
import { claims } from '#tests/fixtures/claims.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { findBareBackgrounds } from '#tests/support/bare-backgrounds.ts';
import { composeQuoteMail, type PreparedQuoteMail } from './quote-mail.ts';

const context = {
  siteName: 'Hillside Sheds',
  look: { accent: '#7a3e1d' },
  adminUrl: 'https://sheds.example/admin',
};
const token = 'a'.repeat(40);

const payment = { paid_on: '2026-11-26', cents: 150_000, method: 'e-transfer' };
const stage = { stage: 'building', reached_on: '2026-11-26', images: 2 };

const newMail = (overrides: Partial<PreparedQuoteMail>): PreparedQuoteMail => ({
  to: 'customer',
  type: 'sent',
  quote_id: '50000000-0000-4000-8000-000000000001',
  number: '2026-0041',
  version: 1,
  email: 'ann@example.com',
  token,
  reply_to: null,
  customer_name: 'Ann Fielder',
  quote_type: 'quote',
  title: 'Garden shed',
  seller: {
    name: 'Hillside Sheds',
    address: '1 Mill Street, Testville, ON',
    phone: '705-555-0102',
  },
  valid_until: '2026-12-23',
  total: 954_850,
  deposit: null,
  text: 'Yes.',
  document: null,
  hash: 'f'.repeat(64),
  ...overrides,
});

test.each(['sent', 'reminder', 'accepted', 'adjusted', 'answer', 'payment', 'stage'] as const)(
  'an email of the type %s to a customer names the sender and has a link that ends reminders',
  async (type) => {
    const { text, html } = await composeQuoteMail(newMail({ type, payment, stage }), context);
    for (const part of [text, html]) {
      expect(part).toContain('Hillside Sheds, 1 Mill Street, Testville, ON, 705-555-0102');
      expect(part).toContain(
        `Stop reminders about this quote: https://sheds.example/quotes/${token}#reminders`,
      );
    }
  },
);

test.each(['sent', 'reminder', 'accepted', 'adjusted', 'answer', 'payment', 'stage'] as const)(
  'an email of the type %s states nothing that nobody entered',
  async (type) => {
    const mail = newMail({ type, text: null, payment: { ...payment, method: 'cheque' }, stage });
    const { text } = await composeQuoteMail(mail, context);
    // The last day is required.
    expect(text.replace('Valid until', '')).not.toMatch(claims);
  },
);

const before = newQuoteContent();
const change = {
  version: 1,
  isAgreed: false,
  before,
  after: newQuoteContent({ items: [newQuoteItem({ unitCents: 900_000 })], start: '' }),
  selection: null,
  previousSelection: null,
};

test('an email of version 2 says so and names what is different', async () => {
  const mail = newMail({ version: 2, total: 1_017_000, change });
  const { subject, text, html } = await composeQuoteMail(mail, context);
  expect(subject).toBe('A new version of your quote 2026-0041 from Hillside Sheds');
  expect(text).toContain('This is version 2');
  expect(text).toContain(`What changed since version 1:
- Garden shed, 10 x 12 ft
  before: Garden shed, 10 x 12 ft: 1 at $8,450.00
  now: Garden shed, 10 x 12 ft: 1 at $9,000.00
- Start
  before: In May 2027
  now: removed
- Total
  before: $9,548.50
  now: $10,170.00
`);
  expect(html).toMatch(/What changed since version 1<.*<strong>Total<\/strong>.*\$10,170\.00/s);
  expect(text).not.toContain('agreed');
  const change2 = { ...change, isAgreed: true };
  expect(
    (await composeQuoteMail(newMail({ version: 2, change: change2 }), context)).text,
  ).toContain('Until you accept it, version 1 still applies.');
  const same = newMail({ version: 2, change: { ...change, after: before } });
  expect((await composeQuoteMail(same, context)).text).not.toContain('different');
  const first = await composeQuoteMail(newMail({ change: null }), context);
  expect([first.subject, first.text]).not.toContainEqual(
    expect.stringMatching(/version|different/),
  );
});

test('an email of a version with many and long differences has its total, and the rest is at the link', async () => {
  const items = Array.from({ length: 60 }, (_, index) =>
    newQuoteItem({ id: `i${index}`, description: `<b>${index}</b> ${'long '.repeat(90)}` }),
  );
  const after = newQuoteContent({ items, terms: 'Terms. '.repeat(1000) });
  const mail = newMail({ version: 2, change: { ...change, after } });
  const { text, html } = await composeQuoteMail(mail, context);
  expect(text).toContain('before: $9,548.50\n  now: $572,910.00\nUse the link to see 37 more.');
  expect(text.length).toBeLessThan(13_000);
  expect(html).not.toContain('<b>');
});

test.each([
  [
    { cents: 150_000, method: 'e-transfer' },
    'We have received your payment of $1,500.00',
    'Paid: $1,500.00 on November 26, 2026, e-transfer',
  ],
  [
    { cents: -20_000, method: 'cheque' },
    'Hillside Sheds has refunded you $200.00',
    'Refunded: $200.00 on November 26, 2026, cheque',
  ],
])('an email of the payment %j has the balance', async (payment, subject, fact) => {
  const mail = newMail({
    type: 'payment',
    payment: { paid_on: '2026-11-26', ...payment },
    balance: 804_850,
    text: null,
  });
  const composed = await composeQuoteMail(mail, context);
  expect(composed.subject).toBe(subject);
  expect(composed.text).toContain(
    `${fact}\nFor: Garden shed\nAgreed: $9,548.50\nBalance: $8,048.50`,
  );
});

test('an email of a stage has its note and how many photos are at the link', async () => {
  const mail = newMail({
    type: 'stage',
    stage,
    balance: 0,
    text: 'The frame stands.',
  });
  const { subject, text } = await composeQuoteMail(mail, context);
  expect(subject).toBe('Your order with Hillside Sheds: building');
  expect(text).toContain(
    'The frame stands.\n\nUse the link to see the 2 photos.\n\nBuilding: November 26, 2026',
  );
});

test.each([
  [1, 'Ann Fielder has declined quote 2026-0041'],
  [2, 'Ann Fielder has declined version 2 of quote 2026-0041'],
])('an email to the owner says that version %i was declined', async (version, subject) => {
  const mail = newMail({ to: 'owner', type: 'declined', version, token: null });
  const composed = await composeQuoteMail(mail, context);
  expect(composed.subject).toBe(subject);
  expect(composed.text).not.toContain('#reminders');
});

test('every background has a text colour beside it', async () => {
  const { html } = await composeQuoteMail(newMail({ change }), context);
  expect(findBareBackgrounds(html)).toEqual([]);
});

test('a request for a review leads to its page, and the owner reads the review that came of it', async () => {
  const asked = newMail({ type: 'review', last_day: '2027-01-28' });
  const { text } = await composeQuoteMail(asked, context);
  expect(text).toContain('The link works until: January 28, 2027');
  expect(text).toContain(`Write a review: https://sheds.example/quotes/${token}/review`);
  expect(text).toContain(`Stop reminders about this quote: https://sheds.example/quotes/${token}#`);

  const id = '60000000-0000-4000-8000-000000000001';
  const review = { id, rating: 4, name: 'Ann\nF.', town: 'Testville', hasImage: true };
  const notice = newMail({ to: 'owner', type: 'reviewed', text: '<b>Good.</b>', review });
  const received = await composeQuoteMail(notice, context);
  expect(received.subject).toBe('Ann Fielder has sent a review: 4 of 5 stars');
  expect(received.text).toContain('Name shown: Ann F.\nTown: Testville\nPhoto: Yes\n');
  expect(received.text).toContain(`https://sheds.example/admin/reviews?open=${id}`);
  expect(received.html).toContain('&lt;b&gt;Good.&lt;/b&gt;');
});
