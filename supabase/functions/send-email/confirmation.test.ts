import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { findBareBackgrounds } from '#tests/support/bare-backgrounds.ts';
import { type Business, breakLinks, composeConfirmation } from './confirmation.ts';

const stored = {
  id: '80000000-0000-4000-8000-000000000001',
  created_at: '2026-11-23T17:00:00Z',
  is_spam: false,
};
const business: Business = {
  email: 'owner@example.com',
  siteName: 'Test Builders',
  look: { accent: '#7a3e1d' },
  phone: '705-555-0102',
  address: '1 Mill Street, Testville, ON',
  replyNote: 'We reply within 24 hours.',
};
const composeForRequest = () =>
  composeConfirmation(
    {
      emailType: 'quote',
      row: {
        ...{ ...newQuoteRequest(), ...stored, reference: 'R-2026-0142' },
        ...{ design: newDesign(), design_price: null },
      },
    },
    business,
    'https://sheds.example/admin',
    { token: 'a'.repeat(40), lastDay: '2026-12-07' },
  );
const composeForMessage = (changes: object = {}, of: Business = business) =>
  composeConfirmation(
    {
      emailType: 'contact',
      row: { ...newContactMessage(changes), ...stored, reference: 'M-2026-0143' },
    },
    of,
    'https://sheds.example/admin',
    { token: 'b'.repeat(40), lastDay: '2026-12-07' },
  );

test('the confirmation of a request has its reference, a copy and what happens next', async () => {
  const { subject, text, html, replyTo, headers } = await composeForRequest();
  expect(subject).toBe('We received your quote request R-2026-0142');
  expect(
    text.replace(/\u202f/g, ' '),
  ).toBe(`Thank you. We reply within 24 hours. Your reference is R-2026-0142.

You sent this on November 23, 2026 at 12:00 p.m.:

Name: Ben Carver
Phone: 705-555-0101
Town or postal code: Testville
Best way to reach: By phone in the evening
Project type: Custom Shed
Material: Wood
Color: Natural
Size: 10x12
Style: Gable
Budget: $5,000 - $10,000
Timeline: Within 1 month
Photos: 1

Description:
A garden shed with room for a ride-on mower.

Additional message:
Please call after six.

Your design: ${/Your design: (.*)/.exec(text)?.[1]}

Add details or photos: https://sheds.example/quotes/${'a'.repeat(40)}/details
This link works until December 7, 2026. Anyone with the link can add to your request.

To add something, reply to this email or call 705-555-0102.

If you didn't send this, you can ignore this email.

-- 
Test Builders
1 Mill Street, Testville, ON
705-555-0102
`);
  expect(text).toMatch(/Your design: https:\/\/sheds\.example\/design\?style=Gable/);
  expect(replyTo).toBe('owner@example.com');
  expect(headers).toEqual({ 'Auto-Submitted': 'auto-replied' });
  expect(html).toContain(`href="https://sheds.example/quotes/${'a'.repeat(40)}/details"`);
  expect(findBareBackgrounds(html)).toEqual([]);
});

test('a business without a phone and a plain address is left out of the confirmation', async () => {
  const without = { ...business, email: undefined, phone: '', address: '' };
  const mail = await composeForMessage({}, without);
  expect(mail.subject).toBe('We received your message M-2026-0143');
  expect(mail.text).not.toContain('To add something');
  expect(mail.text).toMatch(/-- \nTest Builders\n$/);
  expect(mail).not.toHaveProperty('replyTo');
});

test('what a sender wrote is in no header, is escaped, and is no link', async () => {
  const evil =
    '<a href="https://evil.example/x">win</a> www.evil.example a@evil.example \\\\evil\\x';
  const { subject, text, html } = await composeForMessage({
    ...{
      name: 'Win at evil.example',
      subject: evil,
      message: `${evil}\r\nSee evil。example, http:/\u202e/1.2.3.4, evil.\u0001example`,
    },
  });
  expect(subject).toBe('We received your message M-2026-0143');
  const added = `https://sheds.example/quotes/${'b'.repeat(40)}/details`;
  expect(text).toContain('Anyone with the link can add to your message.');
  expect(html.match(/<a [^>]*/g)).toEqual([expect.stringContaining(`href="${added}"`)]);
  for (const part of [text, html].map((whole) => whole.replaceAll(added, ''))) {
    expect(part).not.toMatch(/evil[.。]\S|:\/\/|\\\\/);
    expect(part).toContain('Win at evil. example');
  }
});

test.each([
  ['https://evil.example/a', 'https:/ /evil. example/a'],
  ['HTTP://1.2.3.4/a', 'HTTP:/ /1.2.3.4/a'],
  ['mail.evil.co', 'mail. evil. co'],
  ['evil．example', 'evil． example'],
  ['bücher.été', 'bücher. été'],
  ['8.5 by 10.5 ft. Thanks.', '8.5 by 10.5 ft. Thanks.'],
  ['...and so on', '...and so on'],
])('breakLinks turns %s into %s', (text, broken) => {
  expect(breakLinks(text)).toBe(broken);
});

test.each([
  ['', 'Thank you. Your reference is M-2026-0143.'],
  ['Back after <harvest>', 'Thank you. Back after <harvest>. Your reference is M-2026-0143.'],
  ['Talk soon!', 'Thank you. Talk soon! Your reference is M-2026-0143.'],
])(
  'a confirmation promises what the owner enters beside the forms: %j',
  async (replyNote, opening) => {
    const { text, html } = await composeForMessage({}, { ...business, replyNote });
    expect(text.startsWith(`${opening}\n`)).toBe(true);
    expect(html).toContain(opening.replace('<harvest>', '&lt;harvest&gt;'));
  },
);
