import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded.ts';
import { openFolder } from '#backend/database/open-folder.ts';
import { overPglite } from '#backend/database/pglite.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { median as middleOf } from './median.ts';

// The embedded database on a thread of its own beside the same one on the thread that asks, in turn.
//   node bench/database-thread.ts [rounds]
// Each variant runs in a process of its own: `node bench/database-thread.ts thread|same FOLDER`.

const [, , first = '3', folder] = process.argv;
if (folder) process.stdout.write(JSON.stringify(await measure(first, folder)));
else await compare(Number(first));

async function compare(rounds: number) {
  const { execFileSync } = await import('node:child_process');
  const found = circumstances();
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  const runs: Record<string, Awaited<ReturnType<typeof measure>>[]> = { same: [], thread: [] };
  const directory = join(root, 'database');
  await (await open('thread', directory)).close();
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of ['same', 'thread']) {
      const output = execFileSync(process.execPath, [
        'bench/database-thread.ts',
        variant,
        directory,
      ]);
      runs[variant]?.push(JSON.parse(output.toString()));
    }
  }
  rmSync(root, { recursive: true });
  const median = Object.fromEntries(
    Object.entries(runs).map(([variant, all]) => [variant, medians(all)]),
  );
  report('database-thread', { ...found, rounds, median, runs });
}

function medians(runs: Record<string, number>[]) {
  const names = Object.keys(runs[0] ?? {});
  const middle = (name: string) => middleOf(runs.map((run) => run[name] ?? 0));
  return Object.fromEntries(names.map((name) => [name, middle(name)]));
}

async function open(variant: string, directory: string): Promise<Database> {
  const logger = pino({ level: 'silent' });
  if (variant === 'thread') return createEmbeddedDatabase({ directory, logger });
  return overPglite(await openFolder(directory, process.abort, process.abort));
}

async function measure(variant: string, directory: string) {
  const began = performance.now();
  const database = await open(variant, directory);
  const openMs = Math.round(performance.now() - began);
  await sql`create table if not exists measured (n int, words text)`.execute(database.owner);
  const caller = { role: 'service_role' as const, claims: {} };
  await sql`do $$ begin create role service_role; exception when duplicate_object then null; end $$`.execute(
    database.owner,
  );
  await sql`grant all on measured to service_role`.execute(database.owner);
  const insert = await rate(() =>
    database.asCaller(caller, (transaction) =>
      sql`insert into measured values (1, 'a few words')`.execute(transaction),
    ),
  );
  const read = await rate(() =>
    database.asCaller(caller, (transaction) =>
      sql`select * from measured limit 20`.execute(transaction),
    ),
  );
  const figures = {
    openMs,
    insertsPerSecond: insert.perSecond,
    insertP50Ms: insert.p50,
    readsPerSecond: read.perSecond,
    readP50Ms: read.p50,
    ...(await duringSlowQuery(database)),
    ...(variant === 'thread' ? await reopenAfterTimeout(database) : {}),
    residentMB: processFigures(process.pid).residentMB,
  };
  await database.close();
  return figures;
}

/** One after the other for two seconds. */
async function rate(work: () => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < 50; n += 1) await work();
  const began = performance.now();
  while (performance.now() - began < 2000) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const perSecond = Math.round((times.length / (performance.now() - began)) * 1000);
  return { perSecond, p50: Number(times[times.length >> 1]?.toFixed(2)) };
}

/** How long the thread that asks is kept from anything else while a statement runs for seconds. */
async function duringSlowQuery(database: Database) {
  let done = false;
  const began = performance.now();
  const slow = sql`select count(*) from generate_series(1, 5000000) n where n % 7 = 3`
    .execute(database.owner)
    .finally(() => {
      done = true;
    });
  const waits: number[] = [];
  while (!done) {
    const start = performance.now();
    await sleep(1);
    await setImmediate();
    waits.push(performance.now() - start);
  }
  await slow;
  waits.sort((a, b) => a - b);
  return {
    slowQueryMs: Math.round(performance.now() - began),
    longestWaitMs: Math.round(waits.at(-1) ?? 0),
    p99WaitMs: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
  };
}

/** From the moment that a statement is given up to the answer of the one that waited behind it. */
async function reopenAfterTimeout(database: Database) {
  const caller = { role: 'service_role' as const, claims: {} };
  const slow = sql<{ found: string }>`
    select (repeat('abc ', 4000) ~ '(?=.*(?=.*zzzz))')::text as found`;
  const timeout = database.oneAsCaller(caller, slow, { timeoutMs: 100 });
  const behind = database.oneAsCaller(caller, sql<{ one: string }>`select '1' as one`);
  await timeout.catch(() => undefined);
  const began = performance.now();
  await behind;
  return { reopenMs: Math.round(performance.now() - began) };
}
