import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { imageWidths } from '#app/domain/content/image-url.ts';
import { createPictures } from './pictures.ts';

let directory: string;
let fetched: string[];
let original: Buffer;
let version: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-pictures-'));
  fetched = [];
  version = '"1"';
  original = await photograph('#a04030');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const photograph = (background: string) =>
  sharp({ create: { width: 1000, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** The made files whose names end like this. */
const filesOf = (end: string) =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end));

const open = (maxBytes = 1e9, onPlaceholders = () => {}, ahead = true) =>
  createPictures({
    directory,
    maxBytes,
    ahead,
    onPlaceholders,
    fetchOriginal: async (path, method) => {
      fetched.push(method);
      if (path !== 'sheds/1-a.jpg') return new Response('', { status: 404 });
      const body = method === 'HEAD' ? null : new Uint8Array(original);
      return new Response(body, { headers: { ETag: version } });
    },
    logger: pino({ level: 'silent' }),
  });

test.each(['avif', 'webp', 'jpeg'])('makes %s at the width that is asked for', async (format) => {
  const response = await open().serve('640', format, 'sheds/1-a.jpg');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  expect(response.headers.get('cache-control')).toContain('immutable');
  const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([640, 320]);
});

test('never enlarges', async () => {
  const response = await open().serve('1920', 'webp', 'sheds/1-a.jpg');
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(1000);
});

test('cuts a card out at the one size that social networks show, also from a smaller picture', async () => {
  const response = await open().serve('card', 'jpeg', 'sheds/1-a.jpg');
  const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([1200, 630]);
});

test('makes the width that pages asked for before', async () => {
  const response = await open().serve('750', 'webp', 'sheds/1-a.jpg');
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(750);
});

test('makes each picture once, also when many ask at once, and anew when the file was replaced', async () => {
  const pictures = open();
  await Promise.all(
    Array.from({ length: 10 }, () => pictures.serve('320', 'webp', 'sheds/1-a.jpg')),
  );
  expect(filesOf('.webp')).toHaveLength(1);
  version = '"2"';
  original = await photograph('#004080');
  const response = await pictures.serve('320', 'webp', 'sheds/1-a.jpg');
  const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  expect(filesOf('.webp')).toHaveLength(2);
});

test.each([
  ['641', 'webp', 'sheds/1-a.jpg'],
  ['640', 'gif', 'sheds/1-a.jpg'],
  ['640', 'toString', 'sheds/1-a.jpg'],
  ['640', 'webp', 'sheds/none.jpg'],
])('answers 404 to /%s/%s/%s', async (width, format, path) => {
  expect((await open().serve(width, format, path)).status).toBe(404);
});

test('an absent picture is looked for once in some seconds, and again after its upload', async () => {
  let exists = false;
  let lookups = 0;
  const pictures = createPictures({
    directory,
    maxBytes: 1e9,
    ahead: false,
    fetchOriginal: async (_path, method) => {
      if (method === 'HEAD') lookups += 1;
      if (!exists) return new Response('', { status: 404 });
      return new Response(method === 'HEAD' ? null : new Uint8Array(original));
    },
    logger: pino({ level: 'silent' }),
  });
  for (const width of ['320', '640', '320']) {
    expect((await pictures.serve(width, 'webp', 'sheds/2-b.jpg')).status).toBe(404);
  }
  expect(lookups).toBe(1);
  exists = true;
  pictures.prepare('sheds/2-b.jpg');
  expect((await pictures.serve('320', 'webp', 'sheds/2-b.jpg')).status).toBe(200);
  await pictures.stop();
});

test('answers 404 where the file is no picture', async () => {
  original = Buffer.from('not a picture');
  expect((await open().serve('640', 'webp', 'sheds/1-a.jpg')).status).toBe(404);
});

test('reads no original before its turn, and none that is kept', async () => {
  const pictures = open();
  const asked = ['320', '480', '640', '960'].map((width) =>
    pictures.serve(width, 'jpeg', 'sheds/1-a.jpg'),
  );
  await Promise.race(asked);
  expect(fetched.filter((method) => method === 'GET').length).toBeLessThan(4);
  await Promise.all(asked);
  await pictures.serve('320', 'jpeg', 'sheds/1-a.jpg');
  expect(fetched.filter((method) => method === 'GET')).toHaveLength(4);
});

test('makes a requested size before the sizes that are made ahead', async () => {
  const pictures = open();
  pictures.prepare('sheds/1-a.jpg');
  await expect.poll(() => filesOf('.avif').length).toBeGreaterThanOrEqual(1);
  expect((await pictures.serve('640', 'webp', 'sheds/1-a.jpg')).status).toBe(200);
  expect(filesOf('.avif').length).toBeLessThan(imageWidths.length);
  await expect.poll(() => filesOf('.avif')).toHaveLength(imageWidths.length);
});

test('gives the picture out where it cannot be kept', async () => {
  writeFileSync(join(directory, 'no-folder'), '');
  directory = join(directory, 'no-folder');
  const response = await open().serve('320', 'webp', 'sheds/1-a.jpg');
  directory = join(directory, '..');
  expect(response.status).toBe(200);
});

test('makes the placeholder and every AVIF ahead, and tells that pages may show it', async () => {
  const told = vi.fn();
  const pictures = open(1e9, told);
  expect(pictures.placeholderOf('sheds/1-a.jpg')).toBeUndefined();
  await expect.poll(() => filesOf('.avif')).toHaveLength(imageWidths.length);
  expect(told).toHaveBeenCalledOnce();
  const address = pictures.placeholderOf('sheds/1-a.jpg') ?? '';
  expect(address).toMatch(/^data:image\/webp;base64,/);
  const bytes = Buffer.from(address.slice(address.indexOf(',')), 'base64');
  expect(bytes.length).toBeLessThan(100);
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([5, 2]);
  // Nothing is made a second time, neither asked for nor ahead.
  const asked = fetched.filter((method) => method === 'GET').length;
  await pictures.serve('960', 'avif', 'sheds/1-a.jpg');
  expect(fetched.filter((method) => method === 'GET')).toHaveLength(asked);
});

test('makes only the placeholder ahead where the processor is wanted for other things', async () => {
  const told = vi.fn();
  open(1e9, told, false).prepare('sheds/1-a.jpg');
  await expect.poll(() => told.mock.calls.length).toBe(1);
  await setTimeout(200);
  expect(filesOf('.avif')).toEqual([]);
});

test('gives no placeholder to a picture that one can see through', async () => {
  original = await sharp(await photograph('#a04030'))
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  const told = vi.fn();
  const pictures = open(1e9, told);
  pictures.prepare('sheds/1-a.jpg');
  await expect.poll(() => filesOf('-placeholder.webp')).toHaveLength(1);
  expect(pictures.placeholderOf('sheds/1-a.jpg')).toBeUndefined();
  expect(told).not.toHaveBeenCalled();
});

test('keeps made pictures within their limit, the last used ones', async () => {
  original = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const pictures = open(100_000);
  const sizes: number[] = [];
  for (const width of ['320', '480', '640', '960', '1280', '1920']) {
    sizes.push(
      Number((await pictures.serve(width, 'webp', 'sheds/1-a.jpg')).headers.get('content-length')),
    );
  }
  const limit = 100_000;
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(limit);
  const kept = () => filesOf('.webp').map((name) => statSync(join(directory, name)).size);
  await expect.poll(() => kept().reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limit);
  expect(kept().length).toBeGreaterThan(0);
  expect(filesOf('-1920.webp')).toHaveLength(1);
});

test('stops: what is made ahead is given up, what is waited for is finished, and nothing is read after', async () => {
  const lines: string[] = [];
  let closed = false;
  let readAfter = 0;
  const found = new Set<string>();
  const noise = await sharp({
    create: {
      width: 1400,
      height: 1400,
      channels: 3,
      background: '#806040',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 40 })
    .toBuffer();
  const pictures = createPictures({
    directory,
    maxBytes: 1e9,
    ahead: true,
    fetchOriginal: async (path, method) => {
      if (closed) readAfter += 1;
      await setTimeout(10);
      found.add(path);
      return new Response(method === 'HEAD' ? null : new Uint8Array(noise));
    },
    logger: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
  });
  pictures.prepare('sheds/1-a.jpg');
  await expect.poll(() => filesOf('-placeholder.webp')).toHaveLength(1);
  pictures.prepare('sheds/2-b.jpg');
  const wanted = pictures.serve('320', 'webp', 'sheds/3-c.jpg');
  await expect.poll(() => found).toContain('sheds/3-c.jpg');
  await setTimeout(20);
  await pictures.stop();
  closed = true;
  expect((await wanted).status).toBe(200);
  expect(filesOf('.avif').length).toBeLessThan(imageWidths.length);
  pictures.prepare('sheds/4-d.jpg');
  await setTimeout(200);
  expect([readAfter, lines]).toEqual([0, []]);
});

test('says of what cannot be read now that it comes later', async () => {
  const pictures = createPictures({
    directory,
    maxBytes: 1e9,
    ahead: true,
    fetchOriginal: async () => new Response('', { status: 503 }),
    logger: pino({ level: 'silent' }),
  });
  const response = await pictures.serve('320', 'webp', 'sheds/1-a.jpg');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).not.toBeNull();
});

test('sizes that one network asks for do not keep the one that another asks for waiting', async () => {
  const pictures = open();
  const order: string[] = [];
  const serve = async (width: string, format: string, network: string) => {
    const { status } = await pictures.serve(width, format, 'sheds/1-a.jpg', network);
    order.push(network);
    return status;
  };
  const flood = imageWidths.flatMap((width) =>
    ['jpeg', 'webp'].map((format) => serve(String(width), format, '192.0.2.1')),
  );
  await expect.poll(() => order.length).toBeGreaterThan(0);
  // The first of the flood waits for this one as well.
  expect(await serve('1920', 'webp', '192.0.2.2')).toBe(200);
  expect(order.length).toBeLessThan(6);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});

test('looks up four images of a network at a time, and another network is not kept waiting', async () => {
  let lookups = 0;
  let maxLookups = 0;
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const pictures = createPictures({
    directory,
    maxBytes: 1e9,
    ahead: false,
    fetchOriginal: async (path) => {
      if (path.startsWith('other/')) return new Response('', { status: 404 });
      lookups += 1;
      maxLookups = Math.max(maxLookups, lookups);
      await gate;
      lookups -= 1;
      return new Response('', { status: 404 });
    },
    logger: pino({ level: 'silent' }),
  });
  const serve = async (path: string, network: string) =>
    (await pictures.serve('320', 'webp', path, network)).status;
  const flood = Array.from({ length: 300 }, (_, n) => serve(`none/${n}.jpg`, '192.0.2.1'));
  expect(await serve('other/1.jpg', '192.0.2.2')).toBe(404);
  finish();
  const statuses = await Promise.all(flood);
  expect(maxLookups).toBe(4);
  expect(statuses.filter((status) => status === 404)).toHaveLength(204);
  expect(statuses.filter((status) => status === 503)).toHaveLength(96);
});
