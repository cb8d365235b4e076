import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { UnsecuredJWT } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Keys, loadKeys } from '#backend/auth/keys.ts';
import { sendLocalCommand } from '#server/local-command.ts';
import { openTestSource, type TestSource } from '#tests/support/backup-source.ts';
import { backupCommand, createBackupRoute, createStaffBackupHandler } from './backup-request.ts';

const logger = pino({ level: 'silent' });
let root: string;
let directory: string;
let source: TestSource;
let keys: Keys;
let server: Server;
let url: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-backup-request-'));
  source = await openTestSource();
  await source.addFile('hero/1-a.jpg', 'an image');
  keys = await loadKeys(join(root, 'site'));
  const { path, handle } = createBackupRoute(source, keys);
  const app = new Hono<{ Bindings: HttpBindings }>().post(path, (context) =>
    handle(context.req.raw, context.env.incoming.socket),
  );
  server = createAdaptorServer(app) as Server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  directory = mkdtempSync(join(root, 'backups-'));
  source.beforeRead = async () => {};
});
afterAll(async () => {
  server.close();
  await source.database.close();
  rmSync(root, { recursive: true, force: true });
});

const requestBackup = (into: string) =>
  sendLocalCommand(url, backupCommand, keys, { directory: into });

test('backupCommand returns the report of a backup in the requested folder', async () => {
  const report = await requestBackup(directory);
  const [name = ''] = readdirSync(directory);
  expect(report).toContain(`Backup created: ${join(directory, name)}`);
});

test('backupCommand throws the error of the disk', async () => {
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  await expect(requestBackup(file)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test('a backup whose connection is closed is cancelled and leaves no file behind', async () => {
  const reading = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  source.beforeRead = async () => {
    reading.resolve();
    await closed.promise;
  };
  const requested = requestBackup(directory);
  requested.catch(() => undefined);
  await reading.promise;
  server.closeAllConnections();
  await expect(requested).rejects.toThrow('The site stopped before the backup was complete');
  await expect.poll(() => readdirSync(directory)).toHaveLength(1);
  closed.resolve();
  await expect.poll(() => readdirSync(directory)).toEqual([]);
});

const requestAs = (account: string) => {
  const token = new UnsecuredJWT({ sub: account }).encode();
  return new Request(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
};
const refuseOthers = async (authorization: string | undefined) =>
  authorization ? undefined : new Response(null, { status: 403 });

test('staff get the name of a backup, others are refused, and a failure is explained', async () => {
  const request = requestAs('ann');
  const handle = createStaffBackupHandler(source, directory, refuseOthers, logger);
  const answer = await handle(request, '192.0.2.1');
  expect(await answer.json()).toEqual({ file: readdirSync(directory)[0] });

  // A backup from the last ten minutes is reused.
  expect(await (await handle(request, '192.0.2.1')).json()).toEqual({
    file: readdirSync(directory)[0],
  });
  const refused = await handle(new Request(url, { method: 'POST' }), '192.0.2.1');
  expect([refused.status, readdirSync(directory).length]).toEqual([403, 1]);

  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  const failed = await createStaffBackupHandler(
    source,
    file,
    refuseOthers,
    logger,
  )(request, '192.0.2.1');
  expect(failed.status).toBe(409);
  expect(await failed.json()).toEqual({ error: expect.stringMatching(/EEXIST|ENOTDIR/) });
});

test('an account of staff can ask for ten backups a day', async () => {
  const handle = createStaffBackupHandler(source, directory, refuseOthers, logger);
  const ask = (account: string) => handle(requestAs(account), '192.0.2.1');
  for (let calls = 1; calls <= 10; calls += 1) expect((await ask('bob')).status).toBe(200);
  const refused = await ask('bob');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining('ten backups') });
  expect((await ask('cleo')).status).toBe(200);
});
