import { expect, it } from 'vitest';
import { acceptedEmails, rejectedEmails } from '#tests/fixtures/emails.ts';
import { isPlainEmail } from './plain-email.ts';

it('isPlainEmail accepts what the forms accept, and no list, group, quoted part, comment or encoded word', () => {
  expect(acceptedEmails.filter((email) => !isPlainEmail(email))).toEqual([]);
  expect(rejectedEmails.filter(isPlainEmail)).toEqual([]);
  expect(isPlainEmail('=?utf-8?Q?ann?=@example.com')).toBe(false);
});
