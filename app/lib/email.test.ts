import { expect, it } from 'vitest';
import { signInForm } from '#app/features/accounts/sign-in.ts';
import { settingsForm } from '#app/features/business/settings-form.ts';
import { quoteForm } from '#app/features/quotes/quote-form.ts';
import { acceptedEmails, rejectedEmails } from '#tests/fixtures/emails.ts';
import { splitEmail, toMailHref } from './email.ts';
import { emailAddress } from './form-fields.ts';

/** Whether each form accepts the address, by the form's name. */
function listVerdicts(email: string) {
  return {
    enquiry: emailAddress().safeParse(email).success,
    settings: settingsForm.shape.email.safeParse(email).success,
    quote: quoteForm.shape.customer_email.safeParse(email).success,
    signIn: signInForm.shape.email.safeParse(email).success,
  };
}

it.each(acceptedEmails)('each form accepts %j', (email) => {
  expect(listVerdicts(email)).toEqual({ enquiry: true, settings: true, quote: true, signIn: true });
});

// Forms remove white space around an address and null characters, and limit its length on their own.
it.each(rejectedEmails.filter((email) => !/\s$|\0/.test(email) && email.length <= 254))(
  'each form rejects %j',
  (email) => {
    expect(Object.values(listVerdicts(email))).not.toContain(true);
  },
);

it('toMailHref encodes all but the @', () => {
  expect(toMailHref('a+b?c=d@example.com')).toBe('mailto:a%2Bb%3Fc%3Dd@example.com');
});

it.each(acceptedEmails)('toMailHref keeps %s whole in a URL', (email) => {
  const { pathname, search, hash } = new URL(toMailHref(email));
  expect([decodeURIComponent(pathname), search, hash]).toEqual([email, '', '']);
});

it.each([
  ['hello@marren-daughter.example', ['hello@', 'marren-daughter', '.example']],
  ['jo.marren@example.com', ['jo', '.marren@', 'example', '.com']],
  ['no address', ['no address']],
])('splitEmail splits %s after the @ and before dots', (email, parts) => {
  expect(splitEmail(email)).toEqual(parts);
});
