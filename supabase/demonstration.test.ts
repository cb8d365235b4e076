import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

// Demonstration content is removed by one call, and put back exactly within a day.

let database: Database;
const [owner, session] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await openTemplateCopy();
  const seed = await readFile(new URL('seed.sql', import.meta.url), 'utf8');
  await run(`begin; ${seed} commit;
    insert into auth.users (id, email) values ('${owner}', 'owner@example.com');
    insert into auth.sessions (id, user_id) values ('${session}', '${owner}');
    insert into public.staff (user_id) values ('${owner}')`);
});
afterAll(() => database.close());
// All of a test is one transaction, as it would be too slow to seed a database for each.
beforeEach(() => run('begin'));
afterEach(() => run('rollback'));

const run = (statements: string) => database.session(({ exec }) => exec(statements));

const read = async <Value>(expression: string) => {
  const [row] = await database.session(({ query }) =>
    query<{ value: Value }>(`select (${expression}) as value`, []),
  );
  return row?.value as Value;
};

/** The value of an expression after statements that staff send. */
const asStaff = async <Value>(expression: string, statements = '') => {
  const [row] = await database.session(async ({ exec, query }) => {
    const claims = JSON.stringify({ sub: owner, session_id: session, role: 'authenticated' });
    await exec(`set local role authenticated;
      select set_config('request.jwt.claims', '${claims}', true); ${statements}`);
    const rows = await query<{ value: Value }>(`select (${expression}) as value`, []);
    await exec(`reset role; select set_config('request.jwt.claims', '', true)`);
    return rows;
  });
  return row?.value as Value;
};

const tables = [
  ...['business_settings', 'tax_settings', 'designer_settings', 'quote_settings', 'price_lists'],
  ...['home_content', 'shed_listings', 'past_projects', 'reviews', 'video_carousel', 'blog_posts'],
  ...['quote_requests', 'contact_submissions', 'blog_post_slug_history'],
];

/** All rows as text, by table. */
const readAll = () =>
  read<Record<string, string>>(
    `select jsonb_object_agg(name, rows) from (${tables
      .map(
        (
          name,
        ) => `select '${name}' as name, coalesce(string_agg(stored::text, e'\\n' order by id), '')
        as rows from public.${name} as stored`,
      )
      .join(' union all ')}) as found`,
  );

type State = {
  unedited: Record<string, number>;
  edited: Record<string, number>;
  removed_at: string | null;
};
const remove = (withEdited = false) => asStaff<State>(`public.remove_demonstration(${withEdited})`);
const putBack = () => asStaff<number>('public.put_back_demonstration()');
const readState = () => asStaff<State>('public.read_demonstration()');
const hasContent = () => read<boolean>('public.has_demonstration_content()');
const countRows = (table: string) => read<number>(`select count(*)::integer from public.${table}`);
const listEntries = () =>
  read<string[]>(
    `select array_agg(table_name || ' ' || action || ' ' || actor_email order by id) from public.audit_entries
      where table_name <> 'staff'`,
  );
const age = (interval: string) =>
  run(`update public.deleted_records set deleted_at = deleted_at - interval '${interval}'`);
const [shed, project] = ['30000000', '40000000'].map(
  (start) => `${start}-0000-4000-8000-000000000001`,
);

test('everything of the seed is removed by one call and comes back exactly', async () => {
  const before = await readAll();
  const { unedited, edited } = await readState();
  expect(unedited).toMatchObject({
    shed_listings: 16,
    past_projects: 9,
    reviews: 11,
    price_lists: 1,
  });
  expect(Object.keys(unedited)).toHaveLength(13);
  expect(edited).toEqual({});
  expect(await hasContent()).toBe(true);

  const removed = await remove();
  expect(removed).toMatchObject({ unedited: {}, edited: {}, removed_at: expect.any(String) });
  const { blog_post_slug_history: _, ...left } = await readAll();
  expect(Object.values(left).join('')).toBe('');
  expect(await hasContent()).toBe(false);

  expect(await putBack()).toBe(0);
  expect(await readAll()).toEqual(before);
  expect(await readState()).toEqual({ unedited, edited, removed_at: null });
  expect(await listEntries()).toEqual([
    'demonstration delete owner@example.com',
    'demonstration restore owner@example.com',
  ]);
  expect(await read('select count(*)::integer from private.outbox')).toBe(0);
});

test('what staff have edited stays unless they remove it, too; what they have added always stays', async () => {
  await asStaff(
    'true',
    `update public.shed_listings set price = 1 where id = '${shed}';
    update public.quote_requests set status = 'responded' where status = 'pending';
    update public.video_carousel set order_index = 7 where order_index = 0;
    insert into public.reviews (customer_name, rating, review_text) values ('Own', 5, 'A review of our own.');`,
  );
  expect((await readState()).edited).toEqual({ shed_listings: 1 });
  expect(await remove()).toMatchObject({ unedited: {}, edited: { shed_listings: 1 } });
  expect(await countRows('shed_listings')).toBe(1);
  expect(await countRows('quote_requests')).toBe(0);
  expect(await remove(true)).toMatchObject({ edited: {} });
  expect(await countRows('shed_listings')).toBe(0);
  expect(await countRows('reviews')).toBe(1);
  expect(await putBack()).toBe(0);
  expect(await read(`select price::integer from public.shed_listings where id = '${shed}'`)).toBe(
    1,
  );
});

