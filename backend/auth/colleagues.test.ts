import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  createTestAccounts,
  generateCode,
  getTokenHash,
  password,
  sendSignedIn,
} from '#backend/auth/testing/auth-accounts.ts';
import { addTestStaff, siteUrl, type TestService } from '#backend/auth/testing/auth-service.ts';
import type { TextRow } from '#backend/database/database.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';
import { addStaff } from './staff.ts';

let service: TestService;
let email: string;
const { signIn, signInWithFactor, works, mailedLink } = createTestAccounts((...given) => {
  [service, email] = given;
});
/** Of somebody who is not staff yet. */
let newcomer: string;
beforeEach(() => {
  newcomer = `newcomer-${email}`;
  service.mailer.hasServer = async () => true;
});

type Answer = { code?: string; email?: string; link?: string };

async function sendAs(as: string, path: string, body: object): Promise<Answer> {
  const { client } = await signIn({ email: as, password });
  return (await (await sendSignedIn(service, client, path, body)).json()) as Answer;
}
const invite = (to: string, { current_password = password, as = email } = {}) =>
  sendAs(as, '/colleagues', { email: to, current_password });
async function remove(whom: string, { current_password = password, as = email } = {}) {
  const { rows } = await sql<{
    id: string;
  }>`select id from auth.users where email = ${whom}`.execute(service.database.owner);
  return sendAs(as, '/colleagues/remove', { id: rows[0]?.id, current_password });
}
/** Follows the link of an invitation. */
async function follow(link: URL) {
  const client = service.newClient();
  const { error } = await client.auth.verifyOtp({
    type: 'recovery',
    token_hash: getTokenHash(link),
  });
  return { client, error };
}
const listMails = () => service.mails.map(({ to, subject }) => [to, subject]).sort();
async function listStaff() {
  const { rows } = await sql<{ email: string; invited: boolean }>`
    select email, email_confirmed_at is null as invited
    from public.staff join auth.users on id = user_id where email like ${`%${email}`} order by email`.execute(
    service.database.owner,
  );
  return rows;
}

test('an invited colleague chooses a password by the mailed link, and is staff', async () => {
  expect(await invite(newcomer.toUpperCase())).toEqual({ email: newcomer });
  const staff = (invited: boolean) => [
    { email: newcomer, invited },
    { email, invited: false },
  ];
  expect(await listStaff()).toEqual(staff(true));
  const link = await mailedLink(newcomer);
  expect(link.href.startsWith(`${siteUrl}/admin/password#`)).toBe(true);
  const { client, error } = await follow(link);
  expect(error).toBeNull();
  expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
  expect((await signIn({ email: newcomer, password: 'battery staple' })).error).toBeNull();
  expect(await listStaff()).toEqual(staff(false));
  expect((await follow(link)).error?.code).toBe('otp_expired');
  await vi.waitFor(
    () =>
      expect(listMails()).toEqual([
        [newcomer, 'Your access to the admin panel'],
        [newcomer, 'Your password was changed'],
        [email, 'You invited a colleague'],
      ]),
    timeoutMs,
  );
  const { rows } = await sql`select actor_email, action from public.audit_entries
    where table_name = 'staff' and record_name = ${newcomer}`.execute(service.database.owner);
  expect(rows).toEqual([{ actor_email: email, action: 'insert' }]);
});

