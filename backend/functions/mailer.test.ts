import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnreadablePasswordError } from '#backend/mail/mail-settings.ts';
import { configureByUrl } from '#backend/mail/testing/configure-by-url.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { createMailer } from './mailer.ts';

const mail = {
  to: 'owner@example.com',
  subject: 'Grüße from the shed',
  text: 'A line\nand another',
  html: '<p>A line</p>',
  replyTo: 'ada@example.com',
};
let root: string;
let lines: string[];
const mailer = (smtpUrl?: string, from = 'Website <website@example.com>') =>
  createMailer({
    configure: configureByUrl(smtpUrl, from),
    outboxDirectory: join(root, 'data', 'outbox'),
    logger: pino({}, { write: (line) => lines.push(line) }),
  });

beforeEach(async () => {
  lines = [];
  root = await mkdtemp(join(tmpdir(), 'mailer-'));
});
afterEach(() => rm(root, { recursive: true }));

it('mails are written as files without a mail server, which is logged', async () => {
  await mailer().send(mail);
  await mailer().send(mail);
  const outbox = join(root, 'data', 'outbox');
  const files = await readdir(outbox);
  expect(files).toHaveLength(2);
  const path = join(outbox, files.sort()[0] ?? '');
  expect(path).toMatch(/\.eml$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
  expect(await PostalMime.parse(await readFile(path))).toMatchObject({
    subject: mail.subject,
    to: [{ address: mail.to }],
    from: { address: 'website@example.com', name: 'Website' },
    replyTo: [{ address: mail.replyTo }],
    text: expect.stringContaining('A line\nand another'),
    html: expect.stringContaining('<p>A line</p>'),
  });
  expect(lines[0]).toContain('No mail server');
  expect(lines[0]).toContain(outbox);
});

it('mails are sent to the mail server', async () => {
  const server = await startMailServer();
  try {
    await mailer(server.url).send(mail);
    expect(server.received[0]).toMatchObject({ subject: mail.subject, envelopeTo: [mail.to] });
  } finally {
    await server.stop();
  }
  expect(await readdir(root)).toEqual([]);
});

it('send rejects if the mail server does not respond', async () => {
  await expect(mailer('smtp://127.0.0.1:1').send(mail)).rejects.toThrow();
});

it('send rejects and writes no file if the password of the mail server cannot be decrypted', async () => {
  const unreadable = createMailer({
    configure: async () => ({
      connect: () => Promise.reject(new UnreadablePasswordError()),
      from: 'Website <website@example.com>',
    }),
    outboxDirectory: join(root, 'data', 'outbox'),
    logger: pino({ level: 'silent' }),
  });
  expect(await unreadable.hasServer()).toBe(true);
  await expect(unreadable.send(mail)).rejects.toThrow(UnreadablePasswordError);
  expect(await readdir(root)).toEqual([]);
});

it('a mail with a file path as its content is rejected', async () => {
  const html = { path: '/etc/passwd' } as unknown as string;
  await expect(mailer().send({ ...mail, html })).rejects.toThrow(/access/i);
});

it.each(['Website <website@localhost>', 'website@localhost'])(
  'the log names the setting that the sender %s needs',
  async (from) => {
    await expect(mailer('smtp://127.0.0.1:1', from).send(mail)).rejects.toThrow();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('set MAIL_FROM');
  },
);

it('a sender with a domain logs no warning', async () => {
  await expect(mailer('smtp://127.0.0.1:1').send(mail)).rejects.toThrow();
  expect(lines).toEqual([]);
});
