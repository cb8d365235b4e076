import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';

const rounds = 10;
const script = fileURLToPath(new URL('../../support/backend-process.ts', import.meta.url));

type Running = { child: ChildProcess; visitor: SupabaseClient; service: SupabaseClient };
type Acknowledged = { messages: string[]; requests: string[]; files: Map<string, string> };

let directory: string;

beforeAll(() => {
  const template = inject('template');
  if (template.engine !== 'embedded') throw new Error('This test is for the embedded database');
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-kill-'));
  cpSync(template.directory, join(directory, 'database'), { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(`what was acknowledged is there after each of ${rounds} kills`, {
  timeout: 300_000,
}, async () => {
  const acknowledged: Acknowledged = { messages: [], requests: [], files: new Map() };
  for (let round = 0; round < rounds; round += 1) {
    const running = await start();
    await expectKept(running.service, acknowledged);
    await sendUntilKilled(running, round, acknowledged);
  }
  const { child, service } = await start();
  await expectKept(service, acknowledged);
  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(acknowledged.messages.length).toBeGreaterThan(rounds);
  expect(acknowledged.requests.length).toBeGreaterThan(rounds);
  expect(acknowledged.files.size).toBeGreaterThanOrEqual(rounds);
});

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: directory,
      SEED: 'none',
      ADMIN_PASSWORD: 'correct horse',
      ADMIN_EMAIL: 'owner@example.com',
    },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port, publishableKey, secretKey } = JSON.parse(line.toString());
  const connect = (key: string) =>
    createClient(`http://127.0.0.1:${port}`, key, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  return { child, visitor: connect(publishableKey), service: connect(secretKey) };
}

/** Messages, requests and pictures are sent as fast as they are answered, until the process is gone. */
async function sendUntilKilled(
  { child, service, visitor }: Running,
  round: number,
  acknowledged: Acknowledged,
) {
  let alive = true;
  const repeat = async (send: (n: number) => Promise<void>) => {
    for (let n = 0; alive; n += 1) await send(n);
  };
  const streams = [
    repeat(async (n) => {
      const subject = `message ${round}-${n}`;
      const { error } = await visitor
        .from('contact_submissions')
        .insert(newContactMessage({ subject }));
      if (!error) acknowledged.messages.push(subject);
    }),
    repeat(async (n) => {
      const custom_message = `request ${round}-${n}`;
      const { error } = await visitor
        .from('quote_requests')
        .insert(newQuoteRequest({ custom_message }));
      if (!error) acknowledged.requests.push(custom_message);
    }),
    repeat(async (n) => {
      const path = `sheds/${round}-${n}.png`;
      const picture = await noise();
      const { error } = await service.storage
        .from('images')
        .upload(path, picture, { contentType: 'image/png' });
      if (!error) acknowledged.files.set(path, digest(picture));
    }),
  ];
  const before = acknowledged.files.size;
  while (acknowledged.files.size === before) await sleep(20);
  await sleep(randomInt(50, 600));
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  alive = false;
  await Promise.all(streams);
}

async function expectKept(service: SupabaseClient, { messages, requests, files }: Acknowledged) {
  const kept = async (table: string, column: string) => {
    const { data, error } = await service.from(table).select(column);
    if (error) throw error;
    return new Set((data as unknown as Record<string, string>[]).map((row) => row[column]));
  };
  const keptMessages = await kept('contact_submissions', 'subject');
  expect(messages.filter((subject) => !keptMessages.has(subject))).toEqual([]);
  const keptRequests = await kept('quote_requests', 'custom_message');
  expect(requests.filter((message) => !keptRequests.has(message))).toEqual([]);
  for (const [path, expected] of files) {
    const { data, error } = await service.storage.from('images').download(path);
    expect(error, path).toBeNull();
    expect(digest(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))), path).toBe(
      expected,
    );
  }
}

/** A picture of 40 kB or so that no other equals. */
function noise(): Promise<Buffer> {
  return sharp(randomBytes(120 * 120 * 3), { raw: { width: 120, height: 120, channels: 3 } })
    .png()
    .toBuffer();
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
