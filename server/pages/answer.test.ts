import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, prepareAnswer, sendAnswer } from './answer.ts';

const html = `<!doctype html>${'<p>A shed of pine.</p>'.repeat(200)}`;
let page: Answer;
let server: Server;

beforeAll(async () => {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': '7',
    'Cache-Control': 'public, max-age=0',
  });
  page = await prepareAnswer(200, headers, Buffer.from(html), 5);
  server = createServer((incoming, outgoing) => sendAnswer(incoming, outgoing, page));
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(() => server.close());

function ask(headers: Record<string, string>, method = 'GET') {
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
])('sends to who accepts "%s" the encoding %s', async (accepted, encoding, decode) => {
  const { headers, body } = await ask({ 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers.vary).toBe('Accept-Encoding');
  expect(decode(body).toString()).toBe(html);
});

test('has an ETag for each encoding, and answers 304 to who has that one', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': accepted };
    const etag = String((await ask(headers)).headers.etag);
    tags.add(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask({ ...headers, 'if-none-match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['cache-control']).toBe('public, max-age=0');
      expect(again.headers.vary).toBe('Accept-Encoding');
    }
    expect((await ask({ ...headers, 'if-none-match': '"other"' })).status).toBe(200);
  }
  expect(tags.size).toBe(3);
});

test('answers HEAD with the headers of GET', async () => {
  const headers = { 'accept-encoding': 'br' };
  const [get, head] = [await ask(headers), await ask(headers, 'HEAD')];
  expect(head.body.length).toBe(0);
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
});

test('leaves alone what is small or compressed by nature', async () => {
  const small = await prepareAnswer(
    404,
    new Headers({ 'Content-Type': 'text/html' }),
    Buffer.from('no'),
    5,
  );
  const picture = await prepareAnswer(
    200,
    new Headers({ 'Content-Type': 'image/avif' }),
    Buffer.alloc(9000),
    5,
  );
  expect([small.br, small.gzip, picture.br, picture.gzip]).toEqual(Array(4).fill(undefined));
});
