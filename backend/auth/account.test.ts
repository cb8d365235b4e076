import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { oneTimeTokenLifetime } from './one-time-token.ts';
import { limits } from './rate-limits.ts';
import { addStaff, removeStaff } from './staff.ts';
import { siteUrl, startTestService, type TestService } from './test-service.ts';

const password = 'correct horse';
let service: TestService;
let email: string;
let accounts = 0;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.stop());

beforeEach(async () => {
  accounts += 1;
  email = `owner${accounts}@example.com`;
  await addStaff(service.database, { email, password });
  service.mails.length = 0;
});

async function signIn(as = { email, password }) {
  const client = service.newClient();
  const { data, error } = await client.auth.signInWithPassword(as);
  return { client, token: data.session?.access_token, error };
}

async function works(token: string | undefined) {
  return (await service.newClient().auth.getUser(token)).error === null;
}

async function mailedLink(to: string) {
  const text = await vi.waitFor(() => {
    const mail = service.mails.find((sent) => sent.to === to);
    if (!mail) throw new Error('No mail yet');
    return mail.text;
  });
  return new URL(/https:\/\/\S+/.exec(text.replace(`${siteUrl}.`, ''))?.[0] ?? '');
}

const open = (link: URL, method = 'GET') =>
  service.request(link.href.slice(`${siteUrl}/auth/v1`.length), { method });

/** The token of a link that leads straight to a screen. */
const tokenOf = (link: URL) => new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';

const fragmentOf = (answer: Response) =>
  new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));

test('a new password counts at once and ends the other sessions, not this one', async () => {
  const [one, two] = [await signIn(), await signIn()];
  const { data, error } = await one.client.auth.updateUser({
    password: 'battery staple',
    current_password: password,
  });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect([await works(one.token), await works(two.token)]).toEqual([true, false]);
  expect((await signIn()).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email, password: 'battery staple' })).error).toBeNull();
  await vi.waitFor(() =>
    expect(service.mails).toEqual([
      expect.objectContaining({ to: email, subject: 'Your password was changed' }),
    ]),
  );
});

test('a new password needs the current one, which can be guessed at a few times only', async () => {
  const { client, token } = await signIn();
  const attempt = async (current_password?: string) =>
    (await client.auth.updateUser({ password: 'battery staple', current_password })).error;
  expect(await attempt()).toMatchObject({ status: 400, code: 'current_password_required' });
  expect(await attempt('')).toMatchObject({ code: 'current_password_required' });
  for (let guess = 0; guess < limits.currentPasswordOfAccount.hits; guess += 1) {
    expect(await attempt(`guess ${guess}`)).toMatchObject({ code: 'current_password_invalid' });
  }
  expect(await attempt(password)).toMatchObject({ status: 429 });
  expect([await works(token), (await signIn()).error]).toEqual([true, null]);
  expect(service.mails).toEqual([]);
});

test('a password that is short, too long, known from leaks or the old one is refused', async () => {
  const { client, token } = await signIn();
  const attempt = async (given: object) => (await client.auth.updateUser(given)).error;
  expect(await attempt({ password: 'short' })).toMatchObject({
    status: 422,
    code: 'weak_password',
    name: 'AuthWeakPasswordError',
    reasons: ['length'],
  });
  expect(await attempt({ password: 'Password1', current_password: password })).toMatchObject({
    status: 422,
    code: 'weak_password',
    reasons: ['pwned'],
  });
  expect(await attempt({ password, current_password: password })).toMatchObject({
    status: 422,
    code: 'same_password',
  });
  expect(await attempt({ password: 'x'.repeat(1025) })).toMatchObject({
    status: 400,
    code: 'validation_failed',
  });
  expect(await attempt({ password: 'new one', current_password: 'wrong' })).toMatchObject({
    status: 400,
    code: 'current_password_invalid',
  });
  expect(await works(token)).toBe(true);
});

