import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const readTime = async (change = 'select') => {
  const [row] = await database.session(async ({ exec, query }) => {
    await exec(change);
    return query<{ time: Date | null }>('select public.get_steady_time() as time', []);
  });
  return row?.time ?? null;
};

test('there is no time to delete by in the hour after a jump of the clock', async () => {
  expect(Number(await readTime())).toBeCloseTo(Date.now(), -5);
  const jump = `update private.quote_clock set checked_at = now() - interval '25 hours'`;
  expect(await readTime(jump)).toBeNull();
  expect(await readTime()).toBeNull();
  const later = `update private.quote_clock set paused_until = now() - interval '1 second'`;
  expect(Number(await readTime(later))).toBeCloseTo(Date.now(), -5);
});
