import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTestAccounts,
  generateCode,
  password,
  sendSignedIn,
} from '#backend/auth/testing/auth-accounts.ts';
import { addTestStaff, type TestService } from '#backend/auth/testing/auth-service.ts';
import { timeoutMs } from '#tests/support/timeouts.ts';

let service: TestService;
let email: string;
const { signIn, signInWithFactor } = createTestAccounts((...given) => {
  [service, email] = given;
});

const mailPassword = 'secret of the mail server';
const server = {
  ...{ host: 'smtp.mail.example', port: 465, security: 'tls', user: 'site@sheds.example' },
};
const sender = { name: 'Sheds & Co.', email: 'site@sheds.example' };
const nobody = { enquiries: [], quotes: [], operations: [] };

beforeEach(async () => {
  await sql`delete from private.mail_settings`.execute(service.database.owner);
  await sql`delete from private.rate_limits`.execute(service.database.owner);
});
afterEach(() => {
  Object.assign(service.mailEnvironment, {
    ...{ smtpUrl: undefined, from: undefined, to: undefined, allowsPrivateHosts: false },
  });
});

async function send(path: string, body?: object, as = email) {
  const { client } = await signIn({ email: as, password });
  return (await sendSignedIn(service, client, path, body)).json() as Promise<
    Record<string, unknown>
  >;
}
const change = (parts: object, current_password = password) =>
  send('/mail', { ...parts, current_password });
const readStored = async () => {
  const { rows } = await sql<Record<string, unknown>>`select * from private.mail_settings`.execute(
    service.database.owner,
  );
  return rows[0];
};

test('POST /mail stores the settings, and the password appears in no response, audit entry or email', async () => {
  expect(await send('/mail')).toEqual({
    ...{ server: null, isPasswordReadable: true, sender: null, recipients: nobody },
    ...{ senderAddress: 'website@localhost', selector: null, environment: {} },
    allowsPrivateHosts: false,
    sendsWeeklySummary: false,
  });
  const recipients = { ...nobody, enquiries: ['ann@sheds.example', 'bob@sheds.example'] };
  const changed = await change({
    ...{ server: { ...server, password: mailPassword }, sender, recipients },
  });
  expect(changed).toMatchObject({
    server: { ...server, hasPassword: true },
    ...{ sender, recipients, senderAddress: sender.email },
  });
  expect(await send('/mail')).toEqual(changed);
  const stored = await readStored();
  expect(stored).toMatchObject({ host: server.host, sender_name: sender.name });
  const { rows } = await sql<object>`select actor_email, columns, before, after, changes
    from public.audit_entries where table_name = 'private.mail_settings'`.execute(
    service.database.owner,
  );
  expect(rows).toMatchObject([
    { actor_email: email, columns: expect.arrayContaining(['host', 'password']) },
  ]);
  const all = JSON.stringify([changed, stored, rows, service.mails]);
  expect(all).not.toContain(mailPassword);
  expect(JSON.stringify([changed, rows])).not.toContain(stored?.password);
});

test('a change needs the password and code of a member of staff', async () => {
  expect(await change({ sender }, 'wrong')).toMatchObject({ code: 'current_password_invalid' });
  const stranger = `stranger-${email}`;
  await addTestStaff(service.database, { email: stranger, password });
  await sql`delete from public.staff where user_id = (select id from auth.users where email = ${stranger})`.execute(
    service.database.owner,
  );
  expect(await send('/mail', undefined, stranger)).toMatchObject({ code: 'user_not_found' });
  const body = { sender, current_password: password };
  for (const path of ['/mail', '/mail/test', '/mail/domain']) {
    expect(await send(path, body, stranger)).toMatchObject({ code: 'user_not_found' });
  }
  const { send: sendWithFactor, secret } = await signInWithFactor();
  const ask = async (code: object) =>
    (await sendWithFactor('/mail', { ...body, ...code })).json() as Promise<object>;
  expect(await ask({})).toMatchObject({ code: 'mfa_verification_failed' });
  expect(await readStored()).toBeUndefined();
  expect(await ask({ code: generateCode(secret, 1) })).toMatchObject({ sender });
});

