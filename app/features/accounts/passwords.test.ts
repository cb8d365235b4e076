import { describe, expect, it } from 'vitest';
import { reservedDomain } from '#backend/auth/email-change.ts';
import {
  changePasswordForm,
  createEmailChangeForm,
  explainEmailChangeError,
  explainPasswordError,
  forgottenPasswordForm,
  getPendingEmail,
  isReservedEmail,
  newPasswordForm,
  parseEmailChangeLink,
} from './passwords.ts';

const listErrors = (error: { issues: { path: PropertyKey[]; message: string }[] } | undefined) =>
  error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the forms', () => {
  it('require six characters, spaces included, entered twice', () => {
    const entered = { password: ' 12345', repeat: ' 12345' };
    expect(newPasswordForm.parse(entered)).toEqual(entered);
    const change = { ...entered, current: 'x' };
    expect(changePasswordForm.parse(change)).toEqual(change);
    expect(forgottenPasswordForm.parse({ email: ' a@b.ca ' })).toEqual({ email: 'a@b.ca' });
  });

  it('report every error at once', () => {
    expect(
      listErrors(newPasswordForm.safeParse({ password: '12345', repeat: '1234' }).error),
    ).toEqual([
      'password: Password must be at least 6 characters',
      "repeat: The passwords don't match",
    ]);
    const empty = { current: '', password: '', repeat: '' };
    expect(listErrors(changePasswordForm.safeParse(empty).error)).toEqual([
      'current: Please enter your current password',
      'password: Password must be at least 6 characters',
    ]);
    const long = 'x'.repeat(1025);
    expect(listErrors(newPasswordForm.safeParse({ password: long, repeat: long }).error)).toEqual([
      'password: Password must be at most 1024 characters',
    ]);
    expect(listErrors(forgottenPasswordForm.safeParse({ email: 'owner' }).error)).toEqual([
      'email: Please enter a valid email address',
    ]);
  });
});

it.each([
  ['otp_expired', 'link'],
  ['invalid_credentials', 'current'],
  ['same_password', 'same'],
  ['current_password_invalid', 'current'],
  ['current_password_required', 'current'],
  ['weak_password', { message: 'the words of the service' }],
  [undefined, { message: 'the words of the service' }],
  [
    'reauthentication_needed',
    {
      message:
        'You signed in more than a day ago. Please sign out and in again, then change your password.',
    },
  ],
  ['over_request_rate_limit', { message: 'Too many attempts. Please wait a while and try again.' }],
])('explainPasswordError maps %s', (code, meaning) => {
  expect(explainPasswordError(code, 'the words of the service')).toEqual(meaning);
});

it('explainPasswordError distinguishes leaked from weak passwords', () => {
  expect(explainPasswordError('weak_password', 'Too common', ['pwned'])).toBe('leaked');
  expect(explainPasswordError('weak_password', 'Too short', ['length'])).toEqual({
    message: 'Too short',
  });
});

it.each([
  ['#token_hash=abc&type=email_change&step=confirm', { step: 'confirm', token: 'abc' }],
  ['#token_hash=abc&type=email_change&step=undo', { step: 'undo', token: 'abc' }],
  ['#token_hash=abc&type=email_change&step=alone', { step: 'alone', token: 'abc' }],
  ['#token_hash=abc&type=recovery', undefined],
  ['#type=email_change', undefined],
])('parseEmailChangeLink parses %j', (end, link) => {
  expect(parseEmailChangeLink(`https://shop.example/admin/email-address${end}`)).toEqual(link);
});

it('createEmailChangeForm requires another address and the password', () => {
  const form = createEmailChangeForm('owner@example.com');
  expect(listErrors(form.safeParse({ email: 'new', current: '' }).error)).toEqual([
    'email: Please enter a valid email address',
    'current: Please enter your current password',
  ]);
  expect(listErrors(form.safeParse({ email: 'Owner@Example.com', current: 'x' }).error)).toEqual([
    'email: You already sign in with this address',
  ]);
  expect(form.parse({ email: ' new@example.com ', current: ' x ' })).toEqual({
    email: 'new@example.com',
    current: ' x ',
  });
});

it('explainEmailChangeError distinguishes an address of another account and unsent emails', () => {
  expect(explainEmailChangeError('email_exists', '')).toBe('taken');
  expect(explainEmailChangeError('current_password_invalid', '')).toBe('current');
  expect(explainEmailChangeError('unexpected_failure', 'Unexpected failure')).toEqual({
    message: "Couldn't send the emails. Please try again in a few minutes.",
  });
});

it('getPendingEmail returns the new address while its links are valid', () => {
  const user = { new_email: 'new@example.com', email_change_sent_at: '2026-11-27T12:00:00.000Z' };
  expect(getPendingEmail(user, Date.parse('2026-11-27T12:59:59Z'))).toBe('new@example.com');
  expect(getPendingEmail(user, Date.parse('2026-11-27T13:00:00Z'))).toBeUndefined();
  expect(getPendingEmail({}, 0)).toBeUndefined();
});

it.each([
  ['owner@example.com', true],
  ['owner@shop.EXAMPLE.org', true],
  ['owner@example.net', true],
  ['owner@example.ca', false],
  ['owner@myexample.com', false],
  ['example.com@mail.test', false],
])(
  'mail to %s can be read by nobody: %s, for the screen as for the server',
  (email, isReserved) => {
    expect(isReservedEmail(email)).toBe(isReserved);
    expect(reservedDomain.test(email)).toBe(isReserved);
  },
);
