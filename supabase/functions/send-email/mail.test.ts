import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { findBareBackgrounds } from '#tests/support/bare-backgrounds.ts';
import { composeMail, createLook, getHeadingStyle, renderPage } from './mail.ts';

const enquiry = {
  emailType: 'quote' as const,
  row: {
    ...newQuoteRequest(),
    id: '80000000-0000-4000-8000-000000000001',
    reference: 'R-2026-0142',
    created_at: '2026-11-23T12:00:00Z',
    is_spam: false,
    design: newDesign(),
    design_price: {
      wasSeen: true,
      shown: {
        visibility: 'itemised',
        priceListVersion: 1,
        includesHst: true,
        deliveryWithinKm: 50,
        total: 954_850,
      },
    },
  },
};
const context = {
  siteName: 'Test Builders',
  look: { accent: '#7a3e1d' },
  adminUrl: 'https://sheds.example/admin',
  getImageUrl: (path: string) => `https://sheds.example/${path}`,
};

test('the email about a request with a design links to it and names the price', async () => {
  const { text, html, attachments } = await composeMail(enquiry, context);
  expect(text).toMatch(
    /Design: https:\/\/sheds\.example\/design\?style=Gable&size=10x12.*&withdrawn=yes$/m,
  );
  expect(text).toContain(
    'Price: $9,549, including HST, with delivery within 50 km, as the customer saw it (price list version 1)',
  );
  expect(html).toContain('href="https://sheds.example/design?style=Gable&amp;size=10x12');
  expect(text).toContain('Reference: R-2026-0142');
  expect(html).not.toContain('<img');
  expect(attachments).toBeUndefined();
});

test('the email about an enquiry that may be spam is marked', async () => {
  const row = { ...enquiry.row, is_spam: true };
  const { subject, text, html } = await composeMail({ ...enquiry, row }, context);
  expect(subject).toMatch(/^Possible spam: New quote request from /);
  expect([text, html].every((part) => part.includes('This looks like spam'))).toBe(true);
  expect((await composeMail(enquiry, context)).subject).toMatch(/^New quote request from /);
});

test('the email about a request with a design attaches the image and shows it', async () => {
  const designImage = { base64: 'cGl4ZWxz', type: 'image/jpeg' };
  const { html, attachments } = await composeMail(enquiry, { ...context, designImage });
  expect(html).toContain('<img src="cid:design@ridgeline" alt="The design"');
  expect(attachments).toEqual([
    {
      filename: 'design.jpg',
      content: 'cGl4ZWxz',
      encoding: 'base64',
      contentType: 'image/jpeg',
      cid: 'design@ridgeline',
    },
  ]);
});

test('the email about a request without a design, or with one of another version, has no link', async () => {
  for (const design of [null, { version: 9 }]) {
    const { text } = await composeMail({ ...enquiry, row: { ...enquiry.row, design } }, context);
    expect(text).not.toContain('/design?');
  }
});

test.each(['Zoë 👩🏽‍🌾', 'علی‌رضا', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Isla'])(
  'the subject has the name %s as it is',
  async (name) => {
    const row = { ...enquiry.row, customer_name: name };
    const { subject, html } = await composeMail({ ...enquiry, row }, context);
    expect(subject).toBe(`New quote request from ${name}`);
    expect(html).toContain(`from ${name}</h1>`);
  },
);

test('the subject has no line ends, overrides, invisible characters or half characters', async () => {
  const row = { ...enquiry.row, customer_name: 'A\r\nB\u202eC\u200bD\u2028E\ud83dF\ufeffG\u0000H' };
  const { subject } = await composeMail({ ...enquiry, row }, context);
  expect(subject).toBe('New quote request from A B C D E F G H');
});

test('every background has a text colour beside it', async () => {
  const { html } = await composeMail(enquiry, context);
  expect(findBareBackgrounds(html)).toEqual([]);
});

const stored = {
  business_name: 'Oak & Sons <Sheds>',
  accent_color: '#2f5d3a',
  typefaces: null,
  logo_image: 'thumbnails/1-logo.png',
  logo_width: 1200,
  logo_height: 300,
};
const siteUrl = 'https://sheds.example/admin';

test('an email has the logo at its head, at a known size, with the name as its text', async () => {
  const look = createLook(stored, siteUrl);
  const page = await renderPage('Hello', html`Body`, look);
  expect(page).toContain(
    '<img src="https://sheds.example/pictures/letterhead/png/thumbnails/1-logo.png" alt="Oak &amp; Sons &lt;Sheds&gt;" width="240" height="60"',
  );
  expect(page).toContain('border-top:4px solid #2f5d3a');
  expect(findBareBackgrounds(page)).toEqual([]);
});

test.each([
  ['bitter', true],
  ['lora', true],
  ['archivo', false],
])('headings of emails follow the typefaces %s', (typefaces, isSerif) => {
  const style = getHeadingStyle(createLook({ ...stored, typefaces }, siteUrl));
  expect(style.includes(';font-family:Georgia,serif')).toBe(isSerif);
});

test.each([
  ['no settings', null],
  ['settings without logo and accent colour', { ...stored, accent_color: null, logo_image: null }],
])('createLook returns the default accent and no logo for %s', async (_when, settings) => {
  const look = createLook(settings, siteUrl);
  expect(look).toEqual({ accent: '#7a3e1d' });
  expect(await renderPage('Hello', html`Body`, look)).not.toContain('<img');
});
