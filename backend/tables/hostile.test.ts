import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTables, type TestTables } from '#tests/support/tables.ts';

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
  await tables.run(`insert into public.reviews (customer_name, rating, review_text)
    select 'Ann ' || i, 5, 'Very good work!' from generate_series(1, 20) i`);
}, 60_000);

afterAll(() => tables.close());

/** Returns status and code of an error, which has PostgREST's four fields. */
async function readError(path: string, init?: RequestInit, caller = 'staff') {
  const response = await tables.request(caller, path, init);
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return `${response.status} ${body.code}`;
}

async function expectNoErrorLogged() {
  expect(tables.errors).toEqual([]);
  const response = await tables.request('staff', '/reviews?select=rating&limit=1');
  expect(await response.json()).toEqual([{ rating: 5 }]);
}

const write = (method: string, body: BodyInit, headers: Record<string, string> = {}) => ({
  method,
  body,
  headers: { 'content-type': 'application/json', ...headers },
});
const repeated = (text: string, times: number) => Array(times).fill(text).join(',');

describe('query strings', () => {
  it.each([
    ['limit=-1', '416 PGRST103'],
    ['limit=abc', '400 PGRST100'],
    [`offset=${'9'.repeat(10_000)}`, '400 PGRST100'],
    ['customer_name=eq.%00', '400 22021'],
    ['select=a%00:id', '400 22021'],
    ['%00=eq.1', '400 22021'],
    ['select=id;drop table reviews', '400 PGRST100'],
    ['select=id,blog_posts(*)', '400 PGRST127'],
    ['select=nope', '400 42703'],
    ['nope=eq.1', '400 42703'],
    ['order=nope', '400 42703'],
    ['rating=foo.1', '400 PGRST100'],
    ['rating=1', '400 PGRST100'],
    ['a.b=eq.1', '400 PGRST127'],
    ['id=eq.none', '400 22P02'],
    ['rating=eq.99999999999999999999', '400 22003'],
    ['created_at=gt.tomorrowish', '400 22007'],
    ['rating=is.true', '400 42804'],
    ['id=like.a*', '404 42883'],
    ['customer_name=match.(', '400 2201B'],
    ['customer_name=match.(a{255}){255}', '400 2201B'],
    [`customer_name=match.${'('.repeat(9000)}`, '400 2201B'],
    [`customer_name=like.${'*a'.repeat(9000)}`, '400 22025'],
    [`select=${repeated('id', 2000)}`, '400 PGRST100'],
    [`or=${'(or'.repeat(3000)}`, '400 PGRST100'],
    [`or=(${repeated('id.is.null', 2000)})`, '400 PGRST100'],
  ])('%.60s', async (query, expected) => {
    expect(await readError(`/reviews?${query}`)).toBe(expected);
    await expectNoErrorLogged();
  });

  it('bounds JSON and arrays in filters', async () => {
    const brackets = '['.repeat(9000);
    expect(await readError(`/shed_listings?specifications=cs.${brackets}`)).toBe('400 22P02');
    expect(await readError(`/shed_listings?specifications=in.("${brackets}")`)).toBe('400 22P02');
    expect(await readError(`/shed_listings?images=cs.${'{'.repeat(9000)}`)).toBe('400 54000');
    await expectNoErrorLogged();
  });

  it.each([
    'limit=99999999999999999999999999',
    'offset=-1&limit=2',
    'select=id&offset=9223372036854775807&limit=9223372036854775807',
    'customer_name=eq.%ff%fe',
    'customer_name=eq.%ED%A0%80',
    `select=${'x'.repeat(100)}:id`,
    'select="a\'-->b":id'.replace('-->', ' '),
    `rating=in.(${repeated('5', 5000)})`,
    `select=id&order=${repeated('rating', 1000)}`,
    `or=(${repeated('id.is.null', 900)})`,
  ])('accepts %.60s', async (query) => {
    const response = await tables.request('staff', `/reviews?${query}`);
    expect(response.status).toBe(200);
    expect(Array.isArray(await response.json())).toBe(true);
    await expectNoErrorLogged();
  });
});

