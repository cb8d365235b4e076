import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import type { Faults } from '#tests/support/failing-disk.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

type Running = { child: ChildProcess; service: SupabaseClient };

let root: string;
let directory: string;
let faults: string;
let backend: Running;
const acknowledged: string[] = [];

const support = (file: string) =>
  fileURLToPath(new URL(`../../../support/${file}`, import.meta.url));
const startProcess = (script: string, args: string[], stderr: 'pipe' | 'ignore') =>
  spawn(process.execPath, ['--import', support('failing-disk.ts'), support(script), ...args], {
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, DATA_DIR: directory, SEED: 'none', FAILING_DISK: faults },
  });

async function start(): Promise<Running> {
  const child = startProcess('backend-process.ts', [], 'ignore');
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { port, secretKey } = JSON.parse(line.toString());
  const service = createClient(`http://127.0.0.1:${port}`, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return { child, service };
}

const fail = (errors: Faults) => writeFileSync(faults, JSON.stringify(errors));
const restore = () => rmSync(faults, { force: true });

/** Sends a message and records it if it was acknowledged. */
async function send(subject: string) {
  const answer = await backend.service
    .from('contact_submissions')
    .insert(newContactMessage({ subject }));
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
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  root = mkdtempSync(join(tmpdir(), 'ridgeline-disk-'));
  directory = join(root, 'data');
  faults = join(root, 'faults.json');
  cpSync(template.directory, join(directory, 'database'), { recursive: true });
  backend = await start();
});

afterAll(() => {
  backend.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

test('50 attempts of other processes to lock the folder are rejected', async () => {
  const tried = startProcess('lock-attempts.ts', [join(directory, 'database'), '48'], 'ignore');
  expect(await text(tried.stdout as NodeJS.ReadableStream)).toBe('48');
  for (let n = 0; n < 2; n += 1) {
    const second = startProcess('backend-process.ts', [], 'pipe');
    const stderr = await text(second.stderr as NodeJS.ReadableStream);
    expect(stderr).toContain(`in use by process ${backend.child.pid}`);
  }
  expect((await send('after the attempts')).error).toBeNull();
});

test.each([
  ['its log, no space', { calls: ['write'], under: 'pg_wal', code: 'ENOSPC' }],
  ['its log, broken', { calls: ['write'], under: 'pg_wal', code: 'EIO' }],
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

test.each(['write', 'fsync'] as const)(
  'an image whose %s fails leaves neither row nor file',
  async (call) => {
    const files = () => readdirSync(join(directory, 'storage'));
    const before = files();
    const upload = (name: string, image: Buffer) =>
      backend.service.storage.from('images').upload(name, image, { contentType: 'image/jpeg' });
    const image = await createSmallImage();
    fail({ calls: [call], under: join(directory, 'storage'), code: 'ENOSPC' });
    expect((await upload(`sheds/${call}.jpg`, image)).error).not.toBeNull();
    restore();
    expect(files()).toEqual(before);
    const { data } = await backend.service.storage.from('images').list('sheds');
    expect(data?.map(({ name }) => name)).not.toContain(`${call}.jpg`);
    expect((await upload(`sheds/${call}.jpg`, image)).error).toBeNull();
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
