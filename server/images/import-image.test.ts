import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HttpError } from '#backend/http-error.ts';
import { visitorImageProcess } from '#backend/images/image-process.ts';
import { PrivateHostError } from '#backend/mail/mail-host.ts';
import { reencodeStaffImage } from '#backend/storage/process-upload.ts';
import { createImageImport, fetchPublicFile } from './import-image.ts';

const hosts: (string | undefined)[] = [];
const agents: (string | undefined)[] = [];
const server = createServer((request, response) => {
  hosts.push(request.headers.host);
  agents.push(request.headers['user-agent']);
  const { pathname } = new URL(request.url ?? '', 'http://old.example');
  if (pathname === '/moved') return response.writeHead(302, { Location: '/file' }).end();
  if (pathname === '/loop') return response.writeHead(302, { Location: '/loop' }).end();
  if (pathname === '/inside')
    return response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end();
  if (pathname === '/script')
    return response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
  if (pathname === '/hang') return response.writeHead(200).write('a');
  if (pathname === '/busy') return response.writeHead(503).end();
  if (pathname !== '/file') return response.writeHead(404).end();
  return response.writeHead(200).end('x'.repeat(1000));
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The names of the test lead to its server, all others where they really lead. */
const fetchFile = (url: string, maxBytes = 1000, signal = AbortSignal.timeout(60_000)) =>
  fetchPublicFile(url, maxBytes, signal, async ({ hostname }) => {
    if (hostname !== 'old.example') throw new PrivateHostError(hostname);
    return { host: '127.0.0.1', port };
  });

test('a file is fetched from the resolved address under its own name, also after a redirect', async () => {
  for (const path of ['/file', '/moved']) {
    expect(await fetchFile(`http://old.example${path}`)).toHaveLength(1000);
  }
  expect(new Set(hosts)).toEqual(new Set(['old.example']));
  expect(new Set(agents)).toEqual(new Set([expect.stringContaining('Mozilla/5.0')]));
});

test.each([
  ['http://old.example/file', 999, 'The image is larger than'],
  ['http://old.example/none', 1000, 'The other website answered 404.'],
  ['http://old.example/loop', 1000, 'The address redirects too many times.'],
  ['http://old.example/script', 1000, "This isn't a web address."],
  ['http://old.example/inside', 1000, '169.254.169.254 is inside the network of the website'],
  ['http://user:word@old.example/file', 1000, "This isn't a web address."],
])('%s is refused within %i bytes', async (url, maxBytes, message) => {
  await expect(fetchFile(url, maxBytes)).rejects.toThrow(message);
});

test('a name that takes too long to resolve is left when the time is over', async () => {
  const fetching = fetchPublicFile(
    'http://old.example/file',
    1000,
    AbortSignal.timeout(100),
    () => new Promise(() => {}),
  );
  await expect(fetching).rejects.toThrow('aborted due to timeout');
});

test.each([
  ['/none', false],
  ['/busy', true],
])('whether %s may succeed later is %s', async (path, isTemporary) => {
  await expect(fetchFile(`http://old.example${path}`)).rejects.toMatchObject({ isTemporary });
});

test('a website that does not go on is left when the time is over', async () => {
  const signal = AbortSignal.timeout(300);
  await expect(fetchFile('http://old.example/hang', 1000, signal)).rejects.toThrow();
});

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
])('%s is inside the network', async (url) => {
  const signal = AbortSignal.timeout(60_000);
  await expect(fetchPublicFile(url, 1000, signal)).rejects.toThrow(PrivateHostError);
});

test('a port is refused', async () => {
  const signal = AbortSignal.timeout(60_000);
  const fetching = fetchPublicFile('http://93.184.215.14:8080/', 1000, signal);
  await expect(fetching).rejects.toThrow("The address has a port number, which isn't allowed.");
});

test('only staff import images, and are told why one could not be had', async () => {
  const logger = pino({ level: 'silent' });
  const refuse = vi.fn(async (authorization: string | undefined) =>
    authorization ? undefined : new Response(null, { status: 401 }),
  );
  const { handle } = createImageImport(refuse, logger);
  const send = async (body: unknown, authorization = 'Bearer token') => {
    const headers = authorization ? { authorization } : undefined;
    const request = new Request('http://sheds.example/hooks/import-image', {
      ...{ method: 'POST', body: JSON.stringify(body), ...(headers && { headers }) },
    });
    const response = await handle(request, '192.0.2.1');
    return [response.status, await response.text()];
  };
  expect(await send({ url: 'http://old.example/' }, '')).toEqual([401, '']);
  expect(await send({})).toEqual([400, 'The address is too long or missing.']);
  expect(await send({ url: 'http://127.0.0.1/' })).toEqual([
    400,
    'The address is inside a private network.',
  ]);
});

test('an image is encoded again, apart from those of visitors, and an SVG with a script is none', async () => {
  const forVisitors = vi.spyOn(visitorImageProcess, 'run');
  const signal = AbortSignal.timeout(60_000);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  await expect(reencodeStaffImage(svg, signal, 10_000)).rejects.toBeInstanceOf(HttpError);
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { mimetype } = await reencodeStaffImage(png, signal, 10_000);
  expect(mimetype).toBe('image/png');
  expect(forVisitors).not.toHaveBeenCalled();
});