test('an edit that is taken back leaves demonstration content', async () => {
  await asStaff(
    'true',
    `update public.past_projects set location = 'Here' where id = '${project}'`,
  );
  expect((await readState()).edited).toEqual({ past_projects: 1 });
  await asStaff(
    'true',
    `update public.past_projects set location = 'Sturrock Lake' where id = '${project}'`,
  );
  expect((await readState()).edited).toEqual({});
});

test('edited settings lose only the values of the demonstration, and get them back where nothing was entered', async () => {
  const settings = `select to_jsonb(stored) - 'updated_at' from public.business_settings as stored`;
  const change = (values: string) =>
    asStaff('true', `update public.business_settings set ${values}`);
  await change(`phone = '705-555-0199', latitude = 45`);
  await asStaff('true', 'update public.quote_settings set valid_days = 14');
  const before = await read<Record<string, unknown>>(settings);
  await remove();
  const reset = {
    ...{
      business_name: 'Custom Sheds & Exteriors',
      phone: '705-555-0199',
      email: null,
      hours: null,
    },
    ...{ faq: [], people: [], latitude: 45, longitude: -79.89 },
  };
  expect(await read(settings)).toMatchObject(reset);
  expect(
    await read('select jsonb_build_array(defaults, valid_days) from public.quote_settings'),
  ).toEqual([{}, 14]);
  await change(`email = 'own@example.com'`);
  expect(await putBack()).toBe(0);
  expect(await read(settings)).toEqual({ ...before, email: 'own@example.com' });
});

test('what staff add in the meantime keeps its place', async () => {
  const slug = 'choosing-siding-for-a-shed';
  await remove();
  await asStaff(
    'true',
    `insert into public.business_settings (business_name) values ('Own');
    insert into public.home_content (section_name, title) values ('hero', 'Own');
    insert into public.blog_posts (title, slug, content, author) values ('Own', '${slug}', 'Words enough', 'Own');`,
  );
  expect(await putBack()).toBe(3);
  expect(await read('select business_name from public.business_settings')).toBe('Own');
  expect(await read(`select title from public.home_content where section_name = 'hero'`)).toBe(
    'Own',
  );
  expect(await countRows('blog_posts')).toBe(6);
  // The post is under Recently deleted.
  const kept = `select array_agg(table_name || is_demonstration) from public.deleted_records`;
  expect(await read(kept)).toEqual(['blog_postsfalse']);
});

test('a quote that was made from a request of the demonstration stays, and is linked again', async () => {
  const request = '80000000-0000-4000-8000-000000000001';
  await run(`insert into public.quotes (customer_name, content, quote_request_id)
    values ('Ann', '${JSON.stringify(newQuoteContent()).replaceAll("'", "''")}', '${request}')`);
  const linked = 'select quote_request_id from public.quotes';
  await remove();
  expect(await read(linked)).toBeNull();
  await putBack();
  expect(await read(linked)).toBe(request);
});

test('after a day nothing comes back, and its images are queued for removal unless something uses them', async () => {
  await asStaff('true', `update public.shed_listings set title = 'Own shed' where id = '${shed}'`);
  await remove();
  const prune = () => read<number>('public.prune_deleted_records(clock_timestamp())');
  await age('23 hours');
  await prune();
  expect((await readState()).removed_at).not.toBeNull();
  await age('2 hours');
  expect(await putBack()).toBe(0);
  expect([await countRows('reviews'), (await readState()).removed_at]).toEqual([0, null]);
  expect(await prune()).toBe(0);
  expect(await countRows('deleted_records')).toBe(0);
  expect(await countRows('blog_post_slug_history')).toBe(0);
  const queued = await read<string[]>(
    `select array_agg(path order by path) from private.quote_file_removals where bucket_id = 'images'`,
  );
  expect(queued).toHaveLength(46);
  expect(queued).toContain('hero/1767225900000-autumn-yard.webp');
  expect(queued).not.toContain('sheds/1767225600000-cedar-gable-10x12.webp');
});

test('a database that was seeded before is recorded by its ids, edits by its audit log', async () => {
  await asStaff('true', `update public.shed_listings set price = 1 where id = '${shed}'`);
  await run(`insert into public.reviews (customer_name, rating, review_text) values ('Own', 5, 'A review of our own.');
    truncate private.demonstration_rows; select private.record_demonstration()`);
  const { unedited, edited } = await readState();
  expect(unedited).toMatchObject({ shed_listings: 15, reviews: 11 });
  expect(edited).toEqual({ shed_listings: 1 });
});

test('a price list is demonstration content until another one is published', async () => {
  await run(`insert into public.price_lists (version, prices, costs, published_at)
    select 2, prices, costs, now() from public.price_lists`);
  expect((await readState()).unedited.price_lists).toBeUndefined();
  await remove();
  expect(await countRows('price_lists')).toBe(2);
});

test('a shop that begins empty has no demonstration content', async () => {
  await run('truncate private.demonstration_rows');
  const state = { unedited: {}, edited: {}, removed_at: null };
  expect([await readState(), await remove(), await hasContent()]).toEqual([state, state, false]);
  expect(await listEntries()).toBeNull();
});
