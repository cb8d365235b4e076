import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

// What is deleted by age waits for an hour after the database's clock has jumped, because the jump may be taken back.

let database: Database;

beforeAll(async () => {
  database = await openTemplateCopy();
});
afterAll(() => database.close());

const read = async <Value>(expression: string, change = 'select') => {
  const [row] = await database.session(async ({ exec, query }) => {
    await exec(change);
    return query<{ value: Value }>(`select ${expression} as value`, []);
  });
  return row?.value;
};

const jump = `update private.quote_clock set checked_at = now() - interval '31 days'`;
const endPause = `update private.quote_clock set paused_until = now() - interval '1 second'`;

test('there is no time to delete files by', async () => {
  const readTime = (change?: string) => read<Date | null>('public.get_steady_time()', change);
  expect(Number(await readTime())).toBeCloseTo(Date.now(), -5);
  expect(await readTime(jump)).toBeNull();
  expect(await readTime()).toBeNull();
  expect(Number(await readTime(endPause))).toBeCloseTo(Date.now(), -5);
});

test('deleted records and former values are kept', async () => {
  // The clock goes 31 days ahead: everything seems that much older.
  const add = `with entry as (
      insert into public.audit_entries (table_name, record_id, action) values ('quotes', 'a', 'update') returning id),
    record as (
      insert into public.deleted_records (table_name, record_id, record, deleted_at)
        values ('reviews', gen_random_uuid(), '{}', now() - interval '31 days'))
    insert into public.former_values (audit_entry_id, table_name, record_id, before, after, replaced_at)
      select id, 'quotes', gen_random_uuid(), '{}', '{}', now() - interval '31 days' from entry`;
  const prune = (change?: string) =>
    read<number>('public.prune_deleted_records(clock_timestamp())', change);
  const kept = `(select count(*)::integer from public.deleted_records)
    + (select count(*)::integer from public.former_values)`;
  expect([await prune(`${add}; ${jump}`), await prune()]).toEqual([0, 0]);
  expect(await read(kept)).toBe(2);
  expect(await prune(endPause)).toBe(1);
  expect(await read(kept)).toBe(0);
});
