import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  engineAvailable,
  staffAccount,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';

/** The authentication calls of section 7. */

describe.skipIf(!engineAvailable())('accounts', () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  test('sign in, read the session and the user, sign out', async () => {
    const client = backend.newClient();
    const { data, error } = await client.auth.signInWithPassword(staffAccount);
    expect(error).toBeNull();
    expect(Object.keys(data.session ?? {})).toEqual(
      expect.arrayContaining([
        'access_token',
        'refresh_token',
        'expires_in',
        'expires_at',
        'token_type',
        'user',
      ]),
    );
    expect((await client.auth.getUser()).data.user?.email).toBe(staffAccount.email);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test('a wrong password is told in the words of the service; sign-up is off', async () => {
    const client = backend.newClient();
    const wrong = await client.auth.signInWithPassword({
      ...staffAccount,
      password: 'wrong password',
    });
    expect(wrong.error).toMatchObject({
      message: 'Invalid login credentials',
      code: 'invalid_credentials',
    });
    const signUp = await client.auth.signUp({ email: 'new@example.com', password: 'something' });
    expect(signUp.error?.code).toBe('signup_disabled');
  });

  test('a signed-out token reads nothing at its next request', async () => {
    const client = backend.newClient();
    const { data } = await client.auth.signInWithPassword(staffAccount);
    const token = data.session?.access_token ?? '';
    const read = () =>
      fetch(`${backend.url}/rest/v1/quote_requests?select=id`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
    expect((await read()).status).toBe(200);
    await client.auth.signOut();
    expect((await read()).status).toBe(401);
  });
});
