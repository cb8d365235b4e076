import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  createTestAccounts,
  getFragment,
  getTokenHash,
  password,
} from '#backend/auth/testing/auth-accounts.ts';
import { addTestStaff, type TestService } from '#backend/auth/testing/auth-service.ts';
import { limits } from './rate-limits.ts';
import { removeStaff } from './staff.ts';

let service: TestService;
let email: string;
const { signIn, works, mailedLink } = createTestAccounts((...given) => {
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

/** Follows a link of a changed address in a browser without a session. */
const follow = async (link: URL) =>
  service.newClient().auth.verifyOtp({ type: 'email_change', token_hash: getTokenHash(link) });

/** Changes the account's address with both links; the old one then has the link that undoes it. */
async function changeEmail(
  client: Awaited<ReturnType<typeof signIn>>['client'],
  next: string,
  current_password = password,
) {
  const { data } = await client.auth.getUser();
  service.mails.length = 0;
  const { error } = await client.auth.updateUser({ email: next, current_password });
  expect(error).toBeNull();
  for (const to of [next, data.user?.email ?? '']) {
    expect((await follow(await mailedLink(to))).error).toBeNull();
  }
  return mailedLink(data.user?.email ?? '', 'Your email address was changed');
}

test('a new email address needs the current password, which has ten attempts', async () => {
  const { client } = await signIn();
  const attempt = async (current_password?: string) =>
    (await client.auth.updateUser({ email: `new.${email}`, current_password })).error;
  expect(await attempt()).toMatchObject({ status: 400, code: 'current_password_required' });
  for (let guess = 0; guess < limits.currentPasswordPerAccount.hits; guess += 1) {
    expect(await attempt(`guess ${guess}`)).toMatchObject({ code: 'current_password_invalid' });
  }
  expect(await attempt(password)).toMatchObject({ status: 429 });
  expect(service.mails).toEqual([]);
});

test('a new email address takes effect once it is confirmed at both, and starts no session', async () => {
  const { client, token } = await signIn();
  const next = `new.${email}`;
  const { data } = await client.auth.updateUser({
    email: next.toUpperCase(),
    current_password: password,
  });
  expect(data.user).toMatchObject({
    ...{ email, new_email: next },
    email_change_sent_at: expect.stringMatching(/^20.*Z$/),
  });

  const answer = await service.request(
    `/verify?type=email_change&token=${getTokenHash(await mailedLink(next))}`,
  );
  expect([...getFragment(answer).keys()]).toEqual(['message', 'sb']);
  expect((await signIn({ email: next, password })).error?.code).toBe('invalid_credentials');
  const confirmed = await follow(await mailedLink(email));
  expect([confirmed.error, confirmed.data.session]).toEqual([null, null]);

  expect((await signIn()).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email: next, password })).error).toBeNull();
  expect(await works(token)).toBe(true);
  const { data: now } = await client.auth.getUser();
  expect(now.user).not.toHaveProperty('new_email');
  expect(now.user).not.toHaveProperty('email_change_sent_at');
});

test('an address at example.com, where nobody reads mail, changes with the password and the new address alone', async () => {
  const first = { email: `first-${email.split('@')[0]}@example.com`, password };
  await addTestStaff(service.database, first);
  const { client, token } = await signIn(first);
  service.mails.length = 0;
  // As from before this rule.
  await sql`insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, expires_at)
    select id, 'email_change_current', 'earlier', email, now(), now() + interval '1 hour'
    from auth.users where email = ${first.email}`.execute(service.database.owner);
  const next = `new.${email}`;
  const guess = await client.auth.updateUser({ email: next, current_password: 'a guess' });
  expect(guess.error?.code).toBe('current_password_invalid');
  expect(
    (await client.auth.updateUser({ email: next, current_password: password })).error,
  ).toBeNull();
  expect((await signIn({ email: next, password })).error?.code).toBe('invalid_credentials');

  const link = await mailedLink(next);
  expect(new URLSearchParams(link.hash.slice(1)).get('step')).toBe('alone');
  expect((await follow(link)).error).toBeNull();
  expect((await signIn(first)).error?.code).toBe('invalid_credentials');
  expect((await signIn({ email: next, password })).error).toBeNull();
  expect(await works(token)).toBe(true);
  expect(service.mails.map(({ to }) => to)).toEqual([next]);
});

test('both confirmations at the same moment make the change', async () => {
  const { client } = await signIn();
  const next = `new.${email}`;
  await client.auth.updateUser({ email: next, current_password: password });
  const links = [await mailedLink(next), await mailedLink(email)];
  const answers = await Promise.all(links.map(follow));
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
  expect((await signIn({ email: next, password })).error).toBeNull();
});

