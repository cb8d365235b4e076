import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Website } from '#server/website.ts';
import type { Answer } from './answer.ts';
import { createPageServer, type PageServer } from './serve-pages.ts';

let answer: (request: Request) => Response | Promise<Response>;
let logs: boolean;
let requests: Request[];
let pages: PageServer;
let server: Server;
let rendering: Promise<void>;
let concurrent: number;
let maxConcurrent: number;

const website: Website = async (request, _address, observed) => {
  requests.push(request);
  observed?.read.names.add('shed_listings');
  concurrent += 1;
  maxConcurrent = Math.max(maxConcurrent, concurrent);
  await rendering;
  concurrent -= 1;
  if (logs) observed?.log.error({}, 'A part could not be read');
  const response = await answer(request);
  if (response.status !== 404 || !observed?.onNotFound) return response;
  observed.onNotFound();
  return new Response(null, { status: 404 });
};

beforeEach(async () => {
  requests = [];
  logs = false;
  rendering = Promise.resolve();
  concurrent = 0;
  maxConcurrent = 0;
  answer = ({ url }) =>
    new Response(`<p>${url}</p>`, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'x' },
    });
  const logger = pino({ level: 'silent' });
  const isUnknownPath = (path: string) => path.startsWith('/none');
  const siteUrl = 'https://site.example';
  pages = createPageServer({ website, siteUrl, lifetime: 9e6, isUnknownPath, logger });
  server = createServer((request, response) => {
    if (!pages.serve(request, response)) response.end('the application');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterEach(() => server.close());

const ask = async (path: string, init?: RequestInit) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}${path}`, { redirect: 'manual', ...init });
  return { response, text: await response.text() };
};

test('renders once what only differs in what is not known', async () => {
  const first = await ask('/sheds?utm_source=a');
  await ask('/sheds?material=<script>');
  await ask('/sheds', { method: 'HEAD' });
  expect(requests.map(({ url }) => url)).toEqual(['https://site.example/sheds']);
  expect(first.text).toBe('<p>https://site.example/sheds</p>');
  const { headers } = first.response;
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(headers.get('cdn-cache-control')).toContain('stale-while-revalidate');
  expect(headers.get('content-security-policy')).toBe('x');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('hands nothing of the visitor to a render', async () => {
  const headers = {
    cookie: 'a=b',
    authorization: 'Bearer x',
    'x-forwarded-host': 'evil.example',
    'x-react-router-prerender-data': '1',
  };
  await ask('/blog', { headers });
  expect([...(requests[0]?.headers ?? [])]).toEqual([]);
});

test('shows a change at the next request', async () => {
  await ask('/sheds');
  pages.drop('shed_listings');
  await ask('/sheds');
  expect(requests).toHaveLength(2);
});

test.each([
  ['a page with a part missing', () => undefined],
  ['a missing page', () => new Response('none', { status: 404 })],
  ['a fault', () => new Response('oh', { status: 500 })],
  ['a redirect', () => new Response(null, { status: 301, headers: { Location: '/x' } })],
  ['a cookie', () => new Response('a', { headers: { 'Set-Cookie': 'a=b' } })],
  ['what is private', () => new Response('a', { headers: { 'Cache-Control': 'private' } })],
])('keeps no %s', async (_what, special) => {
  const usual = answer;
  logs = special() === undefined;
  answer = (request) => special() ?? usual(request);
  const { response } = await ask('/sheds');
  expect(response.headers.get('cache-control')).toMatch(/^private/);
  expect(response.status).toBe(special()?.status ?? 200);
  await ask('/sheds');
  expect(requests).toHaveLength(2);
});

test('answers 500 where a render fails, and renders again', async () => {
  answer = () => {
    throw new Error('no database');
  };
  expect((await ask('/sheds')).response.status).toBe(500);
  answer = () => new Response('fine');
  expect((await ask('/sheds')).text).toBe('fine');
});

test.each([
  ['POST', '/contact'],
  ['GET', '/admin'],
  ['GET', '/sheds/'],
  ['GET', '/rest/v1/staff'],
])('leaves %s %s to the application', async (method, path) => {
  expect((await ask(path, { method })).text).toBe('the application');
  expect(requests).toHaveLength(0);
});

const get = (path: string, ip = '192.0.2.1', init?: RequestInit) =>
  pages.website(new Request(`https://site.example${path}`, init), ip);

test('unknown URLs are answered with one 404 page, which is rendered once', async () => {
  answer = () =>
    new Response('<p>none</p>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  for (const path of ['/none/1', '/none/2?a=b', '/none/3']) {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([404, '<p>none</p>']);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  }
  const head = await get('/none/4', '192.0.2.1', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([404, '']);
  expect(requests.map(({ url }) => url)).toEqual(['https://site.example/404']);
  pages.drop('shed_listings');
  await get('/none/5');
  expect(requests).toHaveLength(2);
});

test.each([
  ['/blog/', '/blog/%20'],
  ['/custom-sheds/00000000-0000-4000-8000-', '/custom-sheds/00000000-0000-4000-8000-000000000000'],
])('unknown parameters of %s are answered with the 404 page of %s', async (prefix, template) => {
  answer = ({ url }) =>
    new Response(`<p>${url}</p>`, { status: 404, headers: { 'Content-Type': 'text/html' } });
  for (const name of ['100000000001', '100000000002']) {
    const { response, text } = await ask(prefix + name);
    expect([response.status, text]).toEqual([404, `<p>https://site.example${template}</p>`]);
    expect(await (await get(`${prefix}${name}/`)).text()).toBe(text);
  }
  expect(requests.filter(({ url }) => url.endsWith(template))).toHaveLength(1);
});

test('a page whose 404 changes once its row exists is rendered anew each time', async () => {
  answer = () => new Response('none', { status: 404 });
  expect((await ask('/blog/a-shed')).response.status).toBe(404);
  answer = () => new Response('a shed');
  expect((await ask('/blog/a-shed')).text).toBe('a shed');
});

test('four renders run at once, two of them of one network; more wait, and far more get 503', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const ips = Array.from({ length: 180 }, (_, n) => `192.0.2.${n % 3}`);
  const sent = ips.map((ip) => get('/admin', ip));
  await expect.poll(() => concurrent).toBe(4);
  const ofOne = await Promise.all(sent.map((each) => Promise.race([each, undefined])));
  const refused = ofOne.filter((each) => each !== undefined);
  expect(refused).toHaveLength(180 - 3 * 52);
  expect(refused[0]?.status).toBe(503);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  finish();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3 * 52);
  expect(maxConcurrent).toBe(4);
});

test('a render that waits is dropped once its client has gone', async () => {
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

test('renders of one network leave the pages of another to be rendered', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const from = (ip: string) => () => ip;
  const pageOf = async (target: string, ip: string) => pages.pageFor(target, from(ip));
  const flood = Array.from({ length: 60 }, (_, n) =>
    pageOf(`/?project=00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, '192.0.2.1'),
  );
  const rows = Array.from({ length: 60 }, (_, n) => pageOf(`/blog/made-up-${n}`, '192.0.2.2'));
  await expect.poll(() => concurrent).toBe(4);
  const others = [pageOf('/blog', '192.0.2.3'), pageOf('/blog/a-post', '192.0.2.3')];
  finish();
  const count503 = async (sent: Promise<Answer | undefined>[]) =>
    (await Promise.all(sent)).filter((page) => page?.status === 503).length;
  expect(await count503(flood)).toBe(8);
  expect(await count503(rows)).toBe(8);
  expect(await count503(others)).toBe(0);
});

test('behind a proxy renders are limited by the network in X-Forwarded-For', async () => {
  let finish = () => {};
  rendering = new Promise((resolve) => {
    finish = resolve;
  });
  const logger = pino({ level: 'silent' });
  const siteUrl = 'https://site.example';
  pages = createPageServer({ website, siteUrl, lifetime: 9e6, trustProxy: 1, logger });
  const askFrom = (ip: string, page: number) =>
    ask(`/blog?page=${page}`, { headers: { 'x-forwarded-for': ip } });
  const flood = Array.from({ length: 60 }, (_, n) => askFrom('192.0.2.1', n + 2));
  await expect.poll(() => concurrent).toBe(2);
  const other = askFrom('192.0.2.2', 100);
  await expect.poll(() => concurrent).toBe(3);
  finish();
  expect((await other).response.status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ response }) => response.status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(8);
});
