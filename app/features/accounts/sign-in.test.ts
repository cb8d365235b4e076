import { describe, expect, it } from 'vitest';
import { explainSignInError, signInForm } from './sign-in.ts';

describe('signInForm', () => {
  it('accepts an e-mail address with spaces around it and a password of six characters', () => {
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
