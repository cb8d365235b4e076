import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createTestAccounts, getFragment, password } from '#backend/auth/testing/auth-accounts.ts';
import type { TestService } from '#backend/auth/testing/auth-service.ts';
import { limits } from './rate-limits.ts';
import { addStaff, removeStaff } from './staff.ts';

let service: TestService;
let email: string;
const { signIn, works, mailedLink, open } = createTestAccounts((...given) => {
  [service, email] = given;
});

test('a new password takes effect at once and ends the other sessions, not this one', async () => {
  const [one, two] = [await signIn(), await signIn()];
  const { data, error } = await one.client.auth.updateUser({
    password: 'battery staple',
    current_password: password,
  });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect([await works(one.token), await works(two.token)]).toEqual([true, false]);
  expect((await signIn()).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email, password: 'battery staple' })).error).toBeNull();
  await expect
    .poll(() => service.mails)
    .toEqual([expect.objectContaining({ to: email, subject: 'Your password was changed' })]);
});

test('a new password needs the current one, which has ten attempts', async () => {
  const { client, token } = await signIn();
  const attempt = async (current_password?: string) =>
    (await client.auth.updateUser({ password: 'battery staple', current_password })).error;
  expect(await attempt()).toMatchObject({ status: 400, code: 'current_password_required' });
  expect(await attempt('')).toMatchObject({ code: 'current_password_required' });
  for (let guess = 0; guess < limits.currentPasswordPerAccount.hits; guess += 1) {
    expect(await attempt(`guess ${guess}`)).toMatchObject({ code: 'current_password_invalid' });
  }
  expect(await attempt(password)).toMatchObject({ status: 429 });
  expect([await works(token), (await signIn()).error]).toEqual([true, null]);
  expect(service.mails).toEqual([]);
});

test('a password that is short, too long, leaked or the old one is rejected', async () => {
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

test('metadata is merged and null removes a key; app metadata and telephones are rejected', async () => {
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

test('PUT /user rejects user_metadata above 2 KiB together with what is stored', async () => {
  const { client } = await signIn();
  const update = async (data: object) => (await client.auth.updateUser({ data })).error;
  // {"one":"…","two":"…"}: 19 bytes of JSON around the values.
  expect(await update({ one: 'é'.repeat(500) })).toBeNull();
  expect(await update({ two: 'x'.repeat(2048 - 1000 - 19 + 1) })).toMatchObject({
    status: 422,
    code: 'validation_failed',
  });
  expect(await update({ two: 'x'.repeat(2048 - 1000 - 19) })).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('access tokens leave out stored user_metadata above 2 KiB, which an update can remove', async () => {
  await service.database.owner
    .updateTable('auth.users')
    .set({ raw_user_meta_data: { pad: 'x'.repeat(13_000) } })
    .where('email', '=', email)
    .execute();
  const { client, token } = await signIn();
  expect(decodeJwt(token ?? '').user_metadata).toEqual({});
  expect((await client.auth.updateUser({ data: { name: 'Ann' } })).error?.status).toBe(422);
  expect((await client.auth.updateUser({ data: { pad: null, name: 'Ann' } })).error).toBeNull();
  expect(decodeJwt((await signIn()).token ?? '').user_metadata).toEqual({ name: 'Ann' });
});

test('a new e-mail address takes effect once the link mailed there is opened, and the old one is notified', async () => {
  const { client } = await signIn();
  const next = `new.${email}`;
  const { data } = await client.auth.updateUser({ email: next.toUpperCase() });
  expect([data.user?.email, data.user?.new_email]).toEqual([email, next]);
  expect((await signIn({ email: next, password })).error?.code).toBe('invalid_credentials');

  const answer = await open(await mailedLink(next));
  expect(getFragment(answer).get('type')).toBe('email_change');
  const { data: changed } = await service
    .newClient()
    .auth.getUser(getFragment(answer).get('access_token') ?? '');
  expect([changed.user?.email, changed.user?.new_email]).toEqual([next, undefined]);
  expect((await signIn()).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email: next, password })).error).toBeNull();
  await expect.poll(() => service.mails.find((mail) => mail.to === email)?.text).toContain(next);
});

test('an e-mail address of another account is rejected, also if that account got it meanwhile', async () => {
  const { client } = await signIn();
  const taken = `taken.${email}`;
  await client.auth.updateUser({ email: taken });
  const link = await mailedLink(taken);
  await addStaff(service.database, { email: taken, password });
  expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect(getFragment(await open(link)).get('error_code')).toBe('email_exists');
  expect((await client.auth.updateUser({ email: 'nonsense' })).error?.code).toBe(
    'validation_failed',
  );
});

test('the tokens of a removed account are rejected at the next request', async () => {
  const { token } = await signIn();
  await removeStaff(service.database, email);
  expect(await works(token)).toBe(false);
  const again = await signIn();
  await service.database.owner.deleteFrom('auth.users').where('email', '=', email).execute();
  expect(await works(again.token)).toBe(false);
});
