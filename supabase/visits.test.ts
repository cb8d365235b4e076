import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { deriveSigningSecrets } from '#server/signing-secrets.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const formSecret = 'x'.repeat(40);
const { visits: secret, ...secretsOfOthers } = deriveSigningSecrets(formSecret);
const staff = '00000000-0000-4000-8000-000000000001';
const session = '00000000-0000-4000-8000-000000000002';
const listing = '30000000-0000-4000-8000-000000000009';

beforeAll(async () => {
  database = await openTemplateCopy();
  await run(`insert into auth.users (id, email) values ('${staff}', 'owner@example.com');
    insert into public.staff (user_id) values ('${staff}');
    insert into auth.sessions (id, user_id) values ('${session}', '${staff}');
    insert into public.shed_listings (id, title, material_type, color, size, shed_style)
      values ('${listing}', 'Red Barn', 'Wood', 'Red', '10x12', 'Gable');
    select private.set_form_secret('${formSecret}')`);
});
afterAll(() => database.close());
beforeEach(() => run('delete from public.daily_visits; delete from private.outbox'));

const run = (script: string) => database.session(({ exec }) => exec(script));
const read = <Value>(expression: string, values: unknown[] = []) =>
  database.session(async ({ query }) => {
    const [row] = await query<{ value: Value }>(`select (select ${expression}) as value`, values);
    return row?.value;
  });

type Counted = [kind: string, name: string, views: number];

/** Counts as the website does, as an anonymous visitor of the table interface. */
function count(rows: Counted[], { key = secret, age = 0 } = {}) {
  const counts = JSON.stringify(rows.map(([kind, name, views]) => ({ kind, name, views })));
  const signedAt = String(Date.now() - age);
  const message = ['visits', signedAt, counts].join('\n');
  const signature = createHmac('sha256', key).update(message).digest('hex');
  return database.session(async ({ exec, query }) => {
    await exec('begin; set local role anon');
    try {
      const [row] = await query<{ isCounted: boolean }>(
        'select public.count_visits($1, $2, $3) as "isCounted"',
        [counts, signedAt, signature],
      );
      return row?.isCounted;
    } finally {
      await exec('commit');
    }
  });
}

/** Calls a function as staff. */
function ask<Row>(call: string): Promise<Row[]> {
  const claims = JSON.stringify({ sub: staff, session_id: session, role: 'authenticated' });
  return database.session(async ({ exec, query }) => {
    await exec(`begin; select set_config('request.jwt.claims', '${claims}', true);
      set local role authenticated`);
    try {
      return await query<Row>(`select * from ${call}`, []);
    } finally {
      await exec('commit');
    }
  });
}

const listAll = (kind: string) =>
  ask<{ name: string; title: string | null; views: number }>(
    `public.list_visits('${kind}', current_date - 7)`,
  ).then((rows) => rows.map(({ name, title, views }) => [name, title, Number(views)]));

test('count_visits adds up what several processes report', async () => {
  await count([
    ['page', '/', 3],
    ['device', 'phone', 3],
  ]);
  await count([
    ['page', '/', 2],
    ['page', '/sheds', 9],
  ]);
  expect(await listAll('page')).toEqual([
    ['/sheds', null, 9],
    ['/', null, 5],
  ]);
  const [day] = await ask<{ views: number }>('public.list_daily_visits(current_date - 7)');
  expect(Number(day?.views)).toBe(3);
});

test('count_visits counts existing listings only, and names them', async () => {
  await count([
    ['listing', listing, 1],
    ['listing', '30000000-0000-4000-8000-00000000000a', 1],
  ]);
  expect(await listAll('listing')).toEqual([[listing, 'Red Barn', 1]]);
});

test('count_visits refuses signatures with the secrets of other purposes, and one of an hour ago', async () => {
  for (const key of ['y'.repeat(40), formSecret, ...Object.values(secretsOfOthers)]) {
    expect(await count([['page', '/', 1]], { key })).toBe(false);
  }
  expect(await count([['page', '/', 1]], { age: 3_600_000 })).toBe(false);
  expect(await listAll('page')).toEqual([]);
  expect(await count([['page', '/', 1]])).toBe(true);
});

test('count_visits keeps 100 names of a kind and day, those with the most views first', async () => {
  const named = (prefix: string, views: number, length = 80): Counted[] =>
    Array.from({ length }, (_, index) => ['campaign', `${prefix}${index}`, views]);
  await count([...named('a', 1), ['page', '/', 1]]);
  await count([...named('few', 1), ...named('many', 5, 20), ['campaign', 'a0', 1]]);
  const rows = await listAll('campaign');
  expect(rows[0]).toEqual(['other', null, 80]);
  expect(await read('count(*)::integer from public.daily_visits')).toBe(102);
  expect(await read(`views::integer from public.daily_visits where name = 'a0'`)).toBe(2);
  expect(await read(`count(*)::integer from public.daily_visits where name like 'many%'`)).toBe(20);
});

test('count_visits replaces names that were invented first by those with more views', async () => {
  const invented = Array.from({ length: 120 }, (_, n): Counted => ['referrer', `a${n}.example`, 1]);
  await count(invented);
  await count([['referrer', 'google.com', 2]]);
  const rows = await listAll('referrer');
  expect(rows).toContainEqual(['google.com', null, 2]);
  expect(rows[0]).toEqual(['other', null, 21]);
  expect(await read(`count(*)::integer from public.daily_visits`)).toBe(101);
});

