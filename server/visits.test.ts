import { createHmac } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import type { OwnLists } from '#app/lib/options.ts';
import { createRouteMatcher } from './match-route.ts';
import { createVisits } from './visits.ts';

const matchRoute = createRouteMatcher(
  Object.fromEntries(
    [
      { id: 'root', path: '' },
      { id: 'home', parentId: 'root', index: true },
      ...['sheds', 'custom-sheds', 'custom-sheds/:id', 'design', 'blog/:slug', 'robots.txt'],
      ...['quotes/:token', 'pages/preview/:token', 'admin', 'cards/*', '*'],
    ]
      .map((route) =>
        typeof route === 'string' ? { id: route, parentId: 'root', path: route } : route,
      )
      .map((route) => [route.id, route]),
  ) as unknown as Parameters<typeof createRouteMatcher>[0],
);

const secret = 's'.repeat(40);
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const listing = '10000000-0000-4000-8000-000000000001';
const sheds = [
  { material_type: 'Wood', shed_style: 'Gable', size_group: 'Small', color: 'Red', price: 5000 },
];

type Row = { kind: string; name: string; views: number };

function createCounter(own: OwnLists = {}) {
  const stored: { rows: Row[]; signature: string; expected: string }[] = [];
  let isDown = false;
  let isRefused = false;
  const client = createClient<Database>('http://localhost', 'key', {
    db: { retry: false },
    global: {
      fetch: async (input, init) => {
        if (String(input).includes('shed_listings')) {
          return Response.json(sheds, { headers: { 'Content-Range': '0-0/1' } });
        }
        if (!String(input).includes('/rpc/')) return Response.json([]);
        if (isDown) return Response.json({ code: '57P03', message: 'down' }, { status: 400 });
        const { counts, signed_at, signature } = JSON.parse(String(init?.body));
        const message = ['visits', signed_at, counts].join('\n');
        const expected = createHmac('sha256', secret).update(message).digest('hex');
        stored.push({ rows: JSON.parse(counts), signature, expected });
        return Response.json(!isRefused);
      },
    },
  });
  const visits = createVisits({
    ...{ matchRoute, client, secrets: { visits: secret }, now: () => 1_700_000_000_000 },
    siteUrl: 'https://sheds.example',
    getOwnLists: () => own,
  });
  const view = (url: string, headers = {}, status = 200, method = 'GET') =>
    viewFrom('192.0.2.1', url, headers, status, method);
  const viewFrom = (ip: string, url: string, headers = {}, status = 200, method = 'GET') =>
    visits.countView({ method, url, headers: { 'user-agent': phone, ...headers } }, status, ip);
  const report = (body: object, headers = {}) =>
    visits.report(
      new Request('https://sheds.example/visits', {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'user-agent': phone, ...headers },
      }),
      '192.0.2.1',
    );
  /** What the next call stores, such as `page /sheds: 2`. */
  const store = async () => {
    await visits.store();
    return stored.pop()?.rows.map(({ kind, name, views }) => `${kind} ${name}: ${views}`) ?? [];
  };
  return {
    ...{ visits, view, viewFrom, report, store, stored },
    setDown: (value: boolean) => {
      isDown = value;
    },
    setRefused: (value: boolean) => {
      isRefused = value;
    },
  };
}

