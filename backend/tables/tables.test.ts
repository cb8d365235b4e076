import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StatementTimeout } from '#backend/database/database.ts';
import { startTables, type TestTables, testTablesOver } from '#tests/support/tables.ts';

let tables: TestTables;
let anon: SupabaseClient;
let staff: SupabaseClient;
let stranger: SupabaseClient;
let service: SupabaseClient;

beforeAll(async () => {
  tables = await startTables();
  anon = tables.client('anon');
  staff = tables.client('staff');
  stranger = tables.client('stranger');
  service = tables.client('service');
  await tables.run(`
    create function public.add(a integer, b integer default 10) returns integer
      language sql immutable as 'select a + b';
    create function public.noop() returns void language sql as 'select null::void';
    create function public.letters() returns setof text language sql as
      $$ select unnest(array['a', 'b', 'c']) $$;
    create function public.approved(minimum integer) returns setof public.reviews language sql stable
      as 'select * from public.reviews where is_approved and rating >= minimum';
    create function public.summary(out lowest integer, out highest integer) language sql stable
      as 'select min(rating), max(rating) from public.reviews';
    create function public.fail(code text) returns void language plpgsql as
      $$ begin raise exception 'Raised' using errcode = code, detail = 'more', hint = 'less'; end $$;
    create function public.whole(json) returns json language sql as 'select $1';
    create function public.either(json) returns text language sql as $$ select 'json' $$;
    create function public.either(a integer) returns text language sql as $$ select 'integer' $$;
    create function public.both(json) returns json language sql as 'select $1';
    create function public.both(jsonb) returns jsonb language sql as 'select $1';
    create function public.same(a integer) returns integer language sql as 'select a';
    create function public.same(a text) returns text language sql as 'select a';
    create domain public.shade as text default 'red';
    create table public.tiles (row bigint, "col umn" text, color public.shade, primary key (row, "col umn"));`);
}, 60_000);

beforeEach(async () => {
  await tables.run(`
    truncate public.reviews, public.shed_listings, public.home_content, public.contact_submissions cascade;
    insert into public.reviews (customer_name, rating, review_text, project_type, is_approved, is_featured) values
      ('Ann', 5, 'Very good work!', 'Garage', true, true),
      ('Bob, "B" \\', 3, 'It was alright.', null, true, true),
      ('Cleo', 1, 'Hidden as of now', 'Roof', false, false);
    insert into public.shed_listings
      (title, material_type, color, size, shed_style, price, images, specifications) values
      ('One', 'Wood', 'Red', '8x8', 'Barn', 1999.50, '{sheds/a.jpg,sheds/b.jpg}',
        '{"standard_features": ["door", "floor"], "site": {"depth": 2}}'),
      ('Two', 'Vinyl', 'Blue', '8x10', 'Gable', null, '{}', '{"standard_features": []}');`);
});

afterAll(() => tables.close());

