import { expect, test } from 'vitest';
import { richTextToStore } from './rich-text.ts';
import { builtInPages, fillIn, placeholders } from './site-pages.ts';

const surroundings = { fallbackName: 'Sheds & Co.', challenge: false };
const facts = {
  business_name: 'Maple & Sons',
  email: 'hello@example.com',
  phone: '705-555-0100',
  address: '1 Mill Street',
  retention_months: 36,
};

test('the facts of the settings stand in the place of the placeholders, as text', () => {
  const html = '<p>{business}: {contact} ({retention}) {other}</p>';
  expect(fillIn(html, facts, surroundings)).toBe(
    '<p>Maple &amp; Sons: <a href="mailto:hello@example.com">hello@example.com</a><br>' +
      '<a href="tel:7055550100">705-555-0100</a><br>1 Mill Street ' +
      '(for 36 months; after that, a daily job removes it with its pictures) {other}</p>',
  );
  const hostile = {
    ...facts,
    business_name: '<script>alert(1)</script>',
    email: 'a"b@example.com',
  };
  expect(fillIn(html, hostile, surroundings)).toContain('<p>&lt;script&gt;');
  expect(fillIn(html, hostile, surroundings)).toContain('href="mailto:a&quot;b@example.com"');
});

test('what the settings do not say is said in another way', () => {
  expect(fillIn('{business}', null, surroundings)).toBe('Sheds &amp; Co.');
  expect(fillIn('{contact}', null, surroundings)).toContain('href="/contact"');
  expect(fillIn('{retention}', null, surroundings)).toMatch(/^for 24 months/);
  expect(fillIn('{retention}', { ...facts, retention_months: 1 }, surroundings)).toMatch(
    /^for 1 month;/,
  );
  expect(fillIn('{retention}', { ...facts, retention_months: null }, surroundings)).toBe(
    'until you ask us to erase it',
  );
});

test('a third party is named where there is one, and only there', () => {
  const { content } = builtInPages.privacy;
  expect(fillIn(content, facts, surroundings)).not.toContain('Cloudflare');
  expect(fillIn(content, facts, { ...surroundings, challenge: true })).toContain('Cloudflare');
});

test.each(Object.entries(builtInPages))(
  'the words of /%s pass through the editor unchanged',
  (_, page) => {
    expect(richTextToStore(page.content)).toBe(page.content);
    const shown = fillIn(page.content, facts, surroundings);
    for (const [placeholder] of placeholders) expect(shown).not.toContain(placeholder);
    expect(shown).toContain('Maple &amp; Sons');
  },
);
