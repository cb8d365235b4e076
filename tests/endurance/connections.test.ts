import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '#tests/e2e/support/site-process.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';

// 5,000 idle and 500 slow connections to the whole site. Both ends need as many files: `ulimit -n 12000`.

const idleConnections = 5000;
const slowConnections = 500;
const megabyte = 1024 * 1024;

let copy: Awaited<ReturnType<typeof createSiteCopy>>;
let site: Site;
const sockets: Socket[] = [];

beforeAll(async () => {
  copy = await createSiteCopy();
  site = await startSite({
    directory: copy.directory,
    environment: { ...copy.environment, SEED: 'none', API_REQUESTS_PER_MINUTE: '0' },
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await site?.stop();
  copy?.remove();
});

/** Resolves once it is connected, or refused. */
function open(first = '', drip = ''): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(site.port, '127.0.0.1', () => {
    if (first) socket.write(first);
    resolve();
  });
  const timer = drip ? setInterval(() => socket.writable && socket.write(drip), 1000) : undefined;
  socket.on('error', () => resolve());
  socket.on('close', () => clearInterval(timer));
  sockets.push(socket);
  return promise;
}

const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]) * 1024;
/** The open sockets of the process. */
const connections = () => {
  const inUse = readFileSync(`/proc/${site.pid}/net/tcp`, 'utf8').split('\n');
  const port = `:${site.port.toString(16).toUpperCase().padStart(4, '0')} `;
  return inUse.filter((line) => line.slice(0, 22).includes(port) && / 01 /.test(line)).length;
};

async function readPages(): Promise<void> {
  for (const path of ['/', '/sheds', '/contact', '/no-such-page', '/healthz']) {
    const begun = performance.now();
    const response = await fetch(`${site.url}${path}`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    expect([200, 404], path).toContain(response.status);
    expect(performance.now() - begun, path).toBeLessThan(5000);
  }
}

test('pages are answered beside 5,000 idle and 500 slow connections', {
  timeout: 300_000,
}, async () => {
  await readPages();
  const before = memory();
  for (let opened = 0; opened < idleConnections; opened += 100) {
    await Promise.all(Array.from({ length: 100 }, () => open()));
  }
  await readPages();
  const head = 'POST /contact HTTP/1.1\r\nHost: x\r\n';
  for (let opened = 0; opened < slowConnections; opened += 2) {
    await Promise.all([
      open(`${head}X-A: b`, 'c'),
      open(`${head}Content-Length: 100000\r\nContent-Type: text/plain\r\n\r\n`, 'x'),
    ]);
  }
  for (let round = 0; round < 5; round += 1) {
    await readPages();
    await sleep(500);
  }
  expect(connections()).toBeLessThanOrEqual(4096);
  expect(memory() - before).toBeLessThan(300 * megabyte);
  await expect.poll(connections, { timeout: 90_000, interval: 1000 }).toBeLessThan(20);
  await readPages();
});