test('a view is counted by page, device and referring host, and signed', async () => {
  const { view, visits, stored } = createCounter();
  view('/sheds?fbclid=abc', { referer: 'https://www.google.com/search?q=secret' });
  view('/custom-sheds', { referer: 'https://sheds.example/' }, 304);
  view('/', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' });
  await visits.store();
  expect(stored[0]?.rows).toEqual([
    { kind: 'page', name: '/sheds', views: 2 },
    { kind: 'device', name: 'phone', views: 2 },
    { kind: 'referrer', name: 'google.com', views: 1 },
    { kind: 'page', name: '/', views: 1 },
    { kind: 'device', name: 'computer', views: 1 },
    { kind: 'referrer', name: 'direct', views: 1 },
  ]);
  expect(stored[0]?.signature).toBe(stored[0]?.expected);
  await visits.store();
  expect(stored).toHaveLength(1);
});

test.each([
  ['a bot', '/', { 'user-agent': 'Googlebot/2.1' }],
  ['no user agent', '/', { 'user-agent': '' }],
  ['Global Privacy Control', '/', { 'sec-gpc': '1' }],
  ['Do Not Track', '/', { dnt: '1' }],
  ['a prefetch', '/', { 'sec-purpose': 'prefetch' }],
  ['a request of a script', '/', { 'sec-fetch-dest': 'empty' }],
  ['data of a page', '/sheds.data', {}],
  ['a customer’s link', '/quotes/abcdef', {}],
  ['the preview of a draft', '/pages/preview/abcdef', {}],
  ['the back office', '/admin', {}],
  ['a file', '/robots.txt', {}],
  ['an unknown URL', '/wp-login.php', {}],
])('%s is not counted', async (_what, url, headers) => {
  const { view, store } = createCounter();
  view(url, headers);
  view('/', {}, 404);
  view('/', {}, 200, 'HEAD');
  expect(await store()).toEqual([]);
});

test('listings, designs and campaigns are counted; words of a campaign that may be personal are not', async () => {
  const { view, store } = createCounter();
  const headers = { 'sec-fetch-site': 'same-origin' };
  view(`/custom-sheds/${listing}`, headers);
  view(`/sheds?shed=${listing}`, headers);
  view('/design?style=dutch-barn&size=10x12&color=red', headers);
  view('/?utm_source=Newsletter&utm_campaign=spring%20sale', headers);
  view('/?utm_campaign=ann@example.com', headers);
  expect(await store()).toEqual([
    ...['page /custom-sheds/:id: 1', `listing ${listing}: 2`, 'device phone: 5', 'page /sheds: 1'],
    ...['page /design: 1', 'design Dutch Barn 10x12: 1', 'page /: 2'],
    ...['campaign newsletter / spring sale: 1', 'campaign other: 1'],
  ]);
});

test('only filters that find nothing are stored', async () => {
  const { view, store } = createCounter();
  const headers = { 'sec-fetch-site': 'same-origin' };
  view('/sheds?material=wood', headers);
  view('/sheds?material=Metal&price=5000', headers);
  view('/?work=garage', headers);
  expect(await store()).toEqual([
    ...['page /sheds: 2', 'device phone: 3', 'empty_filter Metal, Up to $5,000: 1', 'page /: 1'],
    'empty_filter Past work: Garage: 1',
  ]);
});

test('names of filters with long entries of the owner are cut to 200 characters', async () => {
  const [material, color, style] = ['🌲'.repeat(60), '🌳'.repeat(60), '🌴'.repeat(60)] as const;
  const own = { material: [material], color: [color], style: [style] };
  const { view, store } = createCounter(own);
  view(`/sheds?${new URLSearchParams({ material, color, style, size: 'Large', price: '5000' })}`);
  const name = (await store()).find((row) => row.startsWith('empty_filter'));
  expect([...`${name}`]).toHaveLength([...'empty_filter '].length + 200 + ': 1'.length);
});

test('a page that React shows is counted once its data was requested, with what is new in its URL', async () => {
  const { view, report, store } = createCounter();
  await report({ view: '/blog/forged', former: '/' });
  expect(await store()).toEqual([]);
  view('/blog/permits.data', { 'sec-purpose': 'prefetch' });
  view('/sheds.data');
  await report({ view: '/blog/permits', former: '/' });
  await report({ view: '/sheds?material=Metal', former: '/sheds' });
  await report({ view: `/sheds?material=Metal&shed=${listing}`, former: '/sheds?material=Metal' });
  expect(await store()).toEqual([
    ...[
      'page /blog/permits: 1',
      'device phone: 1',
      'empty_filter Metal: 1',
      `listing ${listing}: 1`,
    ],
  ]);
});

test('reports of vitals are counted by bounds; forged, excessive and unwanted ones are not', async () => {
  const { report, store } = createCounter();
  expect((await report({ lcp: 1800, inp: 90, cls: 40 })).status).toBe(204);
  expect((await report({ lcp: 1e9 })).status).toBe(400);
  expect((await report({ lcp: 'fast' })).status).toBe(400);
  expect((await report({ lcp: 1 }, { 'sec-gpc': '1' })).status).toBe(204);
  expect((await report({ lcp: 1 }, { 'sec-fetch-site': 'cross-site' })).status).toBe(204);
  expect(await store()).toEqual(['lcp 2000: 1', 'inp 100: 1', 'cls 50: 1']);
  for (let sent = 0; sent < 300; sent += 1) await report({ cls: 0 });
  const [counted = ''] = await store();
  expect(Number(counted.replace('cls 10: ', ''))).toBeLessThanOrEqual(240);
});

test('counts that could not be stored are stored with the next ones', async () => {
  const { visits, view, store, setDown, setRefused } = createCounter();
  const headers = { 'sec-fetch-site': 'same-origin' };
  view('/', headers);
  setDown(true);
  await expect(visits.store()).rejects.toThrow('down');
  view('/', headers);
  setDown(false);
  setRefused(true);
  await expect(visits.store()).rejects.toThrow('FORM_SECRET');
  setRefused(false);
  expect(await store()).toEqual(['page /: 2', 'device phone: 2']);
});

test('names beyond the limit of their kind are counted as other, and leave room for other kinds', async () => {
  const { view, viewFrom, visits, stored } = createCounter();
  for (let post = 0; post < 2000; post += 1) view(`/blog/post-${post}`);
  for (let site = 0; site < 800; site += 1) {
    viewFrom(`192.0.2.${site % 250}`, '/', { referer: `https://site-${site}.example.com` });
  }
  viewFrom('198.51.100.1', '/?utm_campaign=spring');
  await visits.store();
  const rows = stored[0]?.rows ?? [];
  expect(rows.length).toBeLessThan(270);
  expect(rows).toContainEqual({ kind: 'campaign', name: 'spring', views: 1 });
  expect(rows.reduce((sum, { kind, views }) => sum + (kind === 'page' ? views : 0), 0)).toBe(2801);
});

test('a network adds 10 names of websites and campaigns an hour; what others have added stays', async () => {
  const { view, viewFrom, store } = createCounter();
  viewFrom('198.51.100.1', '/', { referer: 'https://www.google.com/' });
  for (let site = 0; site < 800; site += 1) {
    view('/', { referer: `https://site-${site}.example.com` });
  }
  view('/', { referer: 'https://www.google.com/' });
  const first = await store();
  expect(first.filter((row) => row.startsWith('referrer site-'))).toHaveLength(10);
  expect(first).toEqual(
    expect.arrayContaining(['page /: 802', 'referrer google.com: 2', 'referrer other: 790']),
  );
  view('/?utm_campaign=spring', { 'sec-fetch-site': 'same-origin' });
  view('/');
  viewFrom('198.51.100.1', '/', { referer: 'https://site-700.example.com' });
  expect(await store()).toEqual([
    ...['page /: 3', 'device phone: 3', 'campaign other: 1', 'referrer direct: 1'],
    'referrer site-700.example.com: 1',
  ]);
});

test.each([
  'http://192.168.1.7/secret',
  'http://[2001:db8::1]/',
  'http://printer/',
  'http://constructor/',
  'https://wiki.internal/',
  'https://xyz.local/',
])('the referring website %s is counted as other', async (referer) => {
  const { view, store } = createCounter();
  view('/', { referer });
  expect(await store()).toEqual(['page /: 1', 'device phone: 1', 'referrer other: 1']);
});

test.each([
  ['call 905 555 1234', 'other'],
  ['0123456789abcdef0123456789abcdef', 'other'],
  ['a1B2c3d4e5F6g7h8i9Jk', 'other'],
  ['spring_sale_2026', 'spring_sale_2026'],
  ['news 2026-11-28', 'news 2026-11-28'],
])('the campaign %s is counted as %s', async (campaign, name) => {
  const { view, store } = createCounter();
  view(`/?utm_campaign=${encodeURIComponent(campaign)}`, { 'sec-fetch-site': 'same-origin' });
  expect(await store()).toContain(`campaign ${name}: 1`);
});
