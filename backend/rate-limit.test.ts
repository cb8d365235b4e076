import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openMemoryDatabase } from '#tests/support/memory-database.ts';
import { countInDatabase, countInMemory } from './rate-limit.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

const limit = { hits: 2, seconds: 60 };

test('in the database: a key that is refused again and again costs no more statements', async () => {
  const count = countInDatabase(database);
  for (let n = 0; n < 30; n += 1) await count('burst', limit);
  await sql`delete from private.rate_limits where key = 'burst'`.execute(database.owner);
  // The table has forgotten the key, and nobody asks it.
  expect(await countInDatabase(database)('burst', limit)).toBeGreaterThan(0);
  expect(await count('other', limit)).toBe(0);
});

test('in the database: counts, and tells how long the window still lasts', async () => {
  const count = countInDatabase(database);
  expect(await count('a', limit)).toBe(0);
  expect(await count('a', limit)).toBe(0);
  expect(await count('b', limit)).toBe(0);
  await sql`update private.rate_limits set window_started_at = now() - interval '45.5 s' where key = 'a'`.execute(
    database.owner,
  );
  expect([14, 15]).toContain(await count('a', limit));
  await sql`update private.rate_limits set window_started_at = now() - interval '61 s' where key = 'a'`.execute(
    database.owner,
  );
  expect(await count('a', limit)).toBe(0);
});

test('in memory: the same, by a clock that only grows', async () => {
  let now = 0;
  const count = countInMemory({ now: () => now });
  expect(await count('a', limit)).toBe(0);
  now = 45_500;
  expect(await count('a', limit)).toBe(0);
  expect(await count('a', limit)).toBe(15);
  expect(await count('b', limit)).toBe(0);
  now = 60_001;
  expect(await count('a', limit)).toBe(0);
});

/** Bytes in use, without what can be thrown away. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('in memory: what many networks send takes no memory without end', async () => {
  const count = countInMemory();
  const before = bytesInUse();
  for (let n = 0; n < 200_000; n += 1) await count(`network:${n}`, limit);
  expect(bytesInUse() - before).toBeLessThan(12 * 1024 * 1024);
  // It is still counted with: what it holds has not been thrown away.
  expect(await count('network:199999', limit)).toBe(0);
});