describe('bodies', () => {
  it.each([
    ['', '400 PGRST102'],
    ['{', '400 PGRST102'],
    ['5', '400 PGRST102'],
    ['[null]', '400 PGRST102'],
    ['[[{}]]', '400 PGRST102'],
    ['[{"rating":1},{"customer_name":"x"}]', '400 PGRST102'],
    ['['.repeat(500_000), '400 PGRST102'],
    ['{}', '400 23502'],
    ['[{},{}]', '400 23502'],
    ['{"nope":1}', '400 PGRST204'],
    ['{"__proto__":1}', '400 PGRST204'],
    ['{"rating":"x"}', '400 22P02'],
    ['{"rating":1e400}', '400 22P02'],
    ['{"rating":99999999999999}', '400 22003'],
    ['{"customer_name":"\\u0000"}', '400 22P05'],
    ['{"customer_name":"\\ud800"}', '400 22P02'],
    ['{"rating":9,"customer_name":"Ann","review_text":"Long enough"}', '400 23514'],
  ])('%.50s', async (body, expected) => {
    expect(await readError('/reviews', write('POST', body))).toBe(expected);
    await expectNoErrorLogged();
  });

  it('rejects other bytes, types and sizes', async () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect(await readError('/reviews', write('POST', bytes))).toBe('400 PGRST102');
    const text = write('POST', '{}', { 'content-type': 'text/plain' });
    expect(await readError('/reviews', text)).toBe('400 PGRST102');
    const large = 'x'.repeat(1024 * 1024 + 1);
    expect(await readError('/reviews', write('POST', large))).toBe('413 PGRST102');
    expect(await readError('/rpc/take_rate_limit', write('POST', '[1]'))).toBe('400 PGRST102');
    expect(await readError('/reviews?columns=nope', write('POST', '{}'))).toBe('400 PGRST204');
    const merge = { prefer: 'resolution=merge-duplicates' };
    const body = JSON.stringify({ customer_name: 'Ann', rating: 5, review_text: 'Long enough' });
    expect(await readError('/reviews?on_conflict=nope', write('POST', body, merge))).toBe(
      '400 42703',
    );
    expect(await readError('/reviews?on_conflict=rating', write('POST', body, merge))).toBe(
      '400 42P10',
    );
    const post = { title: 'T', slug: 's', content: 'Long enough', author: 'Ann' };
    const taken = write('POST', JSON.stringify([post, post]));
    expect(await readError('/blog_posts', taken)).toBe('409 23505');
    const lost = write('POST', JSON.stringify({ user_id: crypto.randomUUID() }));
    expect(await readError('/staff', lost, 'service')).toBe('409 23503');
    await expectNoErrorLogged();
  });

  it('uses the first object of a list for an update, and the last of two equal keys', async () => {
    const representation = { prefer: 'return=representation' };
    const update = (body: string) =>
      tables.request('staff', '/reviews?customer_name=eq.Ann 7&select=project_type', {
        ...write('PATCH', body, representation),
      });
    const list = await update('[{"project_type":"a"},{"project_type":"b"}]');
    expect(await list.json()).toEqual([{ project_type: 'a' }]);
    const equal = await update('{"project_type":"a","project_type":"b"}');
    expect(await equal.json()).toEqual([{ project_type: 'b' }]);
  });
});

describe('requests', () => {
  it.each([
    ['/nope', {}, '404 PGRST205'],
    ['/pg_class', {}, '404 PGRST205'],
    ['/auth.users', {}, '404 PGRST205'],
    ['/constructor', {}, '404 PGRST205'],
    ['/', {}, '404 PGRST125'],
    ['/a/b/c', {}, '404 PGRST125'],
    ['/reviews', { method: 'PUT', body: '{}' }, '405 PGRST117'],
    ['/rpc/nope', { method: 'PATCH', body: '{}' }, '405 PGRST101'],
    ['/reviews', { headers: { accept: 'text/csv' } }, '406 PGRST107'],
    ['/reviews', { headers: { 'accept-profile': 'auth' } }, '406 PGRST106'],
  ])('%s %o', async (path, init, expected) => {
    expect(await readError(path, init)).toBe(expected);
    await expectNoErrorLogged();
  });

  it('checks credentials first', async () => {
    expect(await readError('/nope', {}, 'nobody')).toBe('401 invalid_api_key');
    const response = await tables.request('anon', '/staff');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

describe('a database that cannot be reached', () => {
  it('is answered without details, and logged', async () => {
    const broken = await startTables();
    await broken.request('staff', '/reviews');
    broken.database.queryAsCaller = () => Promise.reject(new Error('secret detail'));
    const failed = await broken.request('staff', '/reviews');
    expect([failed.status, await failed.json()]).toEqual([
      500,
      { code: 'PGRSTX00', message: 'Internal server error', details: null, hint: null },
    ]);
    expect(broken.errors.join()).toContain('secret detail');
    const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), {
      code: 'ECONNREFUSED',
    });
    broken.database.queryAsCaller = () => Promise.reject(lost);
    const away = await broken.request('staff', '/reviews');
    expect([away.status, (await away.json()).code]).toEqual([503, 'PGRST000']);
    await broken.close();
  }, 60_000);
});
