import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { createPGliteDatabase } from '#tests/support/pglite-database.ts';
import type { Database, Session } from './database.ts';
import { createEmbeddedDatabase } from './embedded-database.ts';
import { checkpoint, vacuumAndAnalyze } from './maintenance.ts';

const directory = join(createTempDirectory(), 'database');
let threaded: Database;
let inMemory: Database;

beforeAll(async () => {
  cpSync(inject('embeddedTemplate'), directory, { recursive: true });
  threaded = await createEmbeddedDatabase({ directory, logger: pino({ level: 'silent' }) });
  inMemory = createPGliteDatabase(await PGlite.create());
});

afterAll(async () => {
  await threaded.close();
  await inMemory.close();
});

/** A statement that takes half a second or more. */
const slow = sql`select count(*) from generate_series(1, 3000000) n where n % 7 = 3`;

test('a slow statement does not block the main thread', async () => {
  let done = false;
  const answer = slow.execute(threaded.owner).finally(() => {
    done = true;
  });
  let turns = 0;
  while (!done) {
    await setImmediate();
    turns += 1;
  }
  await answer;
  expect(turns).toBeGreaterThan(200);
});

test.each([1, 16_383, 16_384, 20_000, 40_000, 300_000])(
  'a batch returns a value of %i characters',
  async (length) => {
    const caller = { role: 'anon' as const, claims: {} };
    const statement = sql<{ value: string | Uint8Array<ArrayBuffer> }>`
      select 'ü' || repeat('a', ${String(length - 1)}::int) as value`;
    const [row] = await threaded.queryAsCaller(caller, statement);
    const value = row?.value ?? '';
    const text = typeof value === 'string' ? value : new TextDecoder().decode(value);
    expect(text).toBe(`ü${'a'.repeat(length - 1)}`);
  },
);

test.each(['threaded', 'in memory'])(
  'transactions and sessions are serialized (%s)',
  async (location) => {
    const database = location === 'threaded' ? threaded : inMemory;
    await sql`create table turns (name text, n int)`.execute(database.owner);
    const order: string[] = [];
    const transaction = (name: string) =>
      database.owner.transaction().execute(async (transaction) => {
        for (let n = 0; n < 3; n += 1) {
          await sql`insert into turns values (${name}, ${n})`.execute(transaction);
          order.push(name);
          await setImmediate();
        }
        if (name === 'b') throw new Error('rolled back');
      });
    const session = database.session(async ({ exec }) => {
      await exec('begin');
      for (let n = 0; n < 3; n += 1) {
        await exec(`insert into turns values ('session', ${n})`);
        order.push('session');
        await setImmediate();
      }
      await exec('rollback');
    });
    await Promise.allSettled([transaction('a'), transaction('b'), session, transaction('c')]);
    expect(order.join(' ')).toMatch(/^(?:(\w+) \1 \1 ?)+$/);
    const { rows } =
      await sql`select name, count(*)::int from turns group by name order by name`.execute(
        database.owner,
      );
    expect(rows).toEqual([
      { name: 'a', count: 3 },
      { name: 'c', count: 3 },
    ]);
  },
);

test('a statement that notifies resolves after the handlers were called', async () => {
  const payloads: string[] = [];
  const stop = await threaded.listen('news', (payload) => payloads.push(payload));
  await sql`notify news, 'first'`.execute(threaded.owner);
  expect(payloads).toEqual(['first']);
  await stop();
  await sql`notify news, 'second'`.execute(threaded.owner);
  expect(payloads).toEqual(['first']);
});

test.each([
  ['a read', true, []],
  ['a write', false, ['']],
] as const)(
  'after the timeout of %s listeners are notified if they missed a change',
  async (_what, readOnly, expected) => {
    const payloads: string[] = [];
    const stop = await threaded.listen('news', (payload) => payloads.push(payload));
    const caller = { role: 'service_role' as const, claims: {} };
    const slow = sql<{ found: string }>`
    select (repeat('abc ', 4000) ~ '(?=.*(?=.*zzzz))')::text as found`;
    const timeout = threaded.queryAsCaller(caller, slow, { readOnly, timeoutMs: 100 });
    await expect(timeout).rejects.toMatchObject({ code: '57014' });
    await sql`notify news, 'next'`.execute(threaded.owner);
    await expect.poll(() => payloads).toEqual([...expected, 'next']);
    await stop();
  },
);

test('a transaction that had failed is not committed', async () => {
  const committed = threaded.owner.transaction().execute(async (transaction) => {
    await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
  });
  await expect(committed).rejects.toMatchObject({ cause: { code: '25P02' } });
});

test('checkpoint shortens the log, vacuumAndAnalyze removes dead rows', async () => {
  const logged = async ({ query }: Session) => {
    const [row] = await query<{ bytes: number }>(`
      select (pg_current_wal_insert_lsn() - redo_lsn)::float as bytes from pg_control_checkpoint()`);
    return row?.bytes;
  };
  // In one session, so that the database's own maintenance does not run in between.
  await threaded.session(async (session) => {
    await session.exec(`
      create table grown as select n, repeat('x', 900) as filling from generate_series(1, 40000) n`);
    await session.exec('delete from grown where n > 10');
    expect(await logged(session)).toBeGreaterThan(40e6);
    await checkpoint(session);
    expect(await logged(session)).toBeLessThan(1e6);
  });
  await threaded.session(vacuumAndAnalyze);
  const { rows } = await sql`
    select n_dead_tup::int as dead from pg_stat_user_tables where relname = 'grown'`.execute(
    threaded.owner,
  );
  expect(rows).toEqual([{ dead: 0 }]);
});

test('PostgreSQL is opened again if a statement needs too much memory, with all rows', async () => {
  await sql`drop table if exists lasting`.execute(threaded.owner);
  await sql`create table lasting as select 1 as n`.execute(threaded.owner);
  await sql`create temporary table if not exists until_reopened (n int)`.execute(threaded.owner);
  const isSameStart = async () => {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('pg_temp.until_reopened') is not null as found`.execute(threaded.owner);
    return rows[0]?.found;
  };
  expect(await isSameStart()).toBe(true);
  // A session has no time limit: the statement takes seconds on a busy machine.
  const transaction = threaded.session(async (session) => {
    await session.exec('begin; insert into lasting values (2)');
    await session.query(`
      select length(string_agg(repeat('x', 1000000), '')) from generate_series(1, 300)`);
    await session.exec('insert into lasting values (3); commit');
  });
  const behind = sql`insert into lasting values (4)`.execute(threaded.owner);
  await Promise.all([transaction, behind]);
  await expect.poll(isSameStart).toBe(false);
  const { rows } = await sql`select n from lasting order by n`.execute(threaded.owner);
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
});
