import { expect, test } from 'vitest';
import { findBareBackgrounds } from '#tests/support/bare-backgrounds.ts';
import { composeQuoteMail, type PreparedQuoteMail } from './quote-mail.ts';

const context = { siteName: 'Hillside Sheds', adminUrl: 'https://sheds.example/admin' };
const token = 'a'.repeat(40);

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

test.each(['sent', 'reminder', 'accepted', 'adjusted', 'answer'] as const)(
  'an e-mail of the type %s to a customer names the sender and has a link that ends reminders',
  async (type) => {
    const { text, html } = await composeQuoteMail(newMail({ type }), context);
    for (const part of [text, html]) {
      expect(part).toContain('Hillside Sheds, 1 Mill Street, Testville, ON, 705-555-0102');
      expect(part).toContain(
        `No reminders about this quote: https://sheds.example/quotes/${token}#reminders`,
      );
    }
  },
);

test.each([
  [1, 'Ann Fielder has declined quote 2026-0041'],
  [2, 'Ann Fielder has declined version 2 of quote 2026-0041'],
])('an e-mail to the owner says that version %i was declined', async (version, subject) => {
  const mail = newMail({ to: 'owner', type: 'declined', version, token: null });
  const composed = await composeQuoteMail(mail, context);
  expect(composed.subject).toBe(subject);
  expect(composed.text).not.toContain('#reminders');
});

test('every background has a text colour beside it', async () => {
  const { html } = await composeQuoteMail(newMail({}), context);
  expect(findBareBackgrounds(html)).toEqual([]);
});