test('only the newest invitation works, for three days', async () => {
  await invite(newcomer);
  const first = await mailedLink(newcomer);
  service.mails.length = 0;
  await invite(newcomer);
  const second = await mailedLink(newcomer);
  expect((await follow(first)).error?.code).toBe('otp_expired');
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - created_at)::integer / 86400 as days
    from auth.one_time_tokens where token_type = 'invite' and relates_to = ${newcomer}`.execute(
    service.database.owner,
  );
  expect(rows).toEqual([{ days: 3 }]);
  await sql`update auth.one_time_tokens set expires_at = now() where relates_to = ${newcomer}`.execute(
    service.database.owner,
  );
  expect((await follow(second)).error?.code).toBe('otp_expired');
});

test('an invitation needs the password, and somebody who has no access yet', async () => {
  expect(await invite(newcomer, { current_password: 'wrong' })).toMatchObject({
    code: 'current_password_invalid',
  });
  expect(await invite('nobody')).toMatchObject({ code: 'validation_failed' });
  expect(await invite(email)).toMatchObject({ code: 'email_exists' });
  await addTestStaff(service.database, { email: newcomer, password });
  expect(await invite(newcomer)).toMatchObject({ code: 'email_exists' });
  expect(service.mails).toEqual([]);
});

test('the list has the drafts of whoever changed them last', async () => {
  await addTestStaff(service.database, { email: newcomer, password });
  const runAs = async (as: string, query: RawBuilder<TextRow>) => {
    const { token = '' } = await signIn({ email: as, password });
    const claims = JSON.parse(atob(token.split('.')[1] ?? ''));
    return service.database.queryAsCaller({ role: 'authenticated', claims }, query);
  };
  const addPost = (title: string, isPublished: boolean) =>
    runAs(
      email,
      sql<TextRow>`insert into public.blog_posts (title, slug, content, author, is_published)
        values (${title}, lower(${title}), '<p>' || repeat('Wet. ', 20) || '</p>', 'Ann', ${String(isPublished)}::text::boolean)`,
    );
  await addPost('Snow', false);
  await addPost('Rain', true);
  const listDrafts = () =>
    runAs(
      email,
      sql<TextRow>`select email, array_to_string(drafts, ', ') as drafts from public.read_colleagues()
        where email like ${`%${email}`} order by email`,
    );
  expect(await listDrafts()).toEqual([
    { email: newcomer, drafts: '' },
    { email, drafts: 'post Snow' },
  ]);
  await runAs(
    newcomer,
    sql<TextRow>`update public.blog_posts set excerpt = 'Deep' where title = 'Snow'`,
  );
  expect(await listDrafts()).toEqual([
    { email: newcomer, drafts: 'post Snow' },
    { email, drafts: '' },
  ]);
});

test('somebody who is not staff invites and removes nobody', async () => {
  await addTestStaff(service.database, { email: newcomer, password });
  await remove(newcomer);
  expect(await invite(`third-${email}`, { as: newcomer })).toMatchObject({
    code: 'user_not_found',
  });
  expect(await remove(email, { as: newcomer })).toMatchObject({ code: 'user_not_found' });
  expect(await listStaff()).toEqual([{ email, invited: false }]);
});

test('a removed colleague is signed out, loses every link, and is told', async () => {
  await invite(newcomer);
  const link = await mailedLink(newcomer);
  await addStaff(service.database, { email: newcomer, password });
  const { token } = await signIn({ email: newcomer, password });
  service.mails.length = 0;
  expect(await remove(newcomer, { current_password: 'wrong' })).toMatchObject({
    code: 'current_password_invalid',
  });
  expect(await works(token)).toBe(true);
  expect(await remove(newcomer)).toEqual({ email: newcomer });
  expect(await works(token)).toBe(false);
  expect((await follow(link)).error?.code).toBe('otp_expired');
  expect(await listStaff()).toEqual([{ email, invited: false }]);
  expect(await remove(newcomer)).toMatchObject({ code: 'user_not_found' });
  await vi.waitFor(
    () =>
      expect(listMails()).toEqual([
        [newcomer, 'Your access to the admin panel was removed'],
        [email, 'You removed a colleague'],
      ]),
    timeoutMs,
  );
});

test('a former colleague who is invited again needs the mailed link, not the former password', async () => {
  await addTestStaff(service.database, { email: newcomer, password });
  await remove(newcomer);
  const { client, token } = await signIn({ email: newcomer, password });
  expect(await invite(newcomer)).toEqual({ email: newcomer });
  expect(await works(token)).toBe(false);
  expect((await signIn({ email: newcomer, password })).error?.code).toBe('invalid_credentials');
  service.mails.length = 0;
  // The invitation alone confirms the address.
  await client.auth.resetPasswordForEmail(newcomer);
  expect(await invite(newcomer)).toEqual({ email: newcomer });
  const link = await mailedLink(newcomer, 'Your access to the admin panel');
  expect((await follow(link)).error).toBeNull();
  expect(listMails().filter(([to]) => to === newcomer)).toHaveLength(1);
});

test('nobody removes themselves, and of two who remove each other at once one stays', async () => {
  expect(await remove(email)).toMatchObject({ code: 'validation_failed' });
  await addTestStaff(service.database, { email: newcomer, password });
  const outcomes = await Promise.all([remove(newcomer), remove(email, { as: newcomer })]);
  expect(outcomes.filter(({ code }) => code === undefined)).toHaveLength(1);
  expect(await listStaff()).toHaveLength(1);
});

test('two invitations of one person at once create one account', async () => {
  await addTestStaff(service.database, { email: newcomer, password });
  const third = `third-${email}`;
  const both = await Promise.all([invite(third), invite(third, { as: newcomer })]);
  expect(both).toEqual([{ email: third }, { email: third }]);
});

test('with two-step sign-in an invitation needs a code', async () => {
  const { send, secret } = await signInWithFactor();
  const ask = async (code?: string) =>
    (
      await send('/colleagues', {
        email: newcomer,
        current_password: password,
        ...(code ? { code } : {}),
      })
    ).json();
  expect(await ask()).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await ask('000000')).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await listStaff()).toHaveLength(1);
  expect(await ask(generateCode(secret, 1))).toEqual({ email: newcomer });
});

test('without a mail server the answer has the link', async () => {
  service.mailer.hasServer = async () => false;
  const { link = '' } = await invite(newcomer);
  expect((await follow(new URL(link))).error).toBeNull();
});

test('staff reset the second step of a colleague with password and code; both are told, and it is logged', async () => {
  const colleague = { email: `colleague-${email}`, password };
  await addTestStaff(service.database, colleague);
  const lost = await signInWithFactor(colleague);
  const { data } = await lost.client.auth.getSession();
  const { secret, send } = await signInWithFactor();
  const reset = async (current_password: string, code: string, to = colleague.email) =>
    (await send('/factors/reset', { email: to, current_password, code })).json();
  const next = generateCode(secret, 1);
  expect(await reset('wrong', next)).toMatchObject({ code: 'current_password_invalid' });
  expect(await reset(password, '000000')).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await reset(password, next)).toEqual({ email: colleague.email });

  expect(await works(data.session?.access_token)).toBe(false);
  const again = await signIn(colleague);
  const level = await again.client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.nextLevel).toBe('aal1');
  await vi.waitFor(
    () =>
      expect(service.mails.map(({ to, text }) => [to, text.includes(siteUrl)]).sort()).toEqual([
        [colleague.email, true],
        [email, true],
      ]),
    timeoutMs,
  );
  const { rows } = await sql<object>`select actor_email, record_name from public.audit_entries
    where table_name = 'auth.mfa_factors' and action = 'delete' and record_name = ${colleague.email}`.execute(
    service.database.owner,
  );
  expect(rows).toEqual([{ actor_email: email, record_name: colleague.email }]);
});

test('a code counts as used, even if there is no such colleague', async () => {
  const { secret, send } = await signInWithFactor();
  const reset = async () => {
    const body = { email: 'nobody@example.com', current_password: password };
    return (await send('/factors/reset', { ...body, code: generateCode(secret, 1) })).json();
  };
  expect(await reset()).toMatchObject({ code: 'user_not_found' });
  expect(await reset()).toMatchObject({ code: 'mfa_verification_failed' });
});