describe('filters through supabase-js', () => {
  const names = async (
    filter: (query: ReturnType<ReturnType<SupabaseClient['from']>['select']>) => PromiseLike<{
      data: unknown;
      error: unknown;
    }>,
  ) => {
    const { data, error } = await filter(staff.from('reviews').select('customer_name'));
    expect(error).toBeNull();
    return (data as { customer_name: string }[]).map((row) => row.customer_name.slice(0, 4)).sort();
  };

  it('compares values', async () => {
    expect(await names((q) => q.eq('rating', 5))).toEqual(['Ann']);
    expect(await names((q) => q.neq('rating', 5))).toEqual(['Bob,', 'Cleo']);
    expect(await names((q) => q.gt('rating', 3))).toEqual(['Ann']);
    expect(await names((q) => q.gte('rating', 3))).toEqual(['Ann', 'Bob,']);
    expect(await names((q) => q.lt('rating', 3))).toEqual(['Cleo']);
    expect(await names((q) => q.lte('rating', 3))).toEqual(['Bob,', 'Cleo']);
    expect(await names((q) => q.filter('project_type', 'isdistinct', 'Roof'))).toEqual([
      'Ann',
      'Bob,',
    ]);
  });

  it('matches patterns', async () => {
    expect(await names((q) => q.like('customer_name', 'A%'))).toEqual(['Ann']);
    expect(await names((q) => q.ilike('customer_name', '*N*'))).toEqual(['Ann']);
    expect(await names((q) => q.filter('customer_name', 'match', '^[AC]'))).toEqual([
      'Ann',
      'Cleo',
    ]);
    expect(await names((q) => q.filter('customer_name', 'imatch', '^a'))).toEqual(['Ann']);
  });

  it('tests for null and truth', async () => {
    expect(await names((q) => q.is('project_type', null))).toEqual(['Bob,']);
    expect(await names((q) => q.not('project_type', 'is', null))).toEqual(['Ann', 'Cleo']);
    expect(await names((q) => q.filter('project_type', 'is', 'not_null'))).toEqual(['Ann', 'Cleo']);
    expect(await names((q) => q.is('is_approved', false))).toEqual(['Cleo']);
    expect(await names((q) => q.filter('is_approved', 'is', 'unknown'))).toEqual([]);
  });

  it('filters by lists, however they are quoted and however long they are', async () => {
    const quoted = String.raw`("Bob, \"B\" \\",Ann,"x,y")`;
    expect(await names((q) => q.filter('customer_name', 'in', quoted))).toEqual(['Ann', 'Bob,']);
    expect(await names((q) => q.in('customer_name', ['Ann', 'x,(y)']))).toEqual(['Ann']);
    expect(await names((q) => q.in('rating', []))).toEqual([]);
    expect(await names((q) => q.not('rating', 'in', '(1,3)'))).toEqual(['Ann']);
    const many = Array.from({ length: 5000 }, (_, index) => index + 3);
    expect(await names((q) => q.in('rating', many))).toEqual(['Ann', 'Bob,']);
  });

  it('combines filters with and, or and not', async () => {
    expect(await names((q) => q.or('rating.eq.1,and(rating.gt.2,rating.lt.4)'))).toEqual([
      'Bob,',
      'Cleo',
    ]);
    expect(await names((q) => q.or('customer_name.in.("Bob, \\"B\\" \\\\",Ann)'))).toEqual([
      'Ann',
      'Bob,',
    ]);
    const negated = '/reviews?select=rating&not.or=(rating.eq.5,rating.eq.1)&is_approved=is.true';
    expect(await (await tables.request('staff', negated)).json()).toEqual([{ rating: 3 }]);
  });

  it('compares arrays and JSON', async () => {
    const sheds = () => staff.from('shed_listings').select('title');
    const one = [{ title: 'One' }];
    expect((await sheds().contains('images', ['sheds/a.jpg'])).data).toEqual(one);
    expect((await sheds().containedBy('images', ['sheds/a.jpg'])).data).toEqual([{ title: 'Two' }]);
    expect((await sheds().overlaps('images', ['sheds/b.jpg', 'x'])).data).toEqual(one);
    expect((await sheds().contains('specifications', { site: { depth: 2 } })).data).toEqual(one);
    expect((await sheds().eq('price', 1999.5)).data).toEqual(one);
  });
});

describe('the timeout penalty', () => {
  it('counts a table under one name however its letters are encoded', async () => {
    const queryAsCaller = () => Promise.reject(new StatementTimeout());
    const limited = testTablesOver({ ...tables.database, queryAsCaller }, tables.run);
    const statuses: number[] = [];
    for (const path of ['/reviews', '/revi%65ws', '/%72eviews', '/reviews?select=id']) {
      statuses.push((await limited.request('staff', path)).status);
    }
    expect(statuses).toEqual([504, 504, 429, 429]);
  });
});

