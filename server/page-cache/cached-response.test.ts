import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CachedResponse, createCachedResponse, negotiateResponse } from './cached-response.ts';

const html = `<!doctype html>${'<p>A shed of pine.</p>'.repeat(200)}`;
let page: CachedResponse;
let server: Server;

beforeAll(async () => {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': '7',
    'Cache-Control': 'public, max-age=0',
  });
  page = await createCachedResponse(200, headers, Buffer.from(html));
  server = createServer(({ method, headers: incoming }, outgoing) => {
    const sent = negotiateResponse(page, {
      method,
      acceptEncoding: incoming['accept-encoding']?.toString(),
      ifNoneMatch: incoming['if-none-match'],
    });
    outgoing.writeHead(sent.status, sent.headers).end(sent.body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(() => server.close());

function load(headers: Record<string, string>, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done) => {
    request({ port, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      done({ status: response.statusCode ?? 0, headers: response.headers, body });
    }).end();
  });
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('Accept-Encoding "%s" gets the encoding %s', async (accepted, encoding, decode) => {
  const { headers, body } = await load({ 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers.vary).toBe('Accept-Encoding');
  expect(decode(body).toString()).toBe(html);
});

test('each encoding has an ETag, which gets 304', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': accepted };
    const etag = String((await load(headers)).headers.etag);
    tags.add(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await load({ ...headers, 'if-none-match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['cache-control']).toBe('public, max-age=0');
      expect(again.headers.vary).toBe('Accept-Encoding');
    }
    expect((await load({ ...headers, 'if-none-match': '"other"' })).status).toBe(200);
  }
  expect(tags.size).toBe(3);
});

test('HEAD is answered with the headers of GET', async () => {
  const headers = { 'accept-encoding': 'br' };
  const [get, head] = [await load(headers), await load(headers, 'HEAD')];
  expect(head.body.length).toBe(0);
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
});

test('small bodies and compressed formats are not compressed', async () => {
  const create = (type: string, body: Buffer<ArrayBuffer>) =>
    createCachedResponse(404, new Headers({ 'Content-Type': type }), body);
  const small = await create('text/html', Buffer.from('no'));
  const image = await create('image/avif', Buffer.alloc(9000));
  expect([small, image].map(({ variants }) => Object.keys(variants))).toEqual([
    ['identity'],
    ['identity'],
  ]);
});

test('a page has another ETag once search engines are let in, so that no crawler gets 304 with the former header', async () => {
  const body = Buffer.from(html);
  const kept = new Headers({ 'X-Robots-Tag': 'noindex, nofollow' });
  const [before, after] = [
    await createCachedResponse(200, kept, body),
    await createCachedResponse(200, new Headers(), body),
  ];
  expect(before.variants.identity.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(after.variants.identity.etag).not.toBe(before.variants.identity.etag);
});
