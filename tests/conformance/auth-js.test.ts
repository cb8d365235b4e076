import type { SupabaseClient } from '@supabase/supabase-js';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  engineAvailable,
  startBackend,
  strangerAccount,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';

// The tests of auth-js (github.com/supabase/auth-js, test/GoTrueClient.test.ts and GoTrueApi.test.ts) that
// concern offered features, under their titles. Where the originals sign up, these use an account that
// exists, because sign-up is off.

const { email, password } = strangerAccount;

const expectedUser = {
  id: expect.any(String),
  email,
  phone: expect.any(String),
  aud: expect.any(String),
  email_confirmed_at: expect.any(String),
  last_sign_in_at: expect.any(String),
  created_at: expect.any(String),
  updated_at: expect.any(String),
  app_metadata: { provider: 'email' },
};

const expectedSession = {
  access_token: expect.any(String),
  refresh_token: expect.any(String),
  token_type: 'bearer',
  expires_in: expect.any(Number),
  expires_at: expect.any(Number),
  user: expectedUser,
};

describe.skipIf(!engineAvailable())('auth-js', () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  async function signIn() {
    const { auth } = backend.newClient();
    const { data, error } = await auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { auth, session: data.session, user: data.user };
  }

  async function signInWithTotp() {
    const { auth } = await signIn();
    const { data: factors } = await auth.mfa.listFactors();
    for (const { id } of factors?.all ?? []) await auth.mfa.unenroll({ factorId: id });
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    return { auth, factorId: data.id, totp: data.totp };
  }

  describe('Sessions', () => {
    test.each([true, false])(
      'refreshSession() should return a new session, with the refresh token passed in: %j',
      async (passesToken) => {
        const { auth, session } = await signIn();
        const { data, error } = await auth.refreshSession(passesToken ? session : undefined);
        expect(error).toBeNull();
        expect(data.session).toMatchObject(expectedSession);
        expect(data.session?.refresh_token).not.toBe(session.refresh_token);
      },
    );

    test('setSession should return no error', async () => {
      const { session } = await signIn();
      const { auth } = backend.newClient();
      const { data, error } = await auth.setSession(session);
      expect(error).toBeNull();
      expect(data.session).toMatchObject({ token_type: 'bearer', user: { email } });
      expect((await auth.getSession()).data.session).not.toBeNull();
      const updated = await auth.updateUser({ data: { hello: 'world' } });
      expect(updated.data.user?.user_metadata).toMatchObject({ hello: 'world' });
    });

    test('setSession should fail with invalid access token', async () => {
      const { refresh_token } = (await signIn()).session;
      const { data, error } = await backend
        .newClient()
        .auth.setSession({ access_token: 'invalid-access-token', refresh_token });
      expect(error?.message).toContain('Invalid JWT structure');
      expect(data.session).toBeNull();
    });

    test('setSession should fail with invalid refresh token', async () => {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const access_token = `${encode({ alg: 'ES256' })}.${encode({ exp: 1 })}.c2ln`;
      const { data, error } = await backend
        .newClient()
        .auth.setSession({ access_token, refresh_token: 'invalid-refresh-token' });
      expect(error?.message).toContain('Invalid Refresh Token: Refresh Token Not Found');
      expect(data.session).toBeNull();
    });

    test('getSession() should refresh the session and return a new access token', async () => {
      const { session } = await signIn();
      const stored = new Map([['key', JSON.stringify({ ...session, expires_at: 1 })]]);
      const { auth } = connect({
        persistSession: true,
        storageKey: 'key',
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
      });
      const { data, error } = await auth.getSession();
      expect(error).toBeNull();
      expect(data.session?.refresh_token).not.toBe(session.refresh_token);
      expect(data.session).toMatchObject(expectedSession);
    });

    test('refresh should only happen once', async () => {
      const { auth } = await signIn();
      const [one, other] = await Promise.all([auth.refreshSession(), auth.refreshSession()]);
      expect([one.error, other.error]).toEqual([null, null]);
      expect(one.data.session?.user.email).toBe(other.data.session?.user.email);
    });

    test('should handle refreshSession with invalid refresh token', async () => {
      const { error, data } = await backend
        .newClient()
        .auth.refreshSession({ refresh_token: 'invalid-token' });
      expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
      expect(data.session).toBeNull();
    });
  });

  function connect(auth: NonNullable<Parameters<typeof createClient>[2]>['auth']): SupabaseClient {
    return createClient(backend.url, backend.publishableKey, {
      auth: { autoRefreshToken: false, ...auth },
    });
  }

  describe('Email Auth', () => {
    test('signInWithPassword() for email', async () => {
      const { session, user } = await signIn();
      expect(session).toMatchObject(expectedSession);
      expect(user).toMatchObject(expectedUser);
    });

    test('signIn() with the wrong phone', async () => {
      const { data, error } = await backend
        .newClient()
        .auth.signInWithPassword({ phone: '+34123', password });
      expect(error?.code).toBe('phone_provider_disabled');
      expect(data.session).toBeNull();
    });

    test('should handle verifyOtp with invalid code', async () => {
      const { data, error } = await backend
        .newClient()
        .auth.verifyOtp({ email, token: 'invalid-token', type: 'recovery' });
      expect(error).not.toBeNull();
      expect(data).toEqual({ user: null, session: null });
    });

    test.each([email, 'this_user@does-not-exist.com'])(
      'resetPasswordForEmail() sends an email for password recovery; if user does not exist, user details are not exposed: %s',
      async (email) => {
        const { data, error } = await backend
          .newClient()
          .auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:9999/welcome' });
        expect([data, error]).toEqual([{}, null]);
      },
    );
  });

  describe('Signout behaviour', () => {
    test('signOut', async () => {
      const { auth } = await signIn();
      expect((await auth.signOut()).error).toBeNull();
      expect((await auth.getUser()).data.user).toBeNull();
    });

    test('signOut should remove session if jwt is invalid', async () => {
      const { auth, session } = await signIn();
      await backend.service.auth.admin.signOut(session.access_token);
      expect((await auth.signOut()).error).toBeNull();
      expect((await auth.getSession()).data.session).toBeNull();
    });

    test('signOut() with an valid access token', async () => {
      const { session } = await signIn();
      expect((await backend.service.auth.admin.signOut(session.access_token)).error).toBeNull();
    });

    test('signOut() with an invalid access token', async () => {
      const { error } = await backend.service.auth.admin.signOut('this-is-a-bad-token');
      expect(error?.message).toMatch(/^invalid JWT/);
    });
  });

  describe('User management', () => {
    test('Get user', async () => {
      const { auth } = await signIn();
      const { data, error } = await auth.getUser();
      expect(error).toBeNull();
      expect(data.user).toMatchObject(expectedUser);
    });

    test('getUser() fetches a user by their access_token', async () => {
      const { session } = await signIn();
      const { data } = await backend.newClient().auth.getUser(session.access_token);
      expect(data.user).toMatchObject(expectedUser);
    });

    test('Update user', async () => {
      const { auth } = await signIn();
      const { data, error } = await auth.updateUser({ data: { hello: 'world' } });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ ...expectedUser, user_metadata: { hello: 'world' } });
      expect((await auth.getUser()).data.user?.user_metadata).toMatchObject({ hello: 'world' });
    });

    test('getUserIdentities() returns user identities', async () => {
      const { auth, user } = await signIn();
      const { data, error } = await auth.getUserIdentities();
      expect(error).toBeNull();
      expect(data?.identities).toMatchObject([
        {
          identity_id: expect.any(String),
          id: user.id,
          user_id: user.id,
          provider: 'email',
          identity_data: { email, sub: user.id },
        },
      ]);
    });
  });

  describe('MFA', () => {
    test('enroll({factorType: "totp"}) returns totp', async () => {
      const { totp } = await signInWithTotp();
      expect(totp.qr_code).toMatch(/^data:image\/svg\+xml/);
    });

    test('a second factor with the same name is a conflict (validateFactors of supabase/auth)', async () => {
      const { auth } = await signInWithTotp();
      const { error } = await auth.mfa.enroll({ factorType: 'totp' });
      expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    });

    test('challenge should create MFA challenge', async () => {
      const { auth, factorId } = await signInWithTotp();
      const { data, error } = await auth.mfa.challenge({ factorId });
      expect(error).toBeNull();
      expect(data).toMatchObject({ id: expect.any(String), expires_at: expect.any(Number) });
    });

    test('verify should verify MFA challenge', async () => {
      const { auth, factorId } = await signInWithTotp();
      const { data: challenge } = await auth.mfa.challenge({ factorId });
      const { data, error } = await auth.mfa.verify({
        factorId,
        challengeId: challenge?.id ?? '',
        code: 'abcdef',
      });
      expect(error?.message).toContain('Invalid TOTP code');
      expect(data).toBeNull();
    });

    test('challengeAndVerify should handle MFA challenge and verification in one call', async () => {
      const { auth, factorId } = await signInWithTotp();
      const { data, error } = await auth.mfa.challengeAndVerify({ factorId, code: 'abcdef' });
      expect(error?.message).toContain('Invalid TOTP code');
      expect(data).toBeNull();
    });

    test('unenroll should remove MFA factor', async () => {
      const { auth, factorId } = await signInWithTotp();
      expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
      expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [], totp: [] });
    });

    test('getAuthenticatorAssuranceLevel should return current AAL', async () => {
      const { auth } = await signInWithTotp();
      const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
      expect(error).toBeNull();
      expect(data).toMatchObject({
        currentLevel: 'aal1',
        nextLevel: 'aal1',
        currentAuthenticationMethods: [{ method: 'password' }],
      });
    });
  });

  describe('getClaims', () => {
    test('getClaims fetches JWKS to verify asymmetric jwt', async () => {
      const { auth } = await signIn();
      const { data, error } = await auth.getClaims();
      expect(error).toBeNull();
      expect(data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1' });
    });

    test('getClaims should return error for Invalid JWT signature', async () => {
      const { auth, session } = await signIn();
      const [header, payload] = session.access_token.split('.');
      const { data, error } = await auth.getClaims(`${header}.${payload}.${'A'.repeat(86)}`);
      expect(error?.message).toBe('Invalid JWT signature');
      expect(data).toBeNull();
    });
  });

  test.each([
    ['signInWithOtp() for email', (auth: TestClient['auth']) => auth.signInWithOtp({ email })],
    ['signInAnonymously', (auth: TestClient['auth']) => auth.signInAnonymously()],
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
