import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  addTestStaff,
  startTestService,
  type TestService,
} from '#backend/auth/testing/auth-service.ts';
import { HttpError } from '#backend/http-error.ts';

const account = { email: 'owner@example.com', password: 'correct horse' };
let service: TestService;
let token: string;
let sessionId: string;
let userId: string;

beforeAll(async () => {
  service = await startTestService();
  await addTestStaff(service.database, account);
  const { data } = await service.newClient().auth.signInWithPassword(account);
  token = data.session?.access_token ?? '';
  userId = data.user?.id ?? '';
  sessionId = JSON.parse(atob(token.split('.')[1] ?? '')).session_id;
}, 60_000);
afterAll(() => service.stop());

const resolve = (headers: Record<string, string>) =>
  service.resolveCaller(new Request('https://shop.example/rest/v1/reviews', { headers }));

const sign = (
  key: CryptoKey,
  {
    audience = 'authenticated',
    expires = '1h',
    session = sessionId,
  }: { audience?: string; expires?: string; session?: string } = {},
) =>
  new SignJWT({ role: 'authenticated', email: account.email, session_id: session })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);

test('a publishable key is anon, a secret key service_role, in either header', async () => {
  const { publishableKey, secretKey } = service.keys;
  expect((await resolve({ apikey: publishableKey })).role).toBe('anon');
  expect((await resolve({ authorization: `Bearer ${publishableKey}` })).role).toBe('anon');
  expect((await resolve({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).role).toBe(
    'service_role',
  );
});

test('an access token is authenticated, with its claims; secrets stay out of the headers', async () => {
  const apikey = service.keys.publishableKey;
  const caller = await resolve({
    apikey,
    authorization: `Bearer ${token}`,
    cookie: 'a=b',
    'x-a': '1',
  });
  expect(caller.role).toBe('authenticated');
  expect(caller.claims).toMatchObject({ sub: userId, session_id: sessionId, aal: 'aal1' });
  expect(caller.headers).toEqual({ 'x-a': '1' });
});

test.each([
  ['no credential', {}, 'no_authorization'],
  ['an unknown key', { apikey: 'sb_publishable_other' }, 'invalid_api_key'],
  ['an unknown key', { apikey: 'x' }, 'invalid_api_key'],
  ['a bearer that is not a token', { authorization: 'Bearer x.y.z' }, 'bad_jwt'],
])('%s is rejected with %s', async (_name, headers: Record<string, string>, code) => {
  const error = await resolve(headers).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 401, code });
});

test('a valid access token with an unknown API key is rejected', async () => {
  await expect(
    resolve({ apikey: 'sb_secret_guess', authorization: `Bearer ${token}` }),
  ).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('tokens of another signer, audience or session and expired ones are rejected', async () => {
  const ours = service.keys.signing.privateKey;
  const { privateKey: theirs } = await generateKeyPair('ES256');
  const bearer = async (jwt: Promise<string>) => resolve({ authorization: `Bearer ${await jwt}` });
  expect((await bearer(sign(ours))).role).toBe('authenticated');
  await expect(bearer(sign(theirs))).rejects.toMatchObject({ code: 'bad_jwt' });
  await expect(bearer(sign(ours, { audience: 'other' }))).rejects.toMatchObject({
    code: 'bad_jwt',
  });
  await expect(bearer(sign(ours, { expires: '-1s' }))).rejects.toMatchObject({
    code: 'bad_jwt',
    message: 'JWT expired',
  });
  await expect(
    bearer(sign(ours, { session: '00000000-0000-4000-8000-000000000000' })),
  ).rejects.toMatchObject({ code: 'session_not_found' });
});

test('a cached token is rejected once it has expired', async () => {
  const authorization = `Bearer ${await sign(service.keys.signing.privateKey, { expires: '60s' })}`;
  const ends = Date.now() + 60_000;
  for (let n = 0; n < 2; n += 1)
    expect((await resolve({ authorization })).role).toBe('authenticated');
  vi.useFakeTimers({ toFake: ['Date'], now: ends });
  const refused = resolve({ authorization }).finally(() => vi.useRealTimers());
  await expect(refused).rejects.toMatchObject({ code: 'bad_jwt', message: 'JWT expired' });
});

test('a token with alg none is rejected', async () => {
  const [, payload] = token.split('.');
  const header = btoa(JSON.stringify({ alg: 'none' })).replaceAll('=', '');
  await expect(resolve({ authorization: `Bearer ${header}.${payload}.` })).rejects.toMatchObject({
    code: 'bad_jwt',
  });
});

test('a token of a session after its not_after is rejected', async () => {
  await service.database.owner
    .updateTable('auth.sessions')
    .set({ not_after: new Date(Date.now() - 1000) })
    .where('id', '=', sessionId)
    .execute();
  await expect(resolve({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
    code: 'session_not_found',
  });
});
