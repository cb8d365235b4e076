import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Website } from '#server/website.ts';
import { createPageServer, getNotFoundTemplate, type PageServer } from './page-server.ts';

let respond: (request: Request) => Response | Promise<Response>;
let logsError: boolean;
let requests: Request[];
let pages: PageServer;
let server: Server;
let cacheHits: number;
let rendering: Promise<void>;
let concurrent: number;
let maxConcurrent: number;

const website: Website = async (request, _ip, observer, takeTurn = (render) => render()) => {
  requests.push(request);
  return takeTurn(() => renderPage(request, observer));
};

const renderPage = async (request: Request, observer: Parameters<Website>[2]) => {
  observer?.tablesRead.names.add('shed_listings');
  concurrent += 1;
  maxConcurrent = Math.max(maxConcurrent, concurrent);
  await rendering;
  concurrent -= 1;
  if (logsError) observer?.log.error({}, 'A part could not be read');
  const response = await respond(request);
  if (response.status !== 404 || !observer?.onNotFound) return response;
  observer.onNotFound();
  return new Response(null, { status: 404 });
};

beforeEach(async () => {
  requests = [];
  logsError = false;
  cacheHits = 0;
  rendering = Promise.resolve();
  concurrent = 0;
  maxConcurrent = 0;
  respond = ({ url }) =>
    new Response(`<p>${url}</p>`, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'x' },
    });
  pages = createPageServer({
    website,
    siteUrl: 'https://site.example',
    lifetimeMs: 9e6,
    matchRoute: (path) =>
      path.startsWith('/none')
        ? undefined
        : { pattern: path.slice(1).replace('.data', ''), canonicalPath: path },
    logger: pino({ level: 'silent' }),
  });
  const render = getRequestListener((request) => pages.website(request, '192.0.2.1'));
  server = createServer((request, response) => {
    if (pages.serveCached(request, response)) cacheHits += 1;
    else if (!pages.refuseExcess(request, response, '192.0.2.1')) render(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterEach(() => server.close());

const load = async (path: string, init?: RequestInit) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual', ...init });
  return { response, text: await response.text() };
};

test('URLs that differ in unknown parameters share a render', async () => {
  const first = await load('/sheds?utm_source=a');
  await load('/sheds?material=<script>');
  await load('/sheds', { method: 'HEAD' });
  expect(requests.map(({ url }) => url)).toEqual(['https://site.example/sheds']);
  expect(first.text).toBe('<p>https://site.example/sheds</p>');
  const { headers } = first.response;
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(headers.get('cdn-cache-control')).toContain('stale-while-revalidate');
  expect(headers.get('content-security-policy')).toBe('x');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(cacheHits).toBe(2);
});

test('a page with its ETag gets 304, from the cache and from a new render', async () => {
  const etag = (await load('/sheds')).response.headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };
  expect((await load('/sheds', { headers })).response.status).toBe(304);
  pages.invalidate('shed_listings');
  const { response, text } = await load('/sheds', { headers });
  expect([response.status, text, response.headers.get('etag')]).toEqual([304, '', etag]);
  expect([requests.length, cacheHits]).toEqual([2, 1]);
});

test('a cached page is rendered without headers of the visitor', async () => {
  const headers = {
    cookie: 'a=b',
    authorization: 'Bearer x',
    'x-forwarded-host': 'evil.example',
    'x-react-router-prerender-data': '1',
  };
  await load('/blog', { headers });
  expect([...(requests[0]?.headers ?? [])]).toEqual([]);
});

test('a page is rendered again after an invalidation', async () => {
  await load('/sheds');
  pages.invalidate('shed_listings');
  await load('/sheds');
  expect(requests).toHaveLength(2);
});

test.each([
  ['a page with a part missing', () => undefined],
  ['a missing page', () => new Response('none', { status: 404 })],
  ['an error', () => new Response('oh', { status: 500 })],
  ['a redirect', () => new Response(null, { status: 301, headers: { Location: '/x' } })],
  ['a cookie', () => new Response('a', { headers: { 'Set-Cookie': 'a=b' } })],
  ['a private page', () => new Response('a', { headers: { 'Cache-Control': 'private' } })],
])('%s is not cached', async (_what, special) => {
  const usual = respond;
  logsError = special() === undefined;
  respond = (request) => special() ?? usual(request);
  const { response } = await load('/sheds');
  expect(response.headers.get('cache-control')).toMatch(/^private/);
  expect(response.status).toBe(special()?.status ?? 200);
  await load('/sheds');
  expect(requests).toHaveLength(2);
});

test('an error of a render is thrown, and the page is rendered again', async () => {
  respond = () => {
    throw new Error('no database');
  };
  await expect(get('/sheds')).rejects.toThrow('no database');
  respond = () => new Response('fine');
  expect((await load('/sheds')).text).toBe('fine');
});

test.each([
  ['POST', '/contact'],
  ['GET', '/admin'],
  ['GET', '/sheds/'],
])('%s %s is rendered for each request', async (method, path) => {
  for (let n = 0; n < 2; n += 1) await load(path, { method });
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([path, path]);
  expect(cacheHits).toBe(0);
});

const get = (path: string, ip = '192.0.2.1', init?: RequestInit) =>
  pages.website(new Request(`https://site.example${path}`, init), ip);

test('unknown URLs share one cached 404 page', async () => {
  respond = () =>
    new Response('<p>none</p>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  for (const path of ['/none/1', '/none/2?a=b', '/none/3']) {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([404, '<p>none</p>']);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  }
  const head = await get('/none/4', '192.0.2.1', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([404, '']);
  expect(requests.map(({ url }) => url)).toEqual(['https://site.example/404']);
  pages.invalidate('shed_listings');
  await get('/none/5');
  expect(requests).toHaveLength(2);
});

test.each([
  ['/blog/', '/blog/%20'],
  ['/custom-sheds/00000000-0000-4000-8000-', '/custom-sheds/00000000-0000-4000-8000-000000000000'],
])(
  'unknown parameters of %s are answered with the cached 404 page of %s',
  async (prefix, template) => {
    respond = ({ url }) =>
      new Response(`<p>${url}</p>`, { status: 404, headers: { 'Content-Type': 'text/html' } });
    for (const name of ['100000000001', '100000000002']) {
      const { response, text } = await load(prefix + name);
      expect([response.status, text]).toEqual([404, `<p>https://site.example${template}</p>`]);
    }
    expect(requests.filter(({ url }) => url.endsWith(template))).toHaveLength(1);
  },
);

test('a 404 page is not cached by its URL', async () => {
  respond = () => new Response('none', { status: 404 });
  expect((await load('/blog/a-shed')).response.status).toBe(404);
  respond = () => new Response('a shed');
  expect((await load('/blog/a-shed')).text).toBe('a shed');
});

test('four renders run at once, two of one network; others wait, and beyond the limit get 503', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const ips = Array.from({ length: 180 }, (_, n) => `192.0.2.${n % 3}`);
  const sent = ips.map((ip) => get('/admin', ip));
  await expect.poll(() => concurrent).toBe(4);
  const settled = await Promise.all(sent.map((each) => Promise.race([each, undefined])));
  const refused = settled.filter((each) => each !== undefined);
  expect(refused).toHaveLength(180 - 4 - 3 * 50);
  expect(refused[0]?.status).toBe(503);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  finish();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 + 3 * 50);
  expect(maxConcurrent).toBe(4);
});

test('a queued render is cancelled if its client disconnects', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const leaving = new AbortController();
  const sent = [
    get('/admin'),
    get('/admin'),
    get('/admin/gone', '192.0.2.1', { signal: leaving.signal }),
  ];
  leaving.abort();
  finish();
  await Promise.all(sent);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/admin', '/admin']);
});

