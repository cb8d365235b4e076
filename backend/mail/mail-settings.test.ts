import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import {
  createMailSettings,
  describeSmtpUrl,
  type MailEnvironment,
  UnreadablePasswordError,
} from './mail-settings.ts';
import { createSecretBox } from './secret-box.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const setting = 'a setting of at least 32 characters';
const create = (environment: Partial<MailEnvironment> = {}, secret = setting) =>
  createMailSettings({
    ...{ database, box: createSecretBox(secret, ''), logger: pino({ level: 'silent' }) },
    environment: {
      ...{ smtpUrl: undefined, from: undefined, to: undefined, allowsPrivateHosts: false },
      ...environment,
    },
    lookup: async () => ['192.0.9.1'],
  });
const write = (change: Parameters<ReturnType<typeof create>['write']>[1]) =>
  database.owner.transaction().execute((transaction) => create().write(transaction, change));

test.each([
  [{ smtpUrl: 'smtp://site%40sheds.example:x@mail.example' }, 'site@sheds.example'],
  [{ smtpUrl: 'smtp://user:x@mail.example' }, 'website@localhost'],
  [{}, 'website@localhost'],
])('without a sender, %o sends from %s', async (environment, address) => {
  const { from } = await create(environment).configure();
  expect(from).toEqual({ name: 'Ridgeline', address });
});

test('what is stored takes effect at once, in every process with the same key', async () => {
  const [one, other] = [create(), create()];
  expect((await other.configure()).connect).toBeUndefined();
  const server = {
    host: 'smtp.mail.example',
    port: 587,
    security: 'starttls' as const,
    user: 'site',
  };
  const recipients = { enquiries: ['ann@sheds.example'], quotes: [], operations: [] };
  await write({
    ...{ server: { ...server, password: 'päss' }, recipients },
    sender: { name: 'Sheds', email: 'a@sheds.example' },
  });
  for (const settings of [one, other]) {
    const { connect, from } = await settings.configure();
    expect(from).toEqual({ name: 'Sheds', address: 'a@sheds.example' });
    expect(await connect?.()).toEqual({
      ...{ host: '192.0.9.1', servername: server.host, port: 587 },
      ...{ secure: false, requireTLS: true, ignoreTLS: false },
      auth: { user: 'site', pass: 'päss' },
    });
    expect(await settings.readRecipients()).toEqual(recipients);
  }
  const stranger = create({}, `${setting}!`);
  await expect((await stranger.configure()).connect?.()).rejects.toThrow(UnreadablePasswordError);
  expect(await stranger.canReadPassword(await stranger.read())).toBe(false);
});

test('the environment overrides what is stored, part by part', async () => {
  const settings = create({ smtpUrl: 'smtp://mail.site.example', to: 'boss@site.example' });
  const { connect, from } = await settings.configure();
  expect(await connect?.()).toEqual({ url: 'smtp://mail.site.example' });
  expect(from).toEqual({ name: 'Sheds', address: 'a@sheds.example' });
  expect(await settings.readRecipients()).toMatchObject({
    ...{ enquiries: ['boss@site.example'], operations: ['boss@site.example'] },
  });
});

test.each([
  ['smtp://a:b@mail.example', { port: 587, security: 'starttls', user: 'a' }],
  ['smtps://mail.example', { port: 465, security: 'tls', user: '' }],
  ['smtp://mail.example:25', { port: 25 }],
])('describeSmtpUrl reads %s', (url, expected) => {
  expect(describeSmtpUrl(url)).toMatchObject({ host: 'mail.example', ...expected });
});
