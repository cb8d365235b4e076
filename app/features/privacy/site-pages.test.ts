import { expect, test } from 'vitest';
import { richTextToStore } from '#app/lib/rich-text.ts';
import { builtInPages, fillPlaceholders, placeholders } from './site-pages.ts';

const surroundings = {
  fallbackName: 'Sheds & Co.',
  challenge: false,
  replyNote: 'We reply on <Fridays>',
};
const facts = {
  business_name: 'Maple & Sons',
  email: 'hello@example.com',
  phone: '705-555-0100 x2',
  phone_href: 'tel:+17055550100;ext=2',
  address: '1 Mill Street',
  retention_months: 36,
};

test('fillPlaceholders inserts escaped settings', () => {
  const html = '<p>{business}: {contact} ({retention}) {other} {reply}</p>';
  expect(fillPlaceholders(html, facts, surroundings)).toBe(
    '<p>Maple &amp; Sons: <a href="mailto:hello@example.com">hello@<wbr>example<wbr>.com</a><br>' +
      '<a href="tel:+17055550100;ext=2">705-555-0100 x2</a><br>1 Mill Street ' +
      '(for 36 months; after that, we delete it automatically, photos included) {other} We reply on &lt;Fridays&gt;.</p>',
  );
  const hostile = {
    ...facts,
    business_name: '<script>alert(1)</script>',
    email: 'a"b@example.com',
  };
  expect(fillPlaceholders(html, hostile, surroundings)).toContain('<p>&lt;script&gt;');
  expect(fillPlaceholders(html, hostile, surroundings)).toContain(
    'href="mailto:a%22b@example.com"',
  );
});

test('fillPlaceholders has fallbacks for missing settings', () => {
  expect(fillPlaceholders('{business}', null, surroundings)).toBe('Sheds &amp; Co.');
  expect(fillPlaceholders('{contact}', null, surroundings)).toContain('href="/contact"');
  expect(fillPlaceholders('{retention}', null, surroundings)).toMatch(/^for 24 months/);
  expect(fillPlaceholders('{retention}', { ...facts, retention_months: 1 }, surroundings)).toMatch(
    /^for 1 month;/,
  );
  expect(fillPlaceholders('{retention}', { ...facts, retention_months: null }, surroundings)).toBe(
    'until you ask us to erase it',
  );
});

test('fillPlaceholders names Turnstile only if it is used', () => {
  const { content } = builtInPages.privacy;
  expect(fillPlaceholders(content, facts, surroundings)).not.toContain('Cloudflare');
  expect(fillPlaceholders(content, facts, { ...surroundings, challenge: true })).toContain(
    'Cloudflare',
  );
});

test('the privacy page states how long designs are stored, and which app loads a 3D model', () => {
  const { content } = builtInPages.privacy;
  expect(content).toMatch(/Designs .* saved in your own browser.* 30 days .*'Remove all'/);
  expect(content).toMatch(/app from Google or Apple on your phone loads its 3D model/);
});

test('the privacy page names what both forms ask for, and the confirmation', () => {
  const { content } = builtInPages.privacy;
  expect(content).toMatch(
    /town or postal code, and how and when to reach you are optional on both/,
  );
  expect(content).toMatch(/usually email you a copy/);
});

test.each(Object.entries(builtInPages))(
  'the editor does not change the built-in text of /%s',
  (_, page) => {
    expect(richTextToStore(page.content)).toBe(page.content);
    const shown = fillPlaceholders(page.content, facts, surroundings);
    for (const [placeholder] of placeholders) expect(shown).not.toContain(placeholder);
    expect(shown).toContain('Maple &amp; Sons');
  },
);
