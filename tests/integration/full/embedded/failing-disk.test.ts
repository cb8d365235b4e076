import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Faults } from '#backend/database/testing/failing-disk.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { type RunningSite, spawnSite, startSite } from '#tests/support/start-site.ts';

const root = createTempDirectory();
const directory = join(root, 'data');
const faults = join(root, 'faults.json');
let backend: RunningSite;
const acknowledged: string[] = [];

const durability = (file: string) =>
  fileURLToPath(new URL(`../../../../backend/database/testing/${file}`, import.meta.url));
const preload = ['--import', durability('failing-disk.ts')];
const environment = { DATA_DIR: directory, FAILING_DISK: faults };

const start = () => startSite(environment, { nodeArguments: preload, stderr: 'ignore' });

const fail = (errors: Faults) => writeFileSync(faults, JSON.stringify(errors));
const restore = () => rmSync(faults, { force: true });

/** Sends a message and records it if it was acknowledged. */
async function send(subject: string) {
  const row = newContactMessage({ subject });
  const answer = await backend.service.from('contact_submissions').insert(row);
  if (!answer.error) acknowledged.push(subject);
  return answer;
}

async function expectAcknowledged() {
  const { data, error } = await backend.service.from('contact_submissions').select('subject');
  expect(error).toBeNull();
  const subjects = (data ?? []).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(subjects).size).toBe(subjects.length);
}

beforeAll(async () => {
  cpSync(inject('embeddedTemplate'), join(directory, 'database'), { recursive: true });
  backend = await start();
});

afterAll(() => backend.end('SIGKILL'));

test('50 attempts of other processes to lock the folder are rejected', async () => {
  const attempts = [durability('lock-attempts.ts'), join(directory, 'database'), '48'];
  const tried = spawn(process.execPath, attempts, { stdio: ['ignore', 'pipe', 'ignore'] });
  expect(await text(tried.stdout)).toBe('48');
  for (let n = 0; n < 2; n += 1) {
    const second = spawnSite(environment, { stderr: 'pipe' });
    const stderr = await text(second.stderr as NodeJS.ReadableStream);
    expect(stderr).toContain(`in use by process ${backend.child.pid}`);
  }
  expect((await send('after the attempts')).error).toBeNull();
});

test.each([
  ['its log, no space', { calls: ['write'], under: 'pg_wal', code: 'ENOSPC' }],
  ['its log, broken', { calls: ['write'], under: 'pg_wal', code: 'EIO' }],
  ['its log, read-only', { calls: ['write', 'open'], under: 'pg_wal', code: 'EROFS' }],
] satisfies [string, Faults][])(
  'a write that fails (%s) is not acknowledged, and the database recovers by itself',
  { timeout: 240_000 },
  async (_what, errors) => {
    expect((await send(`before ${_what}`)).error).toBeNull();
    fail(errors);
    expect((await send(`during ${_what}`)).status).toBe(503);
    expect((await send(`still ${_what}`)).status).toBe(503);
    restore();
    // Opening it again has PostgreSQL sync some two thousand files.
    await expect
      .poll(async () => (await send(`after ${_what}`)).error, { timeout: 200_000, interval: 500 })
      .toBeNull();
    expect(backend.child.exitCode).toBeNull();
    await expectAcknowledged();
  },
);

test('a failed fsync ends the process; the next one has every acknowledged row', async () => {
  const ended = once(backend.child, 'exit');
  fail({ calls: ['fsync'], under: 'database', code: 'EIO' });
  expect((await send('not synced')).error).not.toBeNull();
  const [code, signal] = await ended;
  expect(code === 0 && signal === null).toBe(false);
  restore();
  backend = await start();
  await expectAcknowledged();
  expect((await send('on the next process')).error).toBeNull();
});