test('renders of one network do not delay those of another', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const getStatus = async (path: string, ip: string) => (await get(path, ip)).status;
  const flood = Array.from({ length: 60 }, (_, n) =>
    getStatus(`/?project=00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, '192.0.2.1'),
  );
  const rows = Array.from({ length: 60 }, (_, n) => getStatus(`/blog/made-up-${n}`, '192.0.2.2'));
  await expect.poll(() => concurrent).toBe(4);
  const others = [getStatus('/blog', '192.0.2.3'), getStatus('/blog/a-post', '192.0.2.3')];
  finish();
  const count503 = async (statuses: Promise<number>[]) =>
    (await Promise.all(statuses)).filter((status) => status === 503).length;
  expect(await count503(flood)).toBe(8);
  expect(await count503(rows)).toBe(8);
  expect(await count503(others)).toBe(0);
});

const aDesign = 'style=gable&size=10x12&foundation=concrete-slab';
const getDesign = (path: string, ip: string) => get(`${path}?${aDesign}`, ip);

test('one network opens 240 pages of designs a minute, then gets 429; others are not counted', async () => {
  const paths = ['/design', '/quote-request', '/design.data'];
  for (let count = 1; count <= 240; count += 1) {
    const path = paths[count % paths.length];
    expect((await get(`${path}?design=${count}&style=gable`)).status).toBe(200);
  }
  const refused = await getDesign('/design', '192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Please try again in a minute.');
  expect((await getDesign('/design.data', '192.0.2.1')).status).toBe(429);
  expect((await get('/design', '192.0.2.1')).status).toBe(200);
  expect((await getDesign('/design', '192.0.2.2')).status).toBe(200);
});

test('one page of a design is rendered at once, and one of each network waits', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const flood = Array.from({ length: 60 }, (_, n) =>
    getDesign('/design', `192.0.2.${n % 12}`).then(({ status }) => status),
  );
  await expect.poll(() => concurrent).toBe(1);
  const visitor = getDesign('/design', '192.0.2.200');
  const page = get('/sheds', '192.0.2.200');
  await expect.poll(() => concurrent).toBe(2);
  finish();
  expect((await visitor).status).toBe(200);
  expect((await page).status).toBe(200);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 200)).toHaveLength(13);
  expect(statuses.filter((status) => status === 503)).toHaveLength(47);
});

test('while a page of a design of a network waits, further ones get a page of 503 with a way on', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const designs = [1, 2].map(() => getDesign('/design', '192.0.2.1'));
  await expect.poll(() => concurrent).toBe(1);
  for (let count = 0; count < 300; count += 1) {
    const path = count % 2 === 0 ? `/design?${aDesign}` : '/quote-request?design=1';
    const { response, text } = await load(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<a href="/sheds">');
  }
  const others = [load(`/design?${aDesign}`, { method: 'POST' })];
  for (const path of ['/design', '/quote-request', '/designs?a=b']) {
    others.push(load(path));
  }
  finish();
  for (const { response } of await Promise.all(others)) expect(response.status).toBe(200);
  expect((await Promise.all(designs)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await load(`/design?${aDesign}`)).response.status).toBe(200);
});

test('presets and links of campaigns are cached, in the queue of designs', async () => {
  await load('/design?utm_source=fb');
  await load('/design?fbclid=1');
  for (const tracking of ['', '&utm_source=fb']) {
    const { text } = await load(`/design?style=gable&size=10x12${tracking}`);
    expect(text).toBe('<p>https://site.example/design?style=gable&size=10x12</p>');
  }
  expect(requests).toHaveLength(2);
  pages.invalidate('shed_listings');
  await load('/design?style=gable&size=10x12');
  expect(requests).toHaveLength(3);
});

test('a page of a design is compressed and not cached', async () => {
  const html = `<p>${'A shed of pine. '.repeat(100)}</p>`;
  respond = () => new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  for (const encoding of ['br', 'gzip']) {
    const { response, text } = await load(`/design?${aDesign}`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(text).toBe(html);
  }
  const { response, text } = await load(`/design?${aDesign}`, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect([response.headers.get('content-encoding'), text]).toEqual([null, html]);
  expect([requests.length, cacheHits]).toEqual([3, 0]);
});

test('pages of quotes are rendered one at a time, and other pages meanwhile', async () => {
  const rendered = Promise.withResolvers<void>();
  rendering = rendered.promise;
  const loads = ['/quotes/:token', '/quotes/:token?messages=x', '/admin'].map((path) => load(path));
  await expect.poll(() => requests.length).toBe(2);
  expect(requests.map(({ url }) => new URL(url).pathname).sort()).toEqual([
    '/admin',
    '/quotes/:token',
  ]);
  rendered.resolve();
  await Promise.all(loads);
  expect([requests.length, maxConcurrent]).toEqual([3, 2]);
});

test.each([
  ['/quotes/:token', '/quotes/:token'],
  ['/quote-request?shed=1', '/quote-request'],
])(
  'posts to %s are handled at once, and the pages that answer them rendered one at a time',
  async (path, pathname) => {
    const rendered = Promise.withResolvers<void>();
    rendering = rendered.promise;
    const post = (n: number) =>
      get(path, `192.0.2.${n}`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    const answers = [1, 2, 3, 4].map(post);
    await expect.poll(() => requests.length).toBe(4);
    await expect.poll(() => concurrent).toBe(1);
    const other = get('/admin');
    await expect.poll(() => concurrent).toBe(2);
    expect(requests.filter(({ url }) => new URL(url).pathname === pathname)).toHaveLength(4);
    rendered.resolve();
    const statuses = (await Promise.all([...answers, other])).map(({ status }) => status);
    expect([statuses, maxConcurrent]).toEqual([Array(5).fill(200), 2]);
  },
);

test('posts count as opened designs, and are not refused for them', async () => {
  const post = (ip: string) => get('/quote-request', ip, { method: 'POST' });
  for (let count = 1; count <= 240; count += 1) await post('192.0.2.1');
  expect((await post('192.0.2.1')).status).toBe(200);
  expect((await getDesign('/design', '192.0.2.1')).status).toBe(429);
});

test('a post that was handled, but whose page would wait too long, gets a form with its fields', async () => {
  const rendered = Promise.withResolvers<void>();
  rendering = rendered.promise;
  const body = new URLSearchParams({
    intent: 'message',
    body: '"When?" <Ann>\nAnd how?',
  }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const post = () => get('/quotes/:token', '192.0.2.1', { method: 'POST', headers, body });
  const waiting = Array.from({ length: 51 }, post);
  await expect.poll(() => requests.length).toBe(51);
  const refused = await post();
  expect(requests).toHaveLength(52);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.text()).toContain(
    '<form method="post"><input type="hidden" name="intent" value="message"><input type="hidden" name="body" value="&quot;When?&quot; &lt;Ann&gt;\nAnd how?"><button>Send again</button></form>',
  );
  rendered.resolve();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});

test('the templates are the routes with parameters', () => {
  expect(getNotFoundTemplate('/blog/a-shed')).toBe('/blog/%20');
  expect(getNotFoundTemplate('/custom-sheds/none')).toMatch(/^\/custom-sheds\/0/);
  expect(getNotFoundTemplate('/projects/none')).toMatch(/^\/projects\/0/);
  expect(getNotFoundTemplate('/services/none')).toBe('/services/%20');
  expect(getNotFoundTemplate('/pages/none')).toBe('/pages/%20');
  expect(getNotFoundTemplate('/blog')).toBeUndefined();
});
