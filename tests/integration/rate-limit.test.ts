import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable, type OpenCopy, openCopy } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('take_rate_limit', () => {
  let copy: OpenCopy;
  beforeAll(async () => {
    copy = await openCopy();
  });
  afterAll(() => copy?.close());

  const take = async (key: string, max: number, seconds: number) => {
    const { rows } = await sql<{ allowed: boolean }>`
      select public.take_rate_limit(${key}::text, ${max}::integer, ${seconds}::integer) as allowed`.execute(
      copy.database.owner,
    );
    return rows[0]?.allowed;
  };
  const age = (key: string, interval: string) =>
    sql`update private.rate_limits set window_started_at = now() - ${interval}::interval where key = ${key}`.execute(
      copy.database.owner,
    );

  test('allows the maximum of hits per key, then rejects', async () => {
    expect(await take('a', 2, 60)).toBe(true);
    expect(await take('a', 2, 60)).toBe(true);
    expect(await take('a', 2, 60)).toBe(false);
    expect(await take('b', 2, 60)).toBe(true);
  });

  test('starts again after the window', async () => {
    expect(await take('c', 1, 60)).toBe(true);
    expect(await take('c', 1, 60)).toBe(false);
    await age('c', '61 seconds');
    expect(await take('c', 1, 60)).toBe(true);
    expect(await take('c', 1, 60)).toBe(false);
  });

  test('counts exactly under concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take('d', 7, 60)));
    expect(answers.filter(Boolean)).toHaveLength(7);
  });

  test('writes nothing after the first rejected hit', async () => {
    for (let n = 0; n < 5; n += 1) await take('f', 1, 60);
    const { rows } = await sql<{ hits: number }>`
      select hits from private.rate_limits where key = 'f'`.execute(copy.database.owner);
    expect(rows).toEqual([{ hits: 2 }]);
  });

  test('deletes keys older than a day', async () => {
    await take('old', 1, 60);
    await age('old', '25 hours');
    await take('e', 1, 60);
    const { rows } = await sql`select from private.rate_limits where key = 'old'`.execute(
      copy.database.owner,
    );
    expect(rows).toHaveLength(0);
  });
});
