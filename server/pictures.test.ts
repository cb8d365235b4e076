import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

const open = () =>
  createPictures({
    directory,
    fetchOriginal: async (path, method) => {
      fetched.push(method);
      if (path !== 'sheds/1-a.jpg') return new Response('', { status: 404 });
      const body = method === 'HEAD' ? null : new Uint8Array(original);
      return new Response(body, { headers: { ETag: version } });
    },
    logger: pino({ level: 'silent' }),
  });

test.each(['avif', 'webp', 'jpeg'])('makes %s at the width that is asked for', async (format) => {
  const response = await open()('640', format, 'sheds/1-a.jpg');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  expect(response.headers.get('cache-control')).toContain('immutable');
  const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([640, 320]);
});

test('never enlarges', async () => {
  const response = await open()('1920', 'webp', 'sheds/1-a.jpg');
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(1000);
});

test('cuts a card out at the one size that social networks show, also from a smaller picture', async () => {
  const response = await open()('card', 'jpeg', 'sheds/1-a.jpg');
  const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([1200, 630]);
});

test('makes each picture once, also when many ask at once, and anew when the file was replaced', async () => {
  const pictures = open();
  await Promise.all(Array.from({ length: 10 }, () => pictures('320', 'webp', 'sheds/1-a.jpg')));
  const files = () =>
    readdirSync(directory, { recursive: true }).filter((name) => String(name).endsWith('.webp'));
  expect(files()).toHaveLength(1);
  version = '"2"';
  original = await photograph('#004080');
  const response = await pictures('320', 'webp', 'sheds/1-a.jpg');
  const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  expect(files()).toHaveLength(2);
});

test.each([
  ['641', 'webp', 'sheds/1-a.jpg'],
  ['640', 'gif', 'sheds/1-a.jpg'],
  ['640', 'toString', 'sheds/1-a.jpg'],
  ['640', 'webp', 'sheds/none.jpg'],
])('answers 404 to /%s/%s/%s', async (width, format, path) => {
  expect((await open()(width, format, path)).status).toBe(404);
});

test('answers 404 where the file is no picture', async () => {
  original = Buffer.from('not a picture');
  expect((await open()('640', 'webp', 'sheds/1-a.jpg')).status).toBe(404);
});

test('reads no original before its turn, and none that is kept', async () => {
  const pictures = open();
  const asked = ['320', '480', '640', '960'].map((width) =>
    pictures(width, 'jpeg', 'sheds/1-a.jpg'),
  );
  await Promise.race(asked);
  expect(fetched.filter((method) => method === 'GET').length).toBeLessThan(4);
  await Promise.all(asked);
  await pictures('320', 'jpeg', 'sheds/1-a.jpg');
  expect(fetched.filter((method) => method === 'GET')).toHaveLength(4);
});

test('gives the picture out where it cannot be kept', async () => {
  writeFileSync(join(directory, 'no-folder'), '');
  directory = join(directory, 'no-folder');
  const response = await open()('320', 'webp', 'sheds/1-a.jpg');
  directory = join(directory, '..');
  expect(response.status).toBe(200);
});
