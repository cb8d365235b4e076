import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Website } from '#server/website.ts';
import { createPageServer, type PageServer } from './serve-pages.ts';

let answer: (request: Request) => Response | Promise<Response>;
let logs: boolean;
let requests: Request[];
let pages: PageServer;
let server: Server;

const website: Website = async (request, _address, observed) => {
  requests.push(request);
  observed?.read.names.add('shed_listings');
  if (logs) observed?.log.error({}, 'A part could not be read');
  return answer(request);
};

beforeEach(async () => {
  requests = [];
  logs = false;
  answer = ({ url }) =>
    new Response(`<p>${url}</p>`, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'x' },
    });
  const logger = pino({ level: 'silent' });
  pages = createPageServer({ website, siteUrl: 'https://site.example', lifetime: 9e6, logger });
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
