import { createLocalJWKSet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTestStaff,
  siteUrl,
  startTestService,
  type TestService,
} from '#backend/auth/testing/auth-service.ts';
import { limits } from './rate-limits.ts';

const account = { email: 'owner@example.com', password: 'correct horse' };
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await addTestStaff(service.database, account);
}, 60_000);
afterAll(() => service.stop());

test('signInWithPassword returns the session object and the user', async () => {
  const { data, error } = await service
    .newClient()
    .auth.signInWithPassword({ ...account, email: ' Owner@Example.com ' });
  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
  expect(data.user).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    email_confirmed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    confirmed_at: expect.stringMatching(/Z$/),
    last_sign_in_at: expect.stringMatching(/Z$/),
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [
      {
        identity_id: data.user?.id,
        id: data.user?.id,
        user_id: data.user?.id,
        identity_data: {
          email: account.email,
          email_verified: true,
          phone_verified: false,
          sub: data.user?.id,
        },
        provider: 'email',
        email: account.email,
        last_sign_in_at: data.user?.last_sign_in_at,
        created_at: data.user?.created_at,
        updated_at: data.user?.updated_at,
      },
    ],
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    is_anonymous: false,
  });
});

test('the access token carries the claims of GoTrue and verifies with the published keys', async () => {
  const client = service.newClient();
  const { data } = await client.auth.signInWithPassword(account);
  const published = await (await service.request('/.well-known/jwks.json')).json();
  const { payload } = await jwtVerify(
    data.session?.access_token ?? '',
    createLocalJWKSet(published),
  );
  expect(payload).toEqual({
    iss: `${siteUrl}/auth/v1`,
    sub: data.user?.id,
    aud: 'authenticated',
    exp: (payload.iat ?? 0) + 3600,
    iat: expect.any(Number),
    email: account.email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
  });
  expect(JSON.stringify(published)).not.toContain('"d"');
  expect((await client.auth.getClaims()).data?.claims.sub).toBe(data.user?.id);
});

test.each([
  ['a wrong password', { ...account, password: 'wrong horse' }],
  ['an unknown email address', { ...account, email: 'nobody@example.com' }],
  ['no password', { ...account, password: '' }],
])('%s is rejected with the same error', async (_name, credentials) => {
  const { data, error } = await service.newClient().auth.signInWithPassword(credentials);
  expect(data.session).toBeNull();
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});

test('signing in to an account without a password is rejected', async () => {
  const email = 'empty@example.com';
  await service.database.owner.insertInto('auth.users').values({ email }).execute();
  const { error } = await service.newClient().auth.signInWithPassword({ email, password: '' });
  expect(error?.code).toBe('invalid_credentials');
});

test('getUser returns the account, and is rejected without a session', async () => {
  const client = service.newClient();
  await client.auth.signInWithPassword(account);
  expect((await client.auth.getUser()).data.user?.email).toBe(account.email);
  const bare = await service.request('/user');
  expect([bare.status, await bare.json()]).toEqual([
    401,
    {
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    },
  ]);
  const { error } = await client.auth.getUser('a.b.c');
  expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
});

test('sign-out ends the session at the very next request', async () => {
  const client = service.newClient();
  const { data } = await client.auth.signInWithPassword(account);
  const token = data.session?.access_token;
  expect((await client.auth.signOut()).error).toBeNull();
  const { error } = await service.newClient().auth.getUser(token);
  expect(error?.name).toBe('AuthSessionMissingError');
  const answer = await service.request('/user', { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'session_not_found']);
});

test('the scope of sign-out: this session, the others, all', async () => {
  const [one, two, three] = await Promise.all(
    [service.newClient(), service.newClient(), service.newClient()].map(async (client) => {
      const { data } = await client.auth.signInWithPassword(account);
      return { client, token: data.session?.access_token };
    }),
  );
  const works = async (at: typeof one) =>
    (await service.newClient().auth.getUser(at?.token)).error === null;
  await one?.client.auth.signOut({ scope: 'local' });
  expect([await works(one), await works(two), await works(three)]).toEqual([false, true, true]);
  await two?.client.auth.signOut({ scope: 'others' });
  expect([await works(two), await works(three)]).toEqual([true, false]);
  await two?.client.auth.signOut({ scope: 'global' });
  expect(await works(two)).toBe(false);
  const wrong = await service.request('/logout?scope=moon', { method: 'POST' });
  expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'validation_failed']);
});

test('ten wrong passwords lock an account for one network only, with Retry-After', async () => {
  const guesser = service.newClient('198.51.100.7');
  const guess = async (email: string) =>
    (await guesser.auth.signInWithPassword({ email, password: 'wrong' })).error;
  for (let tries = 0; tries < limits.signInPerAccountAndNetwork.hits; tries += 1) {
    expect((await guess(account.email))?.code).toBe('invalid_credentials');
  }
  expect(await guess(account.email)).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  expect((await guesser.auth.signInWithPassword(account)).error?.status).toBe(429);
  expect((await service.newClient().auth.signInWithPassword(account)).error).toBeNull();
  const refused = await service.request('/token?grant_type=password', {
    method: 'POST',
    headers: { 'x-ridgeline-network': '198.51.100.7' },
    body: JSON.stringify(account),
  });
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(limits.signInPerAccountAndNetwork.seconds - 60);
  expect(wait).toBeLessThanOrEqual(limits.signInPerAccountAndNetwork.seconds);
}, 30_000);

test('a successful sign-in resets the counters', async () => {
  const client = service.newClient('198.51.100.8');
  for (let round = 0; round < limits.signInPerAccountAndNetwork.hits + 2; round += 1) {
    expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  }
}, 30_000);

test('what strangers try on an account does not count for a network with an open session', async () => {
  const email = 'known@example.com';
  await addTestStaff(service.database, { ...account, email });
  const signIn = async (network: string, password: string) =>
    (await service.newClient(network).auth.signInWithPassword({ email, password })).error?.status;
  expect(await signIn('198.51.100.7', account.password)).toBeUndefined();
  expect(await signIn('203.0.113.7', 'guess')).toBe(400);
  await sql`update private.rate_limits set hits = ${limits.signInPerAccount.hits}
    where key like 'auth:signInPerAccount:%'`.execute(service.database.owner);
  expect(await signIn('203.0.113.8', account.password)).toBe(429);
  expect(await signIn('198.51.100.7', account.password)).toBeUndefined();
});