test('a check of the domain stores the DKIM selector, which the settings then show', async () => {
  const answer = await send('/mail/domain', { selector: 'google' });
  expect(answer).toEqual({ check: null });
  expect(await send('/mail')).toMatchObject({ selector: 'google' });
  const { rows } = await sql<object>`select actor_email from public.audit_entries
    where table_name = 'private.mail_settings' and 'dkim_selector' = any (columns)
    order by id desc limit 1`.execute(service.database.owner);
  expect(rows).toEqual([{ actor_email: email }]);
  expect(await send('/mail/domain', { selector: 'a b' })).toMatchObject({
    code: 'validation_failed',
  });
  await send('/mail/domain', { selector: null });
  expect(await send('/mail')).toMatchObject({ selector: null });
});

test.each([
  [{ ...server, host: 'inside.example' }, 'mail_host_private'],
  [{ ...server, port: 22 }, 'mail_port_refused'],
  [{ ...server, security: 'none' }, 'mail_unencrypted'],
  [{ ...server, host: 'a b' }, 'validation_failed'],
  [{ ...server, host: 'http://x/' }, 'validation_failed'],
  [{ ...server, user: 'a\r\nb' }, 'validation_failed'],
])('the server %o is refused with %s', async (refused, code) => {
  const given = { ...refused, password: mailPassword };
  expect(await change({ server: given })).toMatchObject({ code });
  expect(await readStored()).toBeUndefined();
});

test('without the password a session resolves no name, and uses up no change', async () => {
  const resolveHost = vi.spyOn(service.auth.mailSettings, 'resolveHost');
  const given = { ...server, host: 'inside.example', password: mailPassword };
  expect(await change({ server: given }, 'wrong')).toMatchObject({
    code: 'current_password_invalid',
  });
  expect(resolveHost).not.toHaveBeenCalled();
  resolveHost.mockRestore();
  const { rows } = await sql<object>`select key from private.rate_limits
    where key like 'auth:mailChangePerAccount:%'`.execute(service.database.owner);
  expect(rows).toEqual([]);
});

test('no row is locked while a name is resolved, and a session that ended meanwhile changes nothing', async () => {
  const resolveHost = vi
    .spyOn(service.auth.mailSettings, 'resolveHost')
    .mockImplementationOnce(async () => {
      // The embedded database has one connection: this waits for ever in a transaction.
      await sql`delete from auth.sessions`.execute(service.database.owner);
      return '192.0.9.1';
    });
  expect(await change({ server: { ...server, password: mailPassword } })).toMatchObject({
    code: 'session_not_found',
  });
  resolveHost.mockRestore();
  expect(await readStored()).toBeUndefined();
});

test('a password is only kept for the same server, and removed with it', async () => {
  expect(await change({ server })).toMatchObject({ code: 'mail_password_required' });
  await change({ server: { ...server, password: mailPassword } });
  for (const part of [{ host: 'smtp.other.example' }, { port: 587 }, { security: 'starttls' }]) {
    expect(await change({ server: { ...server, ...part } })).toMatchObject({
      code: 'mail_password_required',
    });
  }
  const before = await readStored();
  expect(await change({ server, sender })).toMatchObject({ server: { hasPassword: true } });
  expect((await readStored())?.password).toBe(before?.password);
  expect(await change({ server: null })).toMatchObject({ server: null, sender });
  expect(await readStored()).toMatchObject({ host: null, password: null });
});

test('the environment overrides what is stored, and is not changed', async () => {
  await change({ server: { ...server, password: mailPassword }, sender, recipients: nobody });
  Object.assign(service.mailEnvironment, {
    smtpUrl: 'smtp://me%40site.example:hidden@mail.site.example:2525',
    ...{ from: 'Site <web@site.example>', to: 'boss@site.example' },
  });
  const shown = await send('/mail');
  expect(shown).toMatchObject({
    server: { host: 'mail.site.example', port: 2525, user: 'me@site.example', hasPassword: true },
    sender: { name: 'Site', email: 'web@site.example' },
    recipients: { quotes: ['boss@site.example'] },
    environment: { server: 'SMTP_URL', sender: 'MAIL_FROM', recipients: 'MAIL_TO' },
  });
  expect(JSON.stringify(shown)).not.toContain('hidden');
  for (const part of [{ server: null }, { sender }, { recipients: nobody }]) {
    expect(await change(part)).toMatchObject({ code: 'mail_from_environment' });
  }
});

