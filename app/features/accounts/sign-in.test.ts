import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { explainSignInError, parseMailedLink, signInForm } from './sign-in.ts';

describe('signInForm', () => {
  it('accepts an email address with spaces around it and a password of six characters', () => {
    expect(signInForm.parse({ email: ' owner@example.com ', password: 'secret' })).toEqual({
      email: 'owner@example.com',
      password: 'secret',
    });
  });

  it('reports each error', () => {
    const { error } = signInForm.safeParse({ email: 'owner', password: '12345' });
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ]);
  });

  it('does not trim the password', () => {
    expect(signInForm.parse({ email: 'a@b.ca', password: ' 12345' }).password).toBe(' 12345');
  });
});

describe('explainSignInError', () => {
  it.each(['JWT expired', 'bad token'])('does not show %j', (message) => {
    expect(explainSignInError(message)).toBe(
      'Authentication system updated. Please try logging in again.',
    );
  });

  it("passes on the service's message", () => {
    expect(explainSignInError('Invalid login credentials')).toBe('Invalid login credentials');
  });
});

it.each([
  ['#token_hash=abc&type=recovery', { type: 'token', token: 'abc' }],
  ['?token_hash=abc&type=recovery', { type: 'token', token: 'abc' }],
  ['#token_hash=abc&type=email_change', { type: 'none' }],
  ['#access_token=a&refresh_token=b&type=recovery', { type: 'session' }],
  ['#access_token=a&refresh_token=b&type=email_change', { type: 'none' }],
  ['#error=access_denied&error_code=otp_expired', { type: 'refused' }],
  ['?error=access_denied&error_code=otp_expired', { type: 'refused' }],
  ['', { type: 'none' }],
  ['#main', { type: 'none' }],
])('parseMailedLink parses %j', (end, link) => {
  expect(parseMailedLink(`https://shop.example/admin/password${end}`)).toEqual(link);
});

it('parseMailedLink parses the link of hosted Supabase', async () => {
  const template = await readFile('supabase/templates/recovery.html', 'utf8');
  const [, href = ''] = /href="([^"]+)"/.exec(template) ?? [];
  const link = href
    .replace('{{ .RedirectTo }}', 'https://shop.example/admin/password')
    .replace('{{ .TokenHash }}', 'abc')
    .replaceAll('&amp;', '&');
  expect(parseMailedLink(link)).toEqual({ type: 'token', token: 'abc' });
});