describe('reading', () => {
  it('returns columns under their aliases', async () => {
    const { data } = await staff
      .from('shed_listings')
      .select('name:title,price,images')
      .eq('title', 'One');
    expect(data).toEqual([{ name: 'One', price: 1999.5, images: ['sheds/a.jpg', 'sheds/b.jpg'] }]);
    const text = await (await tables.request('anon', '/shed_listings?select=price')).text();
    expect(text).toContain('1999.50');
  });

  it('orders, with nulls first or last', async () => {
    const order = async (nullsFirst: boolean | undefined) => {
      const query = staff.from('reviews').select('project_type');
      const { data } = await query.order('project_type', { ascending: false, nullsFirst });
      return data?.map((row) => row.project_type);
    };
    expect(await order(undefined)).toEqual([null, 'Roof', 'Garage']);
    expect(await order(false)).toEqual(['Roof', 'Garage', null]);
    const { data } = await staff
      .from('reviews')
      .select('rating')
      .order('is_approved')
      .order('rating');
    expect(data).toEqual([{ rating: 1 }, { rating: 3 }, { rating: 5 }]);
  });

  it('returns pages with counts', async () => {
    const page = await staff
      .from('reviews')
      .select('rating', { count: 'exact' })
      .order('rating')
      .range(1, 1);
    expect(page).toMatchObject({ data: [{ rating: 3 }], count: 3, status: 206 });
    const head = await anon.from('reviews').select('*', { count: 'exact', head: true });
    expect(head).toMatchObject({ data: null, error: null, count: 2, status: 200 });
    const response = await tables.request('staff', '/reviews?select=rating', {
      headers: { range: '0-1', prefer: 'count=exact' },
    });
    expect(response.headers.get('content-range')).toBe('0-1/3');
    expect(response.headers.get('preference-applied')).toBe('count=exact');
    const empty = await tables.request('anon', '/home_content', {});
    expect([empty.status, empty.headers.get('content-range')]).toEqual([200, '*/*']);
    const behind = await staff.from('reviews').select('*', { count: 'exact' }).range(9, 12);
    expect(behind).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    const unsatisfiable = await tables.request('staff', '/reviews?offset=9', {
      headers: { prefer: 'count=exact' },
    });
    expect(unsatisfiable.headers.get('content-range')).toBe('*/3');
  });

  it.each(['planned', 'estimated'])(
    'counts exactly with count=%s, and reports no count',
    async (count) => {
      const headers = { prefer: `count=${count}, handling=lenient` };
      const response = await tables.request('staff', '/reviews?limit=1', { headers });
      expect(response.headers.get('content-range')).toBe('0-0/3');
      expect(response.headers.get('preference-applied')).toBe('handling=lenient');
    },
  );

  it.each(['', '%20'])('returns all columns for select=%s', async (select) => {
    const response = await tables.request('staff', `/staff?select=${select}`);
    const [row] = await response.json();
    expect(Object.keys(row)).toEqual(Object.keys((await staff.from('staff').select()).data?.[0]));
  });

  it('returns one object or 406', async () => {
    const reviews = () => staff.from('reviews').select('rating');
    expect((await reviews().eq('rating', 5).single()).data).toEqual({ rating: 5 });
    expect(await reviews().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 3 rows' },
    });
    expect(await reviews().eq('rating', 4).single()).toMatchObject({ error: { code: 'PGRST116' } });
    expect(await reviews().eq('rating', 4).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
  });
});

