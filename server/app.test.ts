import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import routes from '#app/routes.ts';
import { type AppDependencies, createApp, rebuildPublicUrl } from './app.ts';
import { createRouteMatcher } from './match-route.ts';

const script = `export const sheds = '${'x'.repeat(2000)}';`;
let root: string;
let directory: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-app-'));
  directory = join(root, 'client');
  writeFileSync(join(root, 'secret'), 'secret');
  mkdirSync(join(directory, 'assets'), { recursive: true });
  mkdirSync(join(directory, 'demo'));
  writeFileSync(join(directory, 'assets', 'a-1.js'), script);
  writeFileSync(join(directory, 'assets', 'a-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(directory, 'icon.svg'), '<svg/>');
  writeFileSync(join(directory, 'demo', 'clip.mp4'), 'film');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const matchRoute = createRouteMatcher({
  root: { id: 'root', path: '', module: {} },
  quote: { id: 'quote', parentId: 'root', path: 'quotes/:token', module: {} },
  preview: { id: 'preview', parentId: 'root', path: 'pages/preview/:token', module: {} },
  viewed: { id: 'viewed', parentId: 'root', path: 'quotes/:token/viewed', module: {} },
} as unknown as Parameters<typeof createRouteMatcher>[0]);
const create = (given: Partial<AppDependencies> = {}) => {
  const notFound = async () => new Response('Not found', { status: 404 });
  return createApp({
    website: async () => new Response('A page'),
    backend: undefined,
    matchRoute,
    serveImage: notFound,
    serveDesignFile: notFound,
    serveDocument: notFound,
    serveListingImage: notFound,
    checkHealth: async () => {},
    getDroppedLogLines: () => 7,
    clientDirectory: directory,
    publicUrl: undefined,
    trustProxy: 0,
    logger: pino({ level: 'silent' }),
    ...given,
  });
};
/** What @hono/node-server passes of the connection. */
const connection = {
  incoming: { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } },
};
const load = (path: string, init?: RequestInit, given?: Partial<AppDependencies>) =>
  create(given).request(path, init, connection);

/** Compared as they are, in the one spelling; no gate decides by them. */
const exactPaths = [
  ...['/healthz', '/metrics', '/browser-errors', '/hooks/changes', '/hooks/staff'],
  ...['/hooks/staff-backup', '/.well-known/security.txt', '/pictures/:width/:format/:path{.+}'],
  ...['/hooks/staff-backups', '/visits'],
];

test('the route matcher knows each path that the server answers itself', () => {
  const respond = async () => new Response('');
  const app = create({
    ...{ prepareDocuments: respond, respondMetrics: respond },
    localCommands: [{ path: '/hooks/staff', handle: respond }],
    handleStaffBackup: respond,
    staffRoutes: [{ method: 'GET', path: '/hooks/staff-backups', handle: respond }],
    ...{ reportVisit: respond, quoteDocuments: { serve: respond, writeSoon: () => {} } },
    webhook: { secret: 'secret', invalidate: () => {} },
    security: { contact: 'mailto:owner@example.ca', siteUrl: 'https://example.ca' },
  });
  const paths = app.routes
    .flatMap(({ path }) => {
      const [, names] = /\{(.+)\}$/.exec(path) ?? [];
      if (!names || exactPaths.includes(path)) return path;
      return names.split('|').map((name) => path.replace(/:\w+\{.+\}$/, name.replace('\\', '')));
    })
    .filter((path) => !path.endsWith('/*') && !exactPaths.includes(path));
  expect(paths).toContain('/quotes/:token/agreement.pdf');
  const unknown = paths.filter((path) => !matchRoute(path.replaceAll(':', '')));
  expect(unknown).toEqual([]);
});

test('GET /healthz reports how many log lines were dropped, with and without a database', async () => {
  const healthy = await load('/healthz');
  expect(healthy.status).toBe(200);
  expect(await healthy.json()).toEqual({ status: 'ok', droppedLogLines: 7 });
  const checkHealth = () => Promise.reject(new Error('No answer'));
  const response = await load('/healthz', {}, { checkHealth });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: 'database unavailable', droppedLogLines: 7 });
});

test.each(['/%E0%A4%z', '/blog/%E0%A4%A', '/%', '/%09'])(
  'GET %s gets 404 without a render',
  async (path) => {
    const website = () => Promise.reject(new Error('Rendered'));
    expect((await load(path, {}, { website })).status).toBe(404);
  },
);

