import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { newContactMessage, newQuoteRequest, newSection } from '#tests/fixtures/rows.ts';

/** What was acknowledged in all rounds, and what was missing after a kill. */
export type Kills = {
  rounds: number;
  rows: number;
  images: number;
  statusChanges: number;
  staffEdits: number;
  missing: string[];
};

type Running = {
  child: ChildProcess;
  url: string;
  publishableKey: string;
  visitor: SupabaseClient;
  staff: SupabaseClient;
  service: SupabaseClient;
};

/** Acknowledged writes. A change without a response may be stored or not. */
type Acknowledged = {
  /** Subjects and messages by the round that they were sent in. */
  messages: string[][];
  requests: string[][];
  statuses: Map<string, { sure: string; perhaps: string | undefined }>;
  statusChanges: number;
  /** The number of the last edit that was acknowledged, and of the last that was sent. */
  edits: { sure: number; sent: number };
  /** The eTag by path. */
  files: Map<string, string>;
  checkedFiles: number;
};

const script = fileURLToPath(new URL('backend-process.ts', import.meta.url));
const account = { email: 'owner@example.com', password: 'correct horse' };

/**
 * Starts the backend on a folder, sends it rows, images, changes of status and edits of staff as
 * fast as they are answered, kills it in the middle, and does so again and again. After each kill
 * everything acknowledged in the latest rounds must be there, at the end that of all rounds, and
 * every image's row must agree with its file.
 *
 * @param directory the data folder, with a migrated database in it
 * @param size.batch how many rows one call of the table interface brings, beside those of visitors
 * @param size.milliseconds how long is sent at most before a kill
 */
export async function killRepeatedly(
  directory: string,
  size: { rounds: number; batch: number; milliseconds: number },
): Promise<Kills> {
  const acknowledged: Acknowledged = {
    messages: [],
    requests: [],
    statuses: new Map(),
    statusChanges: 0,
    edits: { sure: 0, sent: 0 },
    files: new Map(),
    checkedFiles: 0,
  };
  const missing: string[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const running = await start(directory);
    missing.push(...(await findMissing(running.service, acknowledged, Math.max(0, round - 2))));
    acknowledged.messages.push([]);
    acknowledged.requests.push([]);
    await sendUntilKilled(running, { round, ...size }, acknowledged);
  }
  const { child, service } = await start(directory);
  acknowledged.checkedFiles = 0;
  missing.push(...(await findMissing(service, acknowledged, 0)));
  await kill(child);
  return {
    rounds: size.rounds,
    rows: acknowledged.messages.flat().length + acknowledged.requests.flat().length,
    images: acknowledged.files.size,
    statusChanges: acknowledged.statusChanges,
    staffEdits: acknowledged.edits.sure,
    missing,
  };
}

/** Starts the backend in a process of its own, with a client for each kind of caller. */
export async function start(
  directory: string,
  environment: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: directory,
      SEED: 'none',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      ...environment,
    },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port, publishableKey, secretKey } = JSON.parse(line.toString());
  const url = `http://127.0.0.1:${port}`;
  const connect = (key: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const staff = connect(publishableKey);
  const { error } = await staff.auth.signInWithPassword(account);
  if (error) throw error;
  const visitor = connect(publishableKey);
  return { child, url, publishableKey, visitor, staff, service: connect(secretKey) };
}