describe('writing', () => {
  const review = { customer_name: 'Dot', rating: 4, review_text: 'As good as it gets' };

  it('inserts one and many, with and without the rows', async () => {
    expect(await staff.from('reviews').insert(review)).toMatchObject({ data: null, status: 201 });
    const many = await staff
      .from('reviews')
      .insert([review, { ...review, rating: 2 }], { count: 'exact' })
      .select('rating')
      .order('rating');
    expect(many).toMatchObject({ data: [{ rating: 2 }, { rating: 4 }], status: 201, count: 2 });
    expect(await staff.from('reviews').insert([])).toMatchObject({ error: null, status: 201 });
  });

  it('inserts defaults for left out columns with defaultToNull: false', async () => {
    const rows = [review, { ...review, is_approved: true }];
    expect(await staff.from('reviews').insert(rows)).toMatchObject({ error: { code: '23502' } });
    const filled = await staff
      .from('reviews')
      .insert(rows, { defaultToNull: false })
      .select('is_approved')
      .order('is_approved');
    expect(filled.data).toEqual([{ is_approved: false }, { is_approved: true }]);
  });

  it('visitors insert a message and read nothing', async () => {
    const message = { name: 'Ann', email: 'ann@example.com', message: 'Hello there, builder' };
    expect(await anon.from('contact_submissions').insert(message)).toMatchObject({
      error: null,
      status: 201,
    });
    for (const attempt of [
      anon.from('contact_submissions').insert(message).select(),
      anon.from('contact_submissions').insert({ ...message, status: 'read' }),
      anon.from('contact_submissions').select(),
      anon.from('contact_submissions').delete().eq('name', 'Ann'),
      anon.from('staff').select(),
    ]) {
      expect(await attempt).toMatchObject({ status: 401, error: { code: '42501' } });
    }
    expect((await stranger.from('contact_submissions').select()).data).toEqual([]);
    expect(await stranger.from('reviews').insert(review)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect((await staff.from('contact_submissions').select('status')).data).toEqual([
      { status: 'unread' },
    ]);
  });

  it('updates and deletes what the filters match, and counts it', async () => {
    const update = await staff
      .from('reviews')
      .update({ is_featured: true }, { count: 'exact' })
      .gte('rating', 3)
      .select('rating')
      .order('rating', { ascending: false });
    expect(update).toMatchObject({ status: 200, count: 2, data: [{ rating: 5 }, { rating: 3 }] });
    expect(
      await staff
        .from('reviews')
        .update({ is_featured: false }, { count: 'exact' })
        .eq('rating', 9),
    ).toMatchObject({ status: 204, count: 0, error: null });
    expect(await staff.from('reviews').update({}).eq('rating', 5).select()).toMatchObject({
      data: [],
      status: 200,
    });
    expect(await staff.from('reviews').delete({ count: 'exact' }).eq('rating', 1)).toMatchObject({
      status: 204,
      count: 1,
    });
    const gone = await staff
      .from('reviews')
      .delete()
      .eq('rating', 3)
      .select('customer_name')
      .single();
    expect(gone.data).toEqual({ customer_name: 'Bob, "B" \\' });
    expect((await staff.from('reviews').select('rating')).data).toEqual([{ rating: 5 }]);
  });

  it('rolls back a write of several rows if one object is requested', async () => {
    const single = await staff.from('reviews').delete().gte('rating', 3).select().single();
    expect(single).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await staff.from('reviews').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 3,
    });
  });

  it('inserts or updates by the conflict target', async () => {
    const upsert = (title: string, options: object) =>
      service
        .from('home_content')
        .upsert({ section_name: 'hero', title }, { onConflict: 'section_name', ...options })
        .select('title');
    expect(await upsert('A', {})).toMatchObject({ status: 201, data: [{ title: 'A' }] });
    expect(await upsert('B', {})).toMatchObject({ status: 200, data: [{ title: 'B' }] });
    expect(await upsert('C', { ignoreDuplicates: true })).toMatchObject({ status: 201, data: [] });
    const rows = [1, 2].map((rating) => ({ ...review, id: crypto.randomUUID(), rating }));
    expect(await service.from('reviews').upsert(rows)).toMatchObject({ status: 201, error: null });
    const twice = rows.flatMap((row) => [row, row]);
    expect(await service.from('reviews').upsert(twice)).toMatchObject({ error: { code: '21000' } });
  });
});

describe('writing to a table with a domain and a key of two columns', () => {
  const write = (path: string, body: object, prefer: string) =>
    tables.request('service', path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', prefer },
    });

  it('uses the default of a domain for missing=default', async () => {
    const rows = [{ row: 1, 'col umn': 'a' }];
    const response = await write(
      '/tiles?columns=row,"col umn",color&select=color',
      rows,
      'missing=default, return=representation',
    );
    expect(await response.json()).toEqual([{ color: 'red' }]);
    expect(response.headers.get('preference-applied')).toBe(
      'missing=default, return=representation',
    );
  });

  it('returns the key of a single row as Location for return=headers-only', async () => {
    const row = { row: '9007199254740993', 'col umn': 'a&b ü' };
    const one = await write('/tiles', row, 'return=headers-only');
    expect([one.status, await one.text()]).toEqual([201, '']);
    expect(one.headers.get('location')).toBe(
      '/tiles?row=eq.9007199254740993&col%20umn=eq.a%26b%20%C3%BC',
    );
    const many = [2, 3].map((number) => ({ row: number, 'col umn': 'b' }));
    const several = await write('/tiles', many, 'return=headers-only');
    expect([several.status, several.headers.get('location')]).toEqual([201, null]);
  });

  it('answers an upsert of no rows with 200, and an insert of none with 201', async () => {
    const upsert = await write('/tiles', [], 'resolution=merge-duplicates, count=exact');
    expect([upsert.status, upsert.headers.get('content-range')]).toEqual([200, '*/0']);
    expect((await write('/tiles', [], 'return=minimal')).status).toBe(201);
  });
});

