import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import {
  engineAvailable,
  strangerAccount,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';

// The tests of auth-js (github.com/supabase/auth-js, test/GoTrueClient.test.ts and GoTrueApi.test.ts) that
// concern offered features and stand in no test of backend/auth, under their titles. Where the originals
// sign up, these use an account that exists, because sign-up is off.

const { email, password } = strangerAccount;

describe.skipIf(!engineAvailable())('auth-js', () => {
  const backend = useBackend();

  async function signIn() {
    const { auth } = backend.newClient();
    const { data, error } = await auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { auth, session: data.session, user: data.user };
  }

  test('getSession() should refresh the session and return a new access token', async () => {
    const { session } = await signIn();
    const stored = new Map([['key', JSON.stringify({ ...session, expires_at: 1 })]]);
    const { auth } = createClient(backend.url, backend.publishableKey, {
      auth: {
        autoRefreshToken: false,
        storageKey: 'key',
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
      },
    });
    const { data, error } = await auth.getSession();
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', user: { email } });
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test('refresh should only happen once', async () => {
    const { auth } = await signIn();
    const [one, other] = await Promise.all([auth.refreshSession(), auth.refreshSession()]);
    expect([one.error, other.error]).toEqual([null, null]);
    expect(one.data.session?.user.email).toBe(other.data.session?.user.email);
  });

  test('signOut should remove session if jwt is invalid', async () => {
    const { auth, session } = await signIn();
    await backend.service.auth.admin.signOut(session.access_token);
    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('signOut() with an invalid access token', async () => {
    const { error } = await backend.service.auth.admin.signOut('this-is-a-bad-token');
    expect(error?.message).toMatch(/^invalid JWT/);
  });

  test('getUserIdentities() returns user identities', async () => {
    const { auth, user } = await signIn();
    const { data, error } = await auth.getUserIdentities();
    expect(error).toBeNull();
    const identity = { id: user.id, user_id: user.id, provider: 'email' };
    const more = { identity_id: expect.any(String), identity_data: { email, sub: user.id } };
    expect(data?.identities).toMatchObject([{ ...identity, ...more }]);
  });

  test.each([
    [
      'signInWithIdToken fails with disabled provider',
      (auth: TestClient['auth']) => auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    ],
    [
      'signInWithSSO return error when SAML is disabled',
      (auth: TestClient['auth']) => auth.signInWithSSO({ domain: 'example.com' }),
    ],
    ['createUser()', (auth: TestClient['auth']) => auth.admin.createUser({ email: 'a@b.ca' })],
    ['listUsers()', (auth: TestClient['auth']) => auth.admin.listUsers()],
    ['inviteUserByEmail()', (auth: TestClient['auth']) => auth.admin.inviteUserByEmail('a@b.ca')],
  ] as const)('%s is rejected', async (_title, call) => {
    const { error } = await call(backend.service.auth);
    expect(error?.status).toBeGreaterThanOrEqual(400);
    expect(error?.status).toBeLessThan(500);
    expect(error?.code).toMatch(/^(not_found|signup_disabled|invalid_credentials)$/);
  });
});