test.each([
  ['/quotes/abc', 200, 1],
  ['/quotes/abc', 303, 1],
  ['/quotes/abc', 404, 0],
  ['/quotes/abc/viewed', 204, 0],
])(
  'POST %s that is answered %i has documents of quotes written %i times',
  async (path, status, times) => {
    const writeSoon = vi.fn();
    const website = async () => new Response(null, { status });
    const quoteDocuments = { serve: website, writeSoon };
    await load(path, { method: 'POST' }, { website, quoteDocuments });
    expect(writeSoon).toHaveBeenCalledTimes(times);
  },
);

test.each(['/Quotes/aB', '/quotes/aB/', '/QUOTES/aB//', '/quotes/aB/.data'])(
  'GET %s redirects to the one spelling and leaks no token as referrer, POST gets 404',
  async (path) => {
    const website = () => Promise.reject(new Error('Rendered'));
    const response = await load(`${path}?a=B`, {}, { website });
    const canonical = path.endsWith('.data') ? '/quotes/aB.data?a=B' : '/quotes/aB?a=B';
    expect([response.status, response.headers.get('location')]).toEqual([308, canonical]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await load(path, { method: 'POST' }, { website })).status).toBe(404);
  },
);

test.each(['/quotes/aB', '/quotes/aB/viewed', '/pages/preview/aB', '/Pages/preview/aB/'])(
  'GET %s is neither stored nor listed nor told to other sites',
  async (path) => {
    const { headers } = await load(path);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  },
);

test('a render that fails gets 500', async () => {
  const website = () => Promise.reject(new Error('No database'));
  const response = await load('/', {}, { website });
  expect(response.status).toBe(500);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  [0, '192.0.2.9'],
  [1, '192.0.2.1'],
])('a page is rendered for the IP of the visitor behind %i proxies', async (trustProxy, ip) => {
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const website = async (_request: Request, visitor: string) => new Response(visitor);
  expect(await (await load('/', { headers }, { website, trustProxy })).text()).toBe(ip);
});

test('a hashed file is immutable and sent as the build compressed it', async () => {
  for (const path of ['/assets/a-1.js', '/assets/a-1.js?v=2']) {
    const { headers, ...response } = await readFile(path, 'gzip, br');
    expect(brotliDecompressSync(response.body).toString()).toBe(script);
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('content-type')).toMatch(/^text\/javascript; charset=utf-8$/i);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const { headers, body } = await readFile('/assets/a-1.js', 'gzip');
  expect([headers.get('content-encoding'), body.toString()]).toEqual([null, script]);
});

async function readFile(path: string, acceptEncoding: string) {
  const response = await load(path, { headers: { 'accept-encoding': acceptEncoding } });
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

test.each([
  ['/icon.svg', 'image/svg+xml; charset=utf-8'],
  ['/demo/clip.mp4', 'video/mp4'],
])('%s may be cached for an hour', async (path, type) => {
  const { headers } = await load(path);
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('content-type')).toBe(type);
});

test.each([
  ['/assets/a-1.js', 'br'],
  ['/assets/a-1.js', 'identity'],
  ['/icon.svg', 'identity'],
])('GET and HEAD %s in %s with the ETag gets 304', async (path, encoding) => {
  const headers = { 'accept-encoding': encoding };
  const first = await load(path, { headers });
  const tag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('vary')]).toEqual([200, 'Accept-Encoding']);
  expect(tag).toMatch(/^W\/"[^"]+"$/);
  await first.body?.cancel();
  for (const method of ['GET', 'HEAD']) {
    const again = await load(path, { method, headers: { ...headers, 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const name of ['etag', 'vary', 'cache-control']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
  }
  const other = await load(path, { headers: { ...headers, 'if-none-match': '"other"' } });
  expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
});

test('a changed file, and one in another encoding, has another ETag', async () => {
  const readTag = async (path: string, encoding = 'identity') =>
    (await load(path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })).headers.get(
      'etag',
    );
  expect(await readTag('/assets/a-1.js', 'br')).not.toBe(await readTag('/assets/a-1.js'));
  const before = await readTag('/icon.svg');
  utimesSync(join(directory, 'icon.svg'), 1_000, 1_000);
  expect(await readTag('/icon.svg')).not.toBe(before);
});

test('a part of a film is sent for Range', async () => {
  const response = await load('/demo/clip.mp4', { headers: { range: 'bytes=1-2' } });
  expect([response.status, await response.text()]).toEqual([206, 'il']);
});

