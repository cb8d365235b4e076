import { expect, it } from 'vitest';
import { acceptedEmails } from '#tests/fixtures/emails.ts';
import { toMailHref } from './mail-href.ts';

it('toMailHref encodes all but the @', () => {
  expect(toMailHref('a+b?c=d@example.com')).toBe('mailto:a%2Bb%3Fc%3Dd@example.com');
});

it.each(acceptedEmails)('toMailHref keeps %s whole in a URL', (email) => {
  const { pathname, search, hash } = new URL(toMailHref(email));
  expect([decodeURIComponent(pathname), search, hash]).toEqual([email, '', '']);
});
