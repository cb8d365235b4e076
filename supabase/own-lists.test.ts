import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxOwnEntries } from '#app/features/business/list-entry-form.ts';
import { fixedLists } from '#app/lib/options.ts';
import type { Database } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const [staffId, sessionId] = [randomUUID(), randomUUID()];
const claims = { sub: staffId, session_id: sessionId, role: 'authenticated' };
const staff = { role: 'authenticated', claims } as const;

const run = <Row>(text: string, values: unknown[] = []) =>
  database.session(({ query }) => query<Row>(text, values));
const add = (list: string, name: string) =>
  database.queryAsCaller(
    staff,
    sql<{
      id: string;
    }>`insert into public.list_entries (list, name) values (${list}, ${name}) returning id`,
  );

beforeAll(async () => {
  database = await openTemplateCopy();
  await run('insert into auth.users (id, email) values ($1, $2)', [staffId, 'ann@example.com']);
  await run('insert into public.staff (user_id) values ($1)', [staffId]);
  await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, staffId]);
});
beforeEach(async () => {
  await run('delete from public.list_entries');
});
afterAll(() => database.close());

test("the database knows the specification's entries and refuses them in any letter case", async () => {
  for (const [list, entries] of Object.entries(fixedLists)) {
    const rows = await run<{ entries: string[] }>(
      'select private.list_fixed_entries($1) as entries',
      [list],
    );
    expect(rows).toEqual([{ entries: [...entries] }]);
    await expect(add(list, String(entries.at(-1)).toUpperCase())).rejects.toThrow(
      'already on the list',
    );
  }
});

test.each([
  ['', 'list_entries_name_shape'],
  [' Cedar', 'list_entries_name_shape'],
  ['Ced\nar', 'list_entries_name_shape'],
  ['Ced\u202ear', 'list_entries_name_shape'],
  ['x'.repeat(61), 'list_entries_name_shape'],
  ['BRICK', 'list_entries_name_key'],
])('an entry %j is refused', async (name, constraint) => {
  await add('material', 'Brick');
  await expect(add('material', name)).rejects.toThrow(constraint);
  await add('style', 'Brick');
});

test('a list has at most 30 own entries', async () => {
  const all = `insert into public.list_entries (list, name)
    select $1, 'Entry ' || n from generate_series(1, $2::integer) as n`;
  await run(all, ['size', maxOwnEntries]);
  await expect(add('size', 'One more')).rejects.toThrow('up to 30 entries');
  await add('color', 'Sage');
});

test('a new name is set in all records at once, with one entry in the log besides those of sheds', async () => {
  const [cedar] = await add('material', 'Cedar');
  await run(`insert into public.shed_listings (title, material_type, color, size, shed_style) values
    ('One', 'Cedar', 'Red', '8x8', 'Gable'), ('Two', ' cedar', 'Cedar', '8x8', 'Gable'), ('Three', 'Red cedar', 'Red', '8x8', 'Gable')`);
  await run(`insert into public.quote_requests (customer_name, email, project_type, material_type, description)
    select 'Ben Carver', 'ben' || n || '@example.com', 'Custom Shed', 'Cedar', 'A shed for number ' || n from generate_series(1, 3) as n`);
  const [counted] = await database.queryAsCaller(
    staff,
    sql<{
      uses: string;
    }>`select public.count_list_entry_uses(${cedar?.id}::text::uuid)::text as uses`,
  );
  expect(JSON.parse(counted?.uses ?? '')).toEqual({ quote_requests: 3, shed_listings: 2 });
  await database.queryAsCaller(
    staff,
    sql<{
      id: string;
    }>`update public.list_entries set name = 'Western cedar' where id = ${cedar?.id}::text::uuid returning id`,
  );
  const sheds = await run(
    `select title, material_type, color from public.shed_listings order by title`,
  );
  expect(sheds).toEqual([
    { title: 'One', material_type: 'Western cedar', color: 'Red' },
    { title: 'Three', material_type: 'Red cedar', color: 'Red' },
    { title: 'Two', material_type: 'Western cedar', color: 'Cedar' },
  ]);
  expect(
    await run(`select material_type, count(*)::integer as requests, bool_and(search_text like '%western cedar%') as found
      from public.quote_requests group by material_type`),
  ).toEqual([{ material_type: 'Western cedar', requests: 3, found: true }]);
  expect(
    await run(`select table_name, columns, count(*)::integer as entries from public.audit_entries
      where action = 'update' group by 1, 2 order by 1`),
  ).toEqual([
    { table_name: 'list_entries', columns: ['name'], entries: 1 },
    { table_name: 'shed_listings', columns: ['material_type'], entries: 2 },
  ]);
});
