import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyPriceList } from '#app/features/designer/price-list.ts';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const [owner, session] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await openTemplateCopy();
  await database.session(({ exec }) =>
    exec(`insert into auth.users (id, email) values ('${owner}', 'owner@example.com');
      insert into auth.sessions (id, user_id) values ('${session}', '${owner}');
      insert into public.staff (user_id) values ('${owner}')`),
  );
});
afterAll(() => database.close());

/** The value of a query after statements that staff send. */
const asStaff = async <Value>(statements: string, query: string) => {
  const [row] = await database.session(async ({ exec, query: read }) => {
    const claims = JSON.stringify({ sub: owner, session_id: session, role: 'authenticated' });
    await exec(`begin; set local role authenticated;
      select set_config('request.jwt.claims', '${claims}', true); ${statements}`);
    const rows = await read<{ value: Value }>(`select (${query}) as value`, []);
    await exec('commit');
    return rows;
  });
  return row?.value;
};

test('a discarded draft of the price list comes back, unless there is a newer one', async () => {
  const prices = '(select prices from public.price_lists where version is null)';
  const insert = `insert into public.price_lists (prices) values ('${JSON.stringify(emptyPriceList)}')`;
  const discard = 'delete from public.price_lists where version is null';
  const kept = `(select id from public.deleted_records where table_name = 'price_lists')`;
  const restore = `public.put_back_record(${kept})`;
  const before = await asStaff(insert, prices);
  expect(before).toBeTruthy();
  expect(await asStaff(discard, restore)).toBe('put_back');
  expect(await asStaff('', prices)).toEqual(before);
  expect(await asStaff(`${discard}; ${insert}`, restore)).toBe('conflict');
});