describe('functions', () => {
  it.each([
    [
      'the first object of an array',
      '/add',
      [
        { a: 1, b: 2 },
        { a: 5, b: 6 },
      ],
      200,
      3,
    ],
    ['the columns alone', '/add?columns=a', { a: 1, b: 2, c: 3 }, 200, 11],
    ['the whole body, if its argument has no name', '/whole', { a: [1] }, 200, { a: [1] }],
    ['an array, if its argument has no name', '/whole', [{ a: 1 }], 200, [{ a: 1 }]],
    ['a named argument before the whole body', '/either', { a: 1 }, 200, 'integer'],
    ['the whole body, if no argument has the names', '/either', { b: 1 }, 200, 'json'],
  ] as const)('accept %s', async (_name, path, body, status, result) => {
    const response = await call(path, body);
    expect([response.status, await response.json()]).toEqual([status, result]);
  });

  it.each([
    ['/add', [{ a: 1 }, { b: 1 }], 400, 'PGRST102', 'All object keys must match'],
    [
      '/same',
      { a: 1 },
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.same(a => integer), public.same(a => text)',
    ],
    [
      '/both',
      { a: 1 },
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.both( => json), public.both( => jsonb)',
    ],
  ] as const)('rejects a call of %s with %j', async (path, body, status, code, message) => {
    const response = await call(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message });
  });

  const call = (path: string, body: unknown) =>
    tables.request('staff', `/rpc${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  it('returns values, objects, lists and nothing', async () => {
    expect((await staff.rpc('add', { a: 1 })).data).toBe(11);
    expect(await staff.rpc('noop')).toMatchObject({ data: null, status: 204 });
    expect((await staff.rpc('letters')).data).toEqual(['a', 'b', 'c']);
    expect((await staff.rpc('summary')).data).toEqual({ lowest: 1, highest: 5 });
    const approved = await staff
      .rpc('approved', { minimum: 1 }, { count: 'exact' })
      .select('rating')
      .lt('rating', 5)
      .limit(1);
    expect(approved).toMatchObject({ data: [{ rating: 3 }], count: 1 });
  });

  it('lists all approved reviews for visitors, by the order and the range of the request', async () => {
    await tables.run(`
      update public.reviews set is_featured = false where customer_name = 'Ann';
      update public.reviews set reviewed_on = '2026-06-30' where customer_name like 'Bob%'`);
    const list = () =>
      anon
        .rpc('list_approved_reviews', {}, { count: 'exact' })
        .order('reviewed_on', { ascending: false, nullsFirst: false })
        .order('created_at', { ascending: false });
    expect((await list()).data).toMatchObject([{ rating: 3 }, { customer_name: 'Ann' }]);
    expect(await list().range(1, 1)).toMatchObject({ data: [{ rating: 5 }], count: 2 });
    expect(await list().limit(0)).toMatchObject({ data: [], count: 2 });
    expect((await anon.from('reviews').select('rating')).data).toEqual([{ rating: 3 }]);
  });

  it('rejects a function that does not exist or is not granted', async () => {
    const limit = { key: 'k', max_hits: 1, window_seconds: 60 };
    expect(await service.rpc('take_rate_limit', limit)).toMatchObject({ data: true });
    expect(await service.rpc('take_rate_limit', limit)).toMatchObject({ data: false });
    expect(await anon.rpc('take_rate_limit', limit)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect(await stranger.rpc('take_rate_limit', limit)).toMatchObject({ status: 403 });
    for (const call of [
      staff.rpc('nope'),
      staff.rpc('add', { c: 1 }),
      staff.rpc('add'),
      staff.rpc('pg_sleep', { seconds: 1 }),
    ]) {
      expect(await call).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    }
  });

  it('returns the error that a function raises', async () => {
    const raised = (code: string) => staff.rpc('fail', { code });
    expect(await raised('P0001')).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'Raised', details: 'more', hint: 'less' },
    });
    expect(await raised('PT402')).toMatchObject({ status: 402 });
    expect(await raised('57014')).toMatchObject({ status: 504, error: { code: '57014' } });
    expect(await raised('53300')).toMatchObject({
      status: 503,
      error: { message: 'The database could not answer', details: null },
    });
    expect(await raised('53100')).toMatchObject({ status: 507 });
    expect(await raised('40P01')).toMatchObject({ status: 503, error: { code: '40P01' } });
  });

  it('finds a function that was created after the schema was read', async () => {
    expect(await staff.rpc('late')).toMatchObject({ status: 404 });
    await tables.run(`create function public.late() returns integer language sql as 'select 7'`);
    await expect.poll(async () => (await staff.rpc('late')).data, { interval: 500 }).toBe(7);
  });
});

describe('features of PostgREST that are not implemented', () => {
  const reviews = () => staff.from('reviews').select('rating');
  it.each([
    ['any', 'the quantifiers any and all', () => reviews().likeAnyOf('customer_name', ['A%'])],
    ['all', 'the quantifiers any and all', () => reviews().ilikeAllOf('customer_name', ['A%'])],
    ['a cast', 'casts in select', () => staff.from('reviews').select('rating::text')],
    ['select by path', 'JSON paths', () => staff.from('business_settings').select('hours->a')],
    ['a filter by path', 'JSON paths', () => reviews().eq('hours->>a', 'b')],
    ['order by path', 'JSON paths', () => reviews().order('hours->a')],
    ['null stripping', 'nulls=stripped', () => reviews().stripNulls()],
    [
      'maxAffected',
      'the preference handling=strict',
      () => staff.from('reviews').delete().gte('rating', 1).maxAffected(2),
    ],
    ['textSearch', 'full-text search', () => reviews().textSearch('review_text', 'good')],
    [
      'a negated websearch',
      'full-text search',
      () => reviews().not('review_text', 'wfts(english)', 'good'),
    ],
    ['rangeGt', 'range operators', () => reviews().rangeGt('rating', '[1,2)')],
    ['rangeAdjacent', 'range operators', () => reviews().rangeAdjacent('rating', '[1,2)')],
    ['embedding', 'embedded resources', () => staff.from('reviews').select('rating,staff(*)')],
    ['spreading', 'embedded resources', () => staff.from('reviews').select('...staff(user_id)')],
    [
      'an inner join with a filter',
      'embedded resources',
      () => staff.from('reviews').select('rating,staff!inner(user_id)').eq('staff.user_id', 'x'),
    ],
    [
      'order by an embedded resource',
      'embedded resources',
      () => reviews().order('user_id', { referencedTable: 'staff' }),
    ],
    [
      'limit of an embedded resource',
      'embedded resources',
      () => reviews().limit(1, { referencedTable: 'staff' }),
    ],
  ] as const)('%s is rejected with 400 and PGRST127', async (_name, feature, send) => {
    const message = `Feature not implemented: ${feature}`;
    const error = expect.objectContaining({ code: 'PGRST127', message });
    expect(await send()).toMatchObject({ data: null, status: 400, error });
    expect((await reviews()).data).toHaveLength(3);
  });

  it.each([
    ['an aggregate', 400, 'PGRST123', () => staff.from('reviews').select('rating.sum()')],
    ['count()', 400, 'PGRST123', () => staff.from('reviews').select('count()')],
    ['csv', 406, 'PGRST107', () => reviews().csv()],
    ['geojson', 406, 'PGRST107', () => reviews().geojson()],
    ['explain', 406, 'PGRST107', () => reviews().explain()],
    ['another schema', 406, 'PGRST106', () => staff.schema('auth').from('users').select()],
    ['a write to another schema', 406, 'PGRST106', () => staff.schema('x').from('y').insert({})],
    ['a call in another schema', 406, 'PGRST106', () => staff.schema('private').rpc('is_staff')],
  ] as const)('%s is rejected with %i and %s', async (_name, status, code, send) => {
    const error = expect.objectContaining({ code });
    expect(await send()).toMatchObject({ data: null, status, error });
  });

  it.each([
    ['a body of CSV', 'POST', '/reviews', 'text/csv', 'rating\n5', 400, 'PGRST102'],
    ['a form', 'POST', '/rpc/add', 'application/x-www-form-urlencoded', 'a=1', 400, 'PGRST102'],
    ['a single upsert', 'PUT', '/reviews?id=eq.1', 'application/json', '{}', 405, 'PGRST117'],
    ['the schema', 'GET', '/', undefined, undefined, 404, 'PGRST125'],
  ] as const)('%s is rejected', async (_name, method, path, type, body, status, code) => {
    const init =
      body === undefined ? { method } : { method, body, headers: { 'content-type': type } };
    const response = await tables.request('service', path, init);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  it.each([
    ['select=rating::text', 'casts in select'],
    ['hours->>a=eq.b', 'JSON paths'],
    ['comment=match(any).{a}', 'the quantifiers any and all'],
    ['review_text=fts.good', 'full-text search'],
    ['select=rating,staff(*)', 'embedded resources'],
  ])('GET /reviews?%s as anon is rejected with 403 and 42501', async (query, feature) => {
    const response = await tables.request('anon', `/reviews?${query}`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: '42501',
      message: `visitors may not use ${feature}`,
    });
  });

  it.each([{ get: true }, { head: true }])('rpc with %o is rejected with 405', async (options) => {
    const { error, status } = await staff.rpc('add', { a: 1 }, options);
    expect(status).toBe(405);
    if (!('get' in options)) return;
    expect(error).toMatchObject({
      code: 'PGRST101',
      message: 'Cannot use the GET method on RPC',
      hint: 'Functions are called by POST',
    });
  });
});

describe('the same request again', () => {
  it('uses the cached plan of an equal request, and of no other', async () => {
    const path = '/reviews?select=rating&order=rating';
    const read = async (query: string, init?: RequestInit) => {
      const response = await tables.request('anon', query, init);
      return `${response.headers.get('content-range')} ${await response.text()}`;
    };
    const given = (name: string, value: string) => ({ headers: { [name]: value } });
    const object = given('accept', 'application/vnd.pgrst.object+json');
    for (let time = 0; time < 2; time += 1) {
      expect(await read(path)).toBe('0-1/* [{"rating":3}, \n {"rating":5}]');
      expect(await read(`${path}&limit=1#fragment`)).toBe('0-0/* [{"rating":3}]');
      expect(await read(path, given('range', '1-1'))).toBe('1-1/* [{"rating":5}]');
      expect(await read(`${path}&limit=1`, given('prefer', 'count=exact'))).toMatch(/^0-0\/2 /);
      expect(await read(`${path}&limit=1`, object)).toBe('0-0/* {"rating":3}');
      expect(await read(path, { method: 'HEAD' })).toBe('0-1/* ');
    }
    const own = await service.from('reviews').select('rating').order('rating');
    expect(own.data).toHaveLength(3);
  });

  it('reuses the prepared statement of the active sheds', async () => {
    const list = () =>
      service.from('shed_listings').select('id').eq('is_active', true).order('title').limit(5);
    for (let call = 0; call < 8; call += 1) expect((await list()).data).toHaveLength(2);
    const plans = await tables.database.session(({ query }) =>
      query<{ again: number }>(
        `select custom_plans::integer as again from pg_prepared_statements
         where statement like '%shed_listings%is_active"_= true%limit%'`,
      ),
    );
    expect(plans).toEqual([{ again: 5 }]);
  });
});