test.each([
  ['an unknown kind', ['person', '/', 1]],
  ['a name of 201 characters', ['page', `/${'a'.repeat(200)}`, 1]],
  ['an empty name', ['referrer', '', 1]],
  ['no view', ['page', '/', 0]],
  ['a negative number of views', ['page', '/', -5]],
] satisfies [string, Counted][])(
  'count_visits stores nothing of a batch with %s',
  async (_, row) => {
    await expect(count([['page', '/sheds', 1], row])).rejects.toMatchObject({ code: '23514' });
    expect(await listAll('page')).toEqual([]);
  },
);

test('totals are by day and kind, and begin with the day that was asked for', async () => {
  await run(`insert into public.daily_visits (day, kind, name, views) values
    (current_date - 2, 'device', 'phone', 4), (current_date - 2, 'device', 'desktop', 3),
    (current_date - 1, 'device', 'phone', 5), (current_date - 8, 'device', 'phone', 50),
    (current_date - 1, 'referrer', 'google.com', 6), (current_date - 8, 'referrer', 'bing.com', 9)`);
  expect(await listAll('device')).toEqual([
    ['phone', null, 9],
    ['desktop', null, 3],
  ]);
  expect(await listAll('referrer')).toEqual([['google.com', null, 6]]);
  expect(await listAll('page')).toEqual([]);
  const days = await ask<{ views: number }>('public.list_daily_visits(current_date - 7)');
  expect(days.map(({ views }) => Number(views))).toEqual([7, 5]);
});

test('list_visits returns the 100 names with the most views of a longer period', async () => {
  await run(`insert into public.daily_visits (day, kind, name, views)
    select current_date - day, 'page', '/' || day || '-' || name, name
    from generate_series(1, 2) as day, generate_series(1, 80) as name`);
  const rows = await listAll('page');
  expect(rows).toHaveLength(100);
  expect(rows[0]).toEqual(['/1-80', null, 80]);
  expect(rows.at(-1)?.[2]).toBe(31);
});

test('count_visits deletes totals of more than three years ago', async () => {
  await run(`insert into public.daily_visits (day, kind, name, views) values
    (private.get_today() - 1097, 'page', '/old', 1), (private.get_today() - 1095, 'page', '/kept', 1)`);
  await count([['page', '/', 1]]);
  expect(await read(`array_agg(name order by name) from public.daily_visits`)).toEqual([
    '/',
    '/kept',
  ]);
});

test('the weekly email is queued once a week if it is switched on, and compares two weeks', async () => {
  const queue = () => read<boolean>('public.queue_weekly_summary()');
  expect(await queue()).toBe(false);
  await run('insert into private.mail_settings (sends_weekly_summary) values (true)');
  const isEarly = await read<boolean>(
    `(now() at time zone 'America/Toronto') < date_trunc('week', now() at time zone 'America/Toronto') + interval '7 hours'`,
  );
  expect(await queue()).toBe(!isEarly);
  expect(await queue()).toBe(false);
  const id = '40000000-0000-4000-8000-000000000001';
  await run(`delete from private.outbox;
    insert into private.outbox (id, notice, created_at) values ('${id}', 'weekly_summary', '2026-11-25T12:00:00Z');
    insert into public.daily_visits (day, kind, name, views) values
      ('2026-11-16', 'device', 'phone', 4), ('2026-11-22', 'device', 'tablet', 3), ('2026-11-15', 'device', 'phone', 2),
      ('2026-11-23', 'device', 'phone', 50), ('2026-11-20', 'page', '/design', 6)`);
  expect(await read(`public.read_weekly_summary('${id}')`)).toMatchObject({
    ...{ firstDay: '2026-11-16', lastDay: '2026-11-22' },
    week: { views: 7, designViews: 6, requests: 0 },
    weekBefore: { views: 2 },
    ...{ pages: [{ name: '/design', views: 6 }], referrers: [] },
  });
});

test('summarize_visits counts requests, quotes and money of the period', async () => {
  await run(`insert into public.quote_requests (customer_name, email, project_type, description, is_spam) values
      ('Ann', 'ann@example.com', 'Other', 'A shed, please.', false), ('Bot', 'b@example.com', 'Other', 'Buy now, please.', true)`);
  const [row] = await ask<{ summary: object }>(
    'public.summarize_visits(private.get_today() - 6, private.get_today()) as summary',
  );
  expect(row?.summary).toMatchObject({
    ...{
      requests: 1,
      designedRequests: 0,
      quotes: 0,
      accepted: 0,
      wonCents: 0,
      openCents: 0,
      dueCents: 0,
    },
  });
});

test('list_listing_funnels counts views, requests and quotes of each listing in the period', async () => {
  const [before, spam] = ['2026-01-01T12:00:00Z', true];
  const content = JSON.stringify(newQuoteContent()).replaceAll("'", "''");
  const request = (created: string, isSpam = false) => `insert into public.quote_requests
    (customer_name, email, project_type, description, shed_id, is_spam, created_at)
    values ('Ann', 'ann@example.com', 'Custom Shed', 'A shed, please.', '${listing}', ${isSpam}, ${created})`;
  await run(`${request('now()')}; ${request(`'${before}'`)}; ${request('now()', spam)};
    insert into public.quotes (quote_request_id, number, state, version, customer_name, content, first_sent_at)
      select id, '2026-0001', 'sent', 1, 'Ann', '${content}', now() from public.quote_requests
      where created_at < '2026-02-01' and shed_id is not null;
    insert into public.daily_visits (day, kind, name, views) values
      (private.get_today(), 'listing', '${listing}', 7), (private.get_today() - 30, 'listing', '${listing}', 5)`);
  const [row] = await ask<{ funnels: object[] }>(
    'public.list_listing_funnels(private.get_today() - 6, private.get_today()) as funnels',
  );
  expect(row?.funnels).toEqual([
    { id: listing, title: 'Red Barn', views: 7, requests: 1, quotes: 1, accepted: 0 },
  ]);
});