test('POST /mail notifies staff and former recipients only if something changed', async () => {
  const recipients = { ...nobody, enquiries: ['ann@sheds.example'] };
  service.mailEnvironment.allowsPrivateHosts = true;
  // Nobody listens there, so that the present mail server tells them.
  const closed = { host: '127.0.0.1', port: 1, security: 'none', user: '' };
  await change({ server: closed, sender, recipients });
  service.mails.length = 0;
  await change({ sender, recipients });
  expect(service.mails).toEqual([]);
  expect(
    await change({ server: null, recipients: nobody, sendsWeeklySummary: true }),
  ).toMatchObject({ sendsWeeklySummary: true });
  await vi.waitFor(
    () =>
      expect(service.mails.map(({ to }) => to)).toEqual(
        expect.arrayContaining([email, 'ann@sheds.example']),
      ),
    timeoutMs,
  );
  expect(service.mails[0]?.text).toContain(
    'the mail server, who gets which emails and the weekly summary',
  );
});

describe('with a mail server', () => {
  let smtp: SMTPServer;
  let port: number;
  let received: string[];
  let refuseSender: boolean;
  let answer: string | undefined;
  beforeEach(async () => {
    received = [];
    refuseSender = false;
    answer = undefined;
    smtp = new SMTPServer({
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, closeTimeout: 100 },
      onAuth: (auth, _session, done) =>
        auth.password === mailPassword
          ? done(null, { user: auth.username })
          : done(Object.assign(new Error('5.7.8 Not accepted'), { responseCode: 535 })),
      onMailFrom: (_address, _session, done) =>
        done(refuseSender ? Object.assign(new Error('Not yours'), { responseCode: 553 }) : null),
      onData: (stream, _session, done) => {
        text(stream).then((mail) => {
          received.push(mail);
          done(null, answer);
        }, done);
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    ({ port } = smtp.server.address() as AddressInfo);
    service.mailEnvironment.allowsPrivateHosts = true;
  });
  afterEach(() => new Promise<void>((resolve) => smtp.close(resolve)));

  const enter = (given: string) =>
    change({
      server: { host: '127.0.0.1', port, security: 'none', user: 'site', password: given },
      sender,
    });
  const sendTest = () => send('/mail/test', {});

  test('a test message goes to whoever asks for it', async () => {
    await enter(mailPassword);
    expect(await sendTest()).toMatchObject({ email, failure: null });
    const [mail] = received.filter((sent) => sent.includes('Subject: Test message'));
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain('From: "Sheds & Co." <site@sheds.example>');
  });

  test("the mail server's answer is cut to one short line", async () => {
    await enter(mailPassword);
    answer = `Taken\t\u001b[31m${'x'.repeat(2000)}`;
    const { detail } = await sendTest();
    expect(detail).toMatch(/^250 Taken \[31mx+$/);
    expect(detail).toHaveLength(500);
  });

  test('the test says why it failed', async () => {
    expect(await sendTest()).toMatchObject({ failure: 'no_mail_server' });
    await enter('wrong');
    expect(await sendTest()).toMatchObject({ failure: 'wrong_password' });
    await enter(mailPassword);
    refuseSender = true;
    expect(await sendTest()).toMatchObject({ failure: 'sender_refused' });
    service.mailEnvironment.allowsPrivateHosts = false;
    expect(await sendTest()).toMatchObject({ failure: 'private_host' });
  });

  test('POST /mail/test answers over_email_send_rate_limit after ten tests in an hour', async () => {
    for (let tests = 1; tests <= 10; tests += 1) expect((await sendTest()).email).toBe(email);
    expect(await sendTest()).toMatchObject({ code: 'over_email_send_rate_limit' });
  });

  test('a password that was encrypted with another key is not used, and shown as unreadable', async () => {
    await enter(mailPassword);
    await sql`update private.mail_settings set password = ${'x'.repeat(80)}`.execute(
      service.database.owner,
    );
    expect(await send('/mail')).toMatchObject({ isPasswordReadable: false });
    expect(await sendTest()).toMatchObject({ failure: 'unreadable_password' });
    expect(await enter(mailPassword)).toMatchObject({ isPasswordReadable: true });
  });
});