test('metadata is merged and null removes a key; app metadata and telephones are refused', async () => {
  const { client } = await signIn();
  await client.auth.updateUser({ data: { name: 'Ann', theme: { dark: null } } });
  const { data } = await client.auth.updateUser({ data: { name: null, city: 'Elora' } });
  expect(data.user?.user_metadata).toEqual({ theme: { dark: null }, city: 'Elora' });
  expect((await client.auth.updateUser({ phone: '+1 519 555 0100' })).error?.code).toBe(
    'phone_provider_disabled',
  );
  const admin = { app_metadata: { role: 'service_role' } } as object;
  expect((await client.auth.updateUser(admin)).error).toMatchObject({
    status: 403,
    code: 'not_admin',
  });
});

test('a new e-mail address counts once the link mailed there is opened, and the old one is told', async () => {
  const { client } = await signIn();
  const next = `new.${email}`;
  const { data } = await client.auth.updateUser({ email: next.toUpperCase() });
  expect([data.user?.email, data.user?.new_email]).toEqual([email, next]);
  expect((await signIn({ email: next, password })).error?.code).toBe('invalid_credentials');

  const answer = await open(await mailedLink(next));
  expect(fragmentOf(answer).get('type')).toBe('email_change');
  const { data: changed } = await service
    .newClient()
    .auth.getUser(fragmentOf(answer).get('access_token') ?? '');
  expect([changed.user?.email, changed.user?.new_email]).toEqual([next, undefined]);
  expect((await signIn()).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email: next, password })).error).toBeNull();
  await vi.waitFor(() =>
    expect(service.mails.find((mail) => mail.to === email)?.text).toContain(next),
  );
});

test('an address that another account has is refused, also where it was taken meanwhile', async () => {
  const { client } = await signIn();
  const taken = `taken.${email}`;
  await client.auth.updateUser({ email: taken });
  const link = await mailedLink(taken);
  await addStaff(service.database, { email: taken, password });
  expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect(fragmentOf(await open(link)).get('error_code')).toBe('email_exists');
  expect((await client.auth.updateUser({ email: 'nonsense' })).error?.code).toBe(
    'validation_failed',
  );
});

