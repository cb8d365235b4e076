import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createTestAccounts,
  getFragment,
  getTokenHash,
  password,
} from '#backend/auth/testing/auth-accounts.ts';
import { siteUrl, type TestService } from '#backend/auth/testing/auth-service.ts';
import { limits } from './rate-limits.ts';
import { oneTimeTokenLifetimeSeconds } from './tokens.ts';

let service: TestService;
let email: string;
const { signIn, works, mailedLink, open } = createTestAccounts((...given) => {
  [service, email] = given;
});

test('password recovery: mail, link to the screen, session, new password', async () => {
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
  const token_hash = getTokenHash(link);
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

test('a session of a mailed link needs no current password for an hour', async () => {
  const client = service.newClient();
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/admin/password` });
  const token_hash = getTokenHash(await mailedLink(email));
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash });
  await service.database.owner
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - (oneTimeTokenLifetimeSeconds + 1) * 1000) })
    .where('user_id', '=', data.user?.id ?? '')
    .execute();
  await client.auth.refreshSession();
  expect((await client.auth.updateUser({ password: 'battery staple' })).error?.code).toBe(
    'current_password_required',
  );
});

test('a link without redirectTo redirects to the website with the session in the fragment', async () => {
  await service.newClient().auth.resetPasswordForEmail(email);
  const answer = await open(await mailedLink(email));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/#access_token=/);
  const fragment = getFragment(answer);
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

test('a link works once; HEAD does not use it up', async () => {
  await service.newClient().auth.resetPasswordForEmail(email);
  const link = await mailedLink(email);
  expect((await open(link, 'HEAD')).headers.get('location')).toBe(`${siteUrl}/`);
  expect(getFragment(await open(link)).get('access_token')).toBeTruthy();
  const again = getFragment(await open(link));
  expect([again.get('error'), again.get('error_code'), again.get('error_description')]).toEqual([
    'access_denied',
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
});

test('a link is invalid after an hour, after a newer one, and after a new password', async () => {
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

test('verifyOtp accepts the token hash alone or the token with its email address', async () => {
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

test('POST /recover responds the same for an unknown email address, and sends no mail', async () => {
  const client = service.newClient();
  expect(await client.auth.resetPasswordForEmail('nobody@example.com')).toEqual({
    data: {},
    error: null,
  });
  await client.auth.resetPasswordForEmail(email);
  await mailedLink(email);
  expect(service.mails.map((mail) => mail.to)).toEqual([email]);
  // One row is written for an unknown account too, so that the response takes as long.
  const { rows } = await sql`
    select 1 from private.rate_limits where key = 'auth:recoverNobody'`.execute(
    service.database.owner,
  );
  expect(rows).toHaveLength(1);
});

test.each([
  'https://evil.example/admin',
  '//evil.example',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'http://shop.example/',
  'javascript:alert(1)',
  '\\\\evil.example',
])('a link never redirects to %s', async (redirectTo) => {
  await service.newClient().auth.resetPasswordForEmail(email, { redirectTo });
  const link = await mailedLink(email);
  expect(link.searchParams.get('redirect_to')).toBe(`${siteUrl}/`);
  link.searchParams.set('redirect_to', redirectTo);
  expect((await open(link)).headers.get('location')).toMatch(/^https:\/\/shop\.example\/#/);
});

test('a network mails five recovery links an hour to an address, whether or not it has an account', async () => {
  for (const [index, recipient] of [email, 'nobody.at.all@example.com'].entries()) {
    const ask = async (network: string) =>
      (await service.newClient(network).auth.resetPasswordForEmail(recipient)).error;
    for (let mail = 0; mail < limits.recoverPerAccountAndNetwork.hits; mail += 1) {
      expect(await ask(`2001:db8:${index}:${mail}::/64`)).toBeNull();
    }
    expect(await ask(`2001:db8:${index}:99::/64`)).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    });
  }
});

test('requests of many networks lock nobody out: the link of the newest mail works', async () => {
  const ask = async () => (await service.newClient().auth.resetPasswordForEmail(email)).error;
  const mails = () => service.mails.filter(({ to }) => to === email);
  const mailed = limits.recoverPerAccount.hits + limits.recoverPerAccountInStorm.hits;
  for (let count = 1; count <= mailed; count += 1) {
    expect(await ask()).toBeNull();
    await expect.poll(() => mails()).toHaveLength(count);
  }
  for (let count = 0; count < 5; count += 1) expect(await ask()).toBeNull();
  const [, token = ''] = /[?&]token=([\w-]+)/.exec(mails().at(-1)?.text ?? '') ?? [];
  const { error } = await service
    .newClient()
    .auth.verifyOtp({ type: 'recovery', token_hash: token });
  expect([error, mails().length]).toEqual([null, mailed]);
});
