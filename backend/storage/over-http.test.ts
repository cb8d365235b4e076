import { once } from 'node:events';
import { type ClientRequest, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import { createInspirationName, createTestImage } from '#backend/storage/testing/test-images.ts';

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

it('a client that sends too much without Content-Length gets 400', async () => {
  const upload = open('small/a.bin', { 'transfer-encoding': 'chunked' });
  upload.on('error', () => undefined);
  const answered = once(upload, 'response');
  const timer = setInterval(() => upload.write(Buffer.alloc(20_000)), 5);
  const [response] = await answered;
  clearInterval(timer);
  upload.destroy();
  expect(response.statusCode).toBe(400);
  expect(await storage.filesOnDisk()).toEqual([]);
});

it('an interrupted upload leaves no file', async () => {
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

it('Content-Length, ranges and 304 work over HTTP', async () => {
  const image = new Uint8Array(await createTestImage());
  const name = createInspirationName();
  const headers = { apikey: 'staff' };
  const sent = await fetch(`${url}/images/${name}`, { method: 'POST', headers, body: image });
  expect(sent.status).toBe(200);
  const imageUrl = `${url}/public/images/${name}`;
  const head = await fetch(imageUrl, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(image.length));
  const part = await fetch(imageUrl, { headers: { range: 'bytes=0-99' } });
  expect([part.status, (await part.bytes()).length]).toEqual([206, 100]);
  const etag = head.headers.get('etag') ?? '';
  expect((await fetch(imageUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