test('the old address undoes a change, and all that followed, with one link', async () => {
  const { client } = await signIn();
  const undo = await changeEmail(client, `new.${email}`);
  const undoOfTheNext = await changeEmail(client, `newer.${email}`);
  await client.auth.updateUser({ password: 'battery staple', current_password: password });
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
  await sql`insert into auth.mfa_recovery_codes (user_id, code_hash)
    select id, 'of a stranger' from auth.users where email = ${`newer.${email}`}`.execute(
    service.database.owner,
  );
  const { token } = await signIn({ email: `newer.${email}`, password: 'battery staple' });

  const { error, data } = await follow(undo);
  expect([error, data.session]).toEqual([null, null]);
  expect(await works(token)).toBe(false);
  for (const given of [password, 'battery staple']) {
    expect((await signIn({ email, password: given })).error?.code).toBe('invalid_credentials');
  }
  expect((await follow(undoOfTheNext)).error?.code).toBe('otp_expired');
  const { rows } = await sql`
    select 1 from auth.mfa_factors where id = ${factor?.id ?? ''}::uuid
    union all select 1 from auth.mfa_recovery_codes where code_hash = 'of a stranger'`.execute(
    service.database.owner,
  );
  expect(rows).toEqual([]);

  await service.newClient().auth.resetPasswordForEmail(email);
  const token_hash =
    (await mailedLink(email, 'Set a new password')).searchParams.get('token') ?? '';
  const recovered = service.newClient();
  await recovered.auth.verifyOtp({ type: 'recovery', token_hash });
  expect((await recovered.auth.updateUser({ password: 'a new start' })).error).toBeNull();
});

test.each([
  ['two days before the change is deleted', '2 days', undefined],
  ['four days before it stays, also for who has the mailbox', '4 days', 'insufficient_aal'],
])('the link that undoes a change: a factor enrolled %s', async (_, age, error) => {
  const { client } = await signIn();
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: data?.totp?.secret ?? '' }).generate();
  await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  await sql`insert into auth.mfa_recovery_codes (user_id, code_hash)
    select id, 'of the factor' from auth.users where email = ${email}`.execute(
    service.database.owner,
  );
  for (const table of ['mfa_factors', 'mfa_recovery_codes']) {
    await sql`update auth.${sql.raw(table)} set created_at = now() - ${age}::interval
      where user_id = (select id from auth.users where email = ${email})`.execute(
      service.database.owner,
    );
  }
  expect((await follow(await changeEmail(client, `new.${email}`))).error).toBeNull();

  service.mails.length = 0;
  await service.newClient().auth.resetPasswordForEmail(email);
  const token_hash = (await mailedLink(email, 'Set a new password')).searchParams.get('token');
  const recovered = service.newClient();
  await recovered.auth.verifyOtp({ type: 'recovery', token_hash: token_hash ?? '' });
  const change = await recovered.auth.updateUser({ password: 'a new start' });
  expect(change.error?.code).toBe(error);
  const { rows } = await sql`select from auth.mfa_recovery_codes
    where user_id = (select id from auth.users where email = ${email})`.execute(
    service.database.owner,
  );
  expect(rows).toHaveLength(error ? 1 : 0);
});

test('undoing a later change leaves the link that undoes the first', async () => {
  const { client } = await signIn();
  const undo = await changeEmail(client, `new.${email}`);
  const undoOfTheNext = await changeEmail(client, `newer.${email}`);
  expect((await follow(undoOfTheNext)).error).toBeNull();
  expect((await follow(undo)).error).toBeNull();
  const { rows } = await sql`
    select email from auth.users where email like ${`%${email}`}`.execute(service.database.owner);
  expect(rows).toEqual([{ email }]);
});

test('the link that undoes a change is valid for three days', async () => {
  const { client } = await signIn();
  const undo = await changeEmail(client, `new.${email}`);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from expires_at - now())::float / 3600 as hours
    from auth.one_time_tokens where token_type = 'email_change_undo' and relates_to = ${email}`.execute(
    service.database.owner,
  );
  expect(rows[0]?.hours).toBeGreaterThan(71);
  expect(rows[0]?.hours).toBeLessThanOrEqual(72);
  await sql`update auth.one_time_tokens set expires_at = now()`.execute(service.database.owner);
  expect((await follow(undo)).error?.code).toBe('otp_expired');
});

test('an email address of another account is rejected, even if that account got it meanwhile', async () => {
  const { client } = await signIn();
  const taken = `taken.${email}`;
  await client.auth.updateUser({ email: taken, current_password: password });
  const links = [await mailedLink(taken), await mailedLink(email)];
  await addTestStaff(service.database, { email: taken, password });
  const again = await client.auth.updateUser({ email: taken, current_password: password });
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
  const codes = [];
  for (const link of links) codes.push((await follow(link)).error?.code);
  expect(codes).toEqual([undefined, 'email_exists']);
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
