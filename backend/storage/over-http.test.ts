import { once } from 'node:events';
import { type ClientRequest, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspirationName, makePicture } from './test-pictures.ts';
import { startTestStorage, type TestStorage } from './test-storage.ts';

let storage: TestStorage;
let server: Server;
let url: string;

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.database.owner
    .insertInto('storage.buckets')
    .values({ id: 'small', name: 'small', file_size_limit: '100000', public: true })
    .execute();
  server = serve({
    fetch: (incoming) => storage.fetch(incoming),
    port: 0,
    hostname: '127.0.0.1',
  }) as Server;
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/object`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await storage.stop();
});

const open = (path: string, headers: Record<string, string> = {}): ClientRequest =>
  request(`${url}/${path}`, { method: 'POST', headers: { apikey: 'service_role', ...headers } });

it('tells a client that sends too much, without an announced length', async () => {
  const upload = open('small/a.bin', { 'transfer-encoding': 'chunked' });
  upload.on('error', () => undefined);
  const answered = once(upload, 'response');
  const timer = setInterval(() => upload.write(Buffer.alloc(20_000)), 5);
  const [response] = await answered;
  clearInterval(timer);
  upload.destroy();
  expect(response.statusCode).toBe(413);
  expect(await storage.filesOnDisk()).toEqual([]);
});

it('keeps nothing of an upload that breaks off, and goes on', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  const head =
    '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: image/png\r\n\r\n';
  for (const upload of [open('small/b.bin'), open('small/b.bin', form)]) {
    upload.on('error', () => undefined);
    upload.write(head + 'x'.repeat(5000));
    await expect.poll(() => storage.filesOnDisk()).toHaveLength(1);
    upload.destroy();
    await expect.poll(() => storage.filesOnDisk()).toEqual([]);
  }
  const headers = { apikey: 'service_role' };
  const next = await fetch(`${url}/small/b.bin`, { method: 'POST', headers, body: 'whole' });
  expect(next.status).toBe(200);
});

it('gives the length, ranges and nothing new over the wire', async () => {
  const picture = new Uint8Array(await makePicture());
  const name = inspirationName();
  const headers = { apikey: 'staff' };
  const sent = await fetch(`${url}/images/${name}`, { method: 'POST', headers, body: picture });
  expect(sent.status).toBe(200);
  const address = `${url}/public/images/${name}`;
  const head = await fetch(address, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(picture.length));
  const part = await fetch(address, { headers: { range: 'bytes=0-99' } });
  expect([part.status, (await part.bytes()).length]).toEqual([206, 100]);
  const etag = head.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