test('a forgotten password: mail, link to the screen, session, new password', async () => {
  const earlier = await signIn();
  const client = service.newClient();
  const redirectTo = `${siteUrl}/admin/password?from=mail`;
  expect(await client.auth.resetPasswordForEmail(email, { redirectTo })).toEqual({
    data: {},
    error: null,
  });
  const link = await mailedLink(email);
  expect(link.href).toMatch(
    /^https:\/\/shop\.example\/admin\/password\?from=mail#token_hash=[\w-]{20,}&type=recovery$/,
  );
  const token_hash = tokenOf(link);
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash });
  expect(data.user?.email).toBe(email);
  expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
  expect(await works(earlier.token)).toBe(false);
  expect((await signIn({ email, password: 'battery staple' })).error).toBeNull();
  expect((await client.auth.refreshSession()).data.session?.access_token).toSatisfy(
    (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).amr[0].method === 'otp',
  );
  const again = await service.newClient().auth.verifyOtp({ type: 'recovery', token_hash });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('a mailed link stands in for the current password for an hour', async () => {
  const client = service.newClient();
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/admin/password` });
  const token_hash = tokenOf(await mailedLink(email));
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash });
  await service.database.owner
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - (oneTimeTokenLifetime + 1) * 1000) })
    .where('user_id', '=', data.user?.id ?? '')
    .execute();
  await client.auth.refreshSession();
  expect((await client.auth.updateUser({ password: 'battery staple' })).error?.code).toBe(
    'current_password_required',
  );
});

test('a link without a screen leads to the website with the session in the fragment', async () => {
  await service.newClient().auth.resetPasswordForEmail(email);
  const answer = await open(await mailedLink(email));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/#access_token=/);
  const fragment = fragmentOf(answer);
  expect([fragment.get('type'), fragment.get('token_type'), fragment.get('expires_in')]).toEqual([
    'recovery',
    'bearer',
    '3600',
  ]);
  const { data } = await service.newClient().auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(data.user?.email).toBe(email);
});

test('a link works once; looking at it with HEAD does not use it up', async () => {
  await service.newClient().auth.resetPasswordForEmail(email);
  const link = await mailedLink(email);
  expect((await open(link, 'HEAD')).headers.get('location')).toBe(`${siteUrl}/`);
  expect(fragmentOf(await open(link)).get('access_token')).toBeTruthy();
  const again = fragmentOf(await open(link));
  expect([again.get('error'), again.get('error_code'), again.get('error_description')]).toEqual([
    'access_denied',
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
});

test('a link is worth nothing after an hour, after a newer one, and after a new password', async () => {
  const client = service.newClient();
  const request = async () => {
    service.mails.length = 0;
    await client.auth.resetPasswordForEmail(email);
    return (await mailedLink(email)).searchParams.get('token') ?? '';
  };
  const verify = async (token: string) =>
    (await client.auth.verifyOtp({ type: 'recovery', token_hash: token })).error;
  const older = await request();
  const newer = await request();
  expect(await verify(older)).toMatchObject({ status: 403, code: 'otp_expired' });

  const { client: signedIn } = await signIn();
  await signedIn.auth.updateUser({ password: 'battery staple', current_password: password });
  expect(await verify(newer)).toMatchObject({ code: 'otp_expired' });

  const last = await request();
  await service.database.owner
    .updateTable('auth.one_time_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  expect(await verify(last)).toMatchObject({ code: 'otp_expired' });
});

test('verifyOtp takes the token by itself or with the address it was mailed to', async () => {
  const client = service.newClient();
  await client.auth.resetPasswordForEmail(email);
  const token = (await mailedLink(email)).searchParams.get('token') ?? '';
  const wrong = await client.auth.verifyOtp({ type: 'recovery', token, email: 'a@example.com' });
  expect(wrong.error?.code).toBe('otp_expired');
  const kind = await client.auth.verifyOtp({ type: 'email_change', token, email });
  expect(kind.error?.code).toBe('otp_expired');
  const right = await client.auth.verifyOtp({ type: 'recovery', token, email });
  expect(right.data.session?.user.email).toBe(email);
});

test('the answer to recover is the same for an unknown address, and nothing is mailed', async () => {
  const client = service.newClient();
  expect(await client.auth.resetPasswordForEmail('nobody@example.com')).toEqual({
    data: {},
    error: null,
  });
  await client.auth.resetPasswordForEmail(email);
  await mailedLink(email);
  expect(service.mails.map((mail) => mail.to)).toEqual([email]);
});

test.each([
  'https://evil.example/admin',
  '//evil.example',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'http://shop.example/',
  'javascript:alert(1)',
  '\\\\evil.example',
])('a link never leads to %s', async (redirectTo) => {
  await service.newClient().auth.resetPasswordForEmail(email, { redirectTo });
  const link = await mailedLink(email);
  expect(link.searchParams.get('redirect_to')).toBe(`${siteUrl}/`);
  link.searchParams.set('redirect_to', redirectTo);
  expect((await open(link)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/#/);
});

test('mails to one account are limited, whether it exists or not', async () => {
  for (const address of [email, 'nobody.at.all@example.com']) {
    const ask = async () => (await service.newClient().auth.resetPasswordForEmail(address)).error;
    for (let mail = 0; mail < limits.recoverAccount.hits; mail += 1) expect(await ask()).toBeNull();
    expect(await ask()).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  }
});

test('an account that is removed is out at the next request', async () => {
  const { token } = await signIn();
  await removeStaff(service.database, email);
  expect(await works(token)).toBe(false);
  const again = await signIn();
  await service.database.owner.deleteFrom('auth.users').where('email', '=', email).execute();
  expect(await works(again.token)).toBe(false);
});