export async function kill(child: ChildProcess) {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function sendUntilKilled(
  { child, staff, visitor, service }: Running,
  { round, batch, milliseconds }: { round: number; batch: number; milliseconds: number },
  acknowledged: Acknowledged,
) {
  const { statuses, edits, files } = acknowledged;
  const messages = acknowledged.messages[round] ?? [];
  const requests = acknowledged.requests[round] ?? [];
  let alive = true;
  const repeat = async (send: (n: number) => Promise<void>) => {
    for (let n = 0; alive; n += 1) await send(n);
  };
  const streams = [
    repeat(async (n) => {
      const subjects = Array.from({ length: batch }, (_, i) => `message ${round}-${n}-${i}`);
      // Different senders, because repeated rows of one sender are skipped.
      const rows = subjects.map((subject) => {
        return newContactMessage({ subject, email: `${subject.replace(' ', '')}@example.com` });
      });
      const { error } = await service.from('contact_submissions').insert(rows);
      if (!error) messages.push(...subjects);
    }),
    repeat(async (n) => {
      const custom_message = `request ${round}-${n}`;
      const email = `${round}-${n}@example.com`;
      const row = newQuoteRequest({ custom_message, email });
      const { error } = await visitor.from('quote_requests').insert(row);
      if (error) return;
      requests.push(custom_message);
      statuses.set(custom_message, { sure: 'pending', perhaps: undefined });
    }),
    repeat(async () => {
      const message = requests[randomInt(requests.length || 1)];
      if (!message) return sleep(5);
      const sure = statuses.get(message)?.sure ?? 'pending';
      const status = sure === 'responded' ? 'pending' : 'responded';
      statuses.set(message, { sure, perhaps: status });
      const { error } = await staff
        .from('quote_requests')
        .update({ status })
        .eq('custom_message', message);
      if (error) return;
      statuses.set(message, { sure: status, perhaps: undefined });
      acknowledged.statusChanges += 1;
    }),
    repeat(async () => {
      edits.sent += 1;
      const number = edits.sent;
      const row = newSection({ title: `Edit ${number}` });
      const { error } = await staff
        .from('home_content')
        .upsert(row, { onConflict: 'section_name' });
      if (!error) edits.sure = number;
    }),
    repeat(async (n) => {
      const path = `sheds/${round}-${n}.png`;
      const image = await createNoiseImage();
      const { error } = await staff.storage
        .from('images')
        .upload(path, image, { contentType: 'image/png' });
      if (!error) files.set(path, computeETag(image));
    }),
  ];
  const before = files.size;
  const hasEachKind = () => files.size > before && acknowledged.statusChanges > 0 && edits.sure > 0;
  while (!hasEachKind()) await sleep(20);
  await sleep(randomInt(milliseconds / 4, milliseconds));
  await kill(child);
  alive = false;
  await Promise.all(streams);
}

/** @param from the first round whose rows are compared */
async function findMissing(
  service: SupabaseClient,
  acknowledged: Acknowledged,
  from: number,
): Promise<string[]> {
  const { statuses, edits } = acknowledged;
  const read = async (table: string, columns: string, [column, pattern] = ['id', '']) => {
    const query = service.from(table).select(columns);
    const { data, error } = await (pattern ? query.like(column, pattern) : query);
    if (error) throw error;
    return data as unknown as Record<string, string>[];
  };
  const missing: string[] = [];
  for (let round = from; round < acknowledged.messages.length; round += 1) {
    const stored = await read('contact_submissions', 'subject', ['subject', `message ${round}-%`]);
    const subjects = new Set(stored.map((row) => row.subject));
    const sent = acknowledged.messages[round] ?? [];
    missing.push(...sent.filter((subject) => !subjects.has(subject)));

    const quotes = await read('quote_requests', 'custom_message,status', [
      'custom_message',
      `request ${round}-%`,
    ]);
    const statusByMessage = new Map(quotes.map((row) => [row.custom_message, row.status]));
    for (const message of acknowledged.requests[round] ?? []) {
      const is = statusByMessage.get(message);
      const expected = statuses.get(message);
      if (is === expected?.sure) continue;
      if (is === undefined || is !== expected?.perhaps) missing.push(`${message}: ${is}`);
      else statuses.set(message, { sure: is, perhaps: undefined });
    }
  }

  const [section] = await read('home_content', 'title');
  const number = Number(section?.title?.replace('Edit ', '') ?? 0);
  if (number < edits.sure || number > edits.sent) missing.push(`edit ${edits.sure}: ${number}`);
  return [...missing, ...(await disagreements(service, acknowledged))];
}

/**
 * Images that were acknowledged and are gone, and images, acknowledged or not, whose file is not
 * as its row says. Most of those of earlier rounds are looked at again at the end only.
 */
async function disagreements(
  service: SupabaseClient,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const { files } = acknowledged;
  const bucket = service.storage.from('images');
  const { data, error } = await bucket.list('sheds', { limit: 100_000 });
  if (error) throw error;
  const rows = new Map(data.map((row) => [`sheds/${row.name}`, row.metadata?.eTag]));
  const found = [...files.keys()].filter((path) => !rows.has(path));
  const paths = data
    .sort((a, b) => String(a.created_at).localeCompare(String(b.created_at)))
    .map(({ name }) => `sheds/${name}`);
  for (const path of paths.slice(Math.max(0, acknowledged.checkedFiles - 10))) {
    const { data: file, error: failed } = await bucket.download(path);
    const eTag = file && computeETag(Buffer.from(await file.arrayBuffer()));
    if (failed || eTag !== rows.get(path) || eTag !== (files.get(path) ?? eTag)) found.push(path);
  }
  acknowledged.checkedFiles = paths.length;
  return found;
}

/** A unique image of about 40 kB. */
function createNoiseImage(): Promise<Buffer> {
  return sharp(randomBytes(120 * 120 * 3), { raw: { width: 120, height: 120, channels: 3 } })
    .png()
    .toBuffer();
}

/** As storage computes it: a part of the SHA-256 of the bytes. */
function computeETag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
}