test.each(['/assets/a-0.js', '/assets/a-1.js.br', '/assets/'])('%s gets 404', async (path) => {
  const response = await load(path);
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test.each(['/sheds', '/etc/passwd', '/..%2fsecret', '/..%5csecret', '//../secret'])(
  '%s is not a file of the build',
  async (path) => {
    const response = await load(path);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await response.text()).toBe('A page');
  },
);

const forwarded = { 'x-forwarded-proto': 'https' };
test.each<[string, Record<string, string>, number, string]>([
  ['without a proxy', { ...forwarded, 'x-forwarded-host': 'evil.example' }, 0, 'http://inner:3000'],
  [
    'by one proxy',
    { ...forwarded, 'x-forwarded-host': 'sheds.example' },
    1,
    'https://sheds.example',
  ],
  [
    'after a claim of the visitor',
    { ...forwarded, 'x-forwarded-host': 'evil.example, sheds.example:8443' },
    1,
    'https://sheds.example:8443',
  ],
  ['over plain HTTP', { 'x-forwarded-proto': 'https, http' }, 1, 'http://inner:3000'],
  ...[
    'evil.example/x',
    'evil.example?',
    'a b',
    'user@evil.example',
    '[::1',
    'x#',
    '',
    '999.1.1.1',
    'x:99999',
  ].map((host): [string, Record<string, string>, number, string] => [
    `as the malformed ${JSON.stringify(host)}`,
    { ...forwarded, 'x-forwarded-host': host },
    1,
    'https://inner:3000',
  ]),
])('rebuildPublicUrl with a host forwarded %s', (_how, headers, trustProxy, origin) => {
  const request = new Request('http://inner:3000/contact?a=b', { headers });
  const { url } = rebuildPublicUrl(request, { publicUrl: undefined, trustProxy });
  expect(url).toBe(`${origin}/contact?a=b`);
  const fixed = rebuildPublicUrl(request, { publicUrl: 'https://sheds.example', trustProxy });
  expect(fixed.url).toBe('https://sheds.example/contact?a=b');
});

const read = (name: string) =>
  readFileSync(new URL(`../deploy/proxy/${name}`, import.meta.url), 'utf8');

/** The expressions that replace tokens in the logs, all of which ignore case. */
const expressions = [
  ...[...read('Caddyfile').matchAll(/ regexp \(\?i\)(\S+) (\S+)$/gm)].map(
    ([, pattern = '', replacement = '']) => [new RegExp(pattern, 'i'), replacement] as const,
  ),
  // nginx replaces the whole value, of which the expression matches the part that stays.
  ...[...read('nginx.conf').matchAll(/"~\*(\S+)" "\$\{(\w+)\}redacted"/g)].map(
    ([, pattern = '', before]) =>
      [new RegExp(`${pattern}.*$`, 'i'), `$<${before}>redacted`] as const,
  ),
];

const listPaths = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [path ?? '', ...listPaths(children)]);
const secretPaths = listPaths(routes)
  .filter((path) => path.includes(':token'))
  .map((path) => `/${path.replace(':token', 'TOKEN')}`);

/** nginx compares it with the path, decoded and without repeated slashes. */
const [, unloggedPath = ''] = /location ~\* (\S+) \{\s+error_log/.exec(read('nginx.conf')) ?? [];

test.each([
  ...secretPaths,
  '/quotes/TOKEN/quote.pdf',
  '/Quotes\\TOKEN',
  '/PAGES/Preview/TOKEN.data',
  '/pages%2fpreview%252FTOKEN',
])("nginx's error log has no message about %s", (path) => {
  expect(path).toMatch(new RegExp(unloggedPath, 'i'));
});

test.each(['/admin/quotes', '/pages/warranty', '/pages/preview', '/quotes', '/quote-request'])(
  "nginx's error log has messages about %s",
  (path) => {
    expect(path).not.toMatch(new RegExp(unloggedPath, 'i'));
  },
);

test.each([
  ...secretPaths,
  '/pages/preview/TOKEN?x=1',
  '/Quotes/TOKEN/',
  '/QUOTES//TOKEN/quote.pdf?x=1',
  'https://sheds.example/quotes/TOKEN.data?_routes=x',
  '/quotes/TOKEN?from=/quotes/x',
  '/quotes/TOKEN/quotes/x',
  '/%71uotes/TOKEN',
  '/q%75%4Ft%65%73/TOKEN',
  '/quotes/./TOKEN',
  '/quotes/../quotes/TOKEN',
  '/x/..//QUOTES\\TOKEN',
  '/contact?from=%2Fquotes%2FTOKEN',
  'https://mail.example/?url=https%253A%252F%252Fsheds.example%252Fquotes%252FTOKEN',
])('logs of Caddy and nginx have no token of %s', (address) => {
  expect(expressions).toHaveLength(5);
  for (const [pattern, replacement] of expressions) {
    const logged = address.replace(pattern, replacement);
    expect(logged).not.toContain('TOKEN');
    expect(logged).toContain('redacted');
  }
});
