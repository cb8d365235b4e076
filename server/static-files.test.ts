import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStaticFiles } from './static-files.ts';

const script = `export const sheds = '${'x'.repeat(2000)}';`;
let directory: string;
let server: Server;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-static-'));
  mkdirSync(join(directory, 'assets'));
  mkdirSync(join(directory, 'demo'));
  writeFileSync(join(directory, 'assets', 'a-1.js'), script);
  writeFileSync(join(directory, 'assets', 'a-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(directory, 'icon.svg'), '<svg/>');
  writeFileSync(join(directory, 'demo', 'clip.mp4'), 'film');
  const serve = createStaticFiles(directory, pino({ level: 'silent' }));
  server = createServer((request, response) => {
    if (!serve(request, response)) response.end('the application');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterEach(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (path: string, init?: RequestInit) =>
  fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, init);

test('serves a hashed file for good, as the build compressed it', async () => {
  const headers = { 'accept-encoding': 'br' };
  for (const path of ['/assets/a-1.js', '/assets/a-1.js?v=2', '/assets/a-1.js']) {
    const response = await ask(path, { headers });
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  const plain = await ask('/assets/a-1.js', { headers: { 'accept-encoding': 'gzip' } });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script]);
});

test('serves other files for an hour', async () => {
  const response = await ask('/icon.svg');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
});

test.each(['/assets/a-0.js', '/assets/a-1.js.br', '/assets/', '/assets/../icon.svg'])(
  'answers 404 to %s',
  async (path) => {
    const { hostname, port } = new URL(
      `http://localhost:${(server.address() as AddressInfo).port}`,
    );
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request({ hostname, port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(404);
  },
);

test.each(['/demo/clip.mp4', '/sheds', '/etc/passwd'])('leaves %s alone', async (path) => {
  expect(await (await ask(path)).text()).toBe('the application');
});

test('leaves anything but reading alone', async () => {
  expect(await (await ask('/icon.svg', { method: 'POST' })).text()).toBe('the application');
});
