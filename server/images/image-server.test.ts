import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { imageWidths } from '#app/lib/image-url.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { createImageServer, prepareUploads } from './image-server.ts';
import { getImageBase } from './image-store.ts';

let directory: string;
let fetched: string[];
let original: Buffer;
let version: string;
let originalHeaders: Record<string, string>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ridgeline-pictures-'));
  fetched = [];
  version = '"1"';
  originalHeaders = {};
  original = await photograph('#a04030');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const photograph = (background: string, width = 1000) =>
  sharp({ create: { width, height: width / 2, channels: 3, background } })
    .jpeg()
    .toBuffer();

const listFiles = (end: string) =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end));

/** Seven images are encoded, which takes a slow machine longer than other expectations have. */
const expectEveryAvif = () =>
  expect.poll(() => listFiles('.avif'), { timeout: 20_000 }).toHaveLength(imageWidths.length);

const open = (maxBytes = 1e9, onPlaceholders = () => {}, convertsAhead = true) =>
  createImageServer({
    directory,
    maxBytes,
    convertsAhead,
    onPlaceholders,
    fetchOriginal: async (path, method) => {
      fetched.push(method);
      if (!storedPaths.includes(path)) return new Response('', { status: 404 });
      const body = method === 'HEAD' ? null : new Uint8Array(original);
      return new Response(body, { headers: { ETag: version, ...originalHeaders } });
    },
    logger: pino({ level: 'silent' }),
  });

const path = 'sheds/1-a.jpg';
const logoPath = 'thumbnails/1-logo.png';
const otherPaths = ['orders/1-a.jpg', 'inspiration/1-a.jpg', 'thumbnails-of/1-a.jpg'];
const storedPaths = [path, logoPath, ...otherPaths];
const isImmutable = ({ headers }: Response) =>
  headers.get('cache-control')?.includes('immutable') ?? false;

async function serveConverted(images: ReturnType<typeof open>, width: string, format: string) {
  let response = await images.serve(width, format, path);
  while (!isImmutable(response)) {
    await setTimeout(20);
    response = await images.serve(width, format, path);
  }
  return response;
}

async function getSize(response: Response) {
  const { width, height, format } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata();
  return { width, height, format };
}

const describeOriginal = () => {
  originalHeaders = { 'Content-Type': 'image/jpeg', 'Content-Length': String(original.length) };
};

test.each(['avif', 'webp', 'jpeg'])(
  'an image is served as %s in the requested width',
  async (format) => {
    const response = await open().serve('640', format, 'sheds/1-a.jpg');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([made.width, made.height]).toEqual([640, 320]);
  },
);

test('an image is never enlarged', async () => {
  const response = await open().serve('1920', 'webp', 'sheds/1-a.jpg');
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(1000);
});

test('a card has the size of social networks, even if the image is smaller', async () => {
  const response = await open().serve('card', 'jpeg', 'sheds/1-a.jpg');
  const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect([made.width, made.height]).toEqual([1200, 630]);
});

test.each([
  ['logo', [384, 192]],
  ['letterhead', [384, 192]],
  ['logo-card', [1200, 630]],
  ['icon-48', [48, 48]],
  ['maskable-512', [512, 512]],
] as const)('the %s of a logo is a PNG of its size', async (shape, [width, height]) => {
  const response = await open().serve(shape, 'png', logoPath);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(isImmutable(response)).toBe(true);
  expect(await getSize(response)).toEqual({ width, height, format: 'png' });
});

test('a logo is made as PNG only, and other sizes are not', async () => {
  for (const [size, format] of [
    ['logo', 'webp'],
    ['icon-64', 'png'],
    ['640', 'png'],
  ] as const) {
    expect((await open().serve(size, format, logoPath)).status).toBe(404);
  }
});

test.each([path, ...otherPaths])('%s is no logo', async (key) => {
  expect((await open().serve('icon-512', 'png', key)).status).toBe(404);
  expect(listFiles('.png')).toEqual([]);
});

test('a card is cropped at its focal point', async () => {
  const left = await sharp({
    create: { width: 500, height: 500, channels: 3, background: '#2040c0' },
  })
    .png()
    .toBuffer();
  original = await sharp(await photograph('#c03020'))
    .resize(2000, 500, { fit: 'fill' })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const getColor = async (size: string) => {
    const response = await open().serve(size, 'jpeg', path);
    const card = Buffer.from(await response.arrayBuffer());
    const { width, height } = await sharp(card).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const { data } = await sharp(card)
      .resize(1, 1, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Number(data[0]) > Number(data[2]) ? 'red' : 'blue';
  };
  expect(await getColor('card-0-50')).toBe('blue');
  expect(await getColor('card-100-50')).toBe('red');
});

test('while a size is converted the closest one is served, and is not cached', async () => {
  const images = open(1e9, () => {}, false);
  await serveConverted(images, '640', 'webp');
  await serveConverted(images, '320', 'webp');
  const meanwhile = await images.serve('960', 'avif', path);
  expect(meanwhile.status).toBe(200);
  expect(meanwhile.headers.get('cache-control')).toBe('no-store');
  expect(meanwhile.headers.get('content-type')).toBe('image/webp');
  expect(await getSize(meanwhile)).toEqual({ width: 640, height: 320, format: 'webp' });
  const later = await serveConverted(images, '960', 'avif');
  expect(later.headers.get('content-type')).toBe('image/avif');
  expect((await getSize(later)).width).toBe(960);
  await images.stop();
});

test('a browser gets no format that it may not decode', async () => {
  const images = open(1e9, () => {}, false);
  await serveConverted(images, '640', 'avif');
  const response = await images.serve('480', 'webp', path);
  expect(isImmutable(response)).toBe(true);
  expect(await getSize(response)).toEqual({ width: 480, height: 240, format: 'webp' });
});

test('a small original is served uncached until a size exists', async () => {
  describeOriginal();
  const images = open(1e9, () => {}, false);
  const first = await images.serve('1280', 'avif', path);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await first.arrayBuffer())).toEqual(original);
  expect((await getSize(await serveConverted(images, '1280', 'avif'))).format).toBe('heif');
  await images.stop();
});

test('an original that is large or that browsers cannot decode is not served', async () => {
  describeOriginal();
  originalHeaders['Content-Length'] = '1500001';
  expect(isImmutable(await open().serve('320', 'webp', path))).toBe(true);
  describeOriginal();
  originalHeaders['Content-Type'] = 'image/heic';
  version = '"2"';
  expect(isImmutable(await open().serve('320', 'webp', path))).toBe(true);
});

test('a size is converted once for concurrent requests, and again after the file was replaced', async () => {
  const images = open();
  await Promise.all(Array.from({ length: 10 }, () => images.serve('320', 'webp', 'sheds/1-a.jpg')));
  expect(listFiles('.webp')).toHaveLength(1);
  version = '"2"';
  original = await photograph('#004080');
  const response = await images.serve('320', 'webp', 'sheds/1-a.jpg');
  const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  expect(listFiles('.webp')).toHaveLength(2);
});

test.each([
  ['641', 'webp', 'sheds/1-a.jpg'],
  ['640', 'gif', 'sheds/1-a.jpg'],
  ['640', 'toString', 'sheds/1-a.jpg'],
  ['640', 'webp', 'sheds/none.jpg'],
])('/%s/%s/%s gets 404', async (width, format, path) => {
  expect((await open().serve(width, format, path)).status).toBe(404);
});

test('an absent image is looked up once in some seconds, and again after its upload', async () => {
  let exists = false;
  let lookups = 0;
  const images = createImageServer({
    directory,
    maxBytes: 1e9,
    convertsAhead: false,
    fetchOriginal: async (_path, method) => {
      if (method === 'HEAD') lookups += 1;
      if (!exists) return new Response('', { status: 404 });
      return new Response(method === 'HEAD' ? null : new Uint8Array(original));
    },
    logger: pino({ level: 'silent' }),
  });
  for (const width of ['320', '640', '320']) {
    expect((await images.serve(width, 'webp', 'sheds/2-b.jpg')).status).toBe(404);
  }
  expect(lookups).toBe(1);
  exists = true;
  images.prepare('sheds/2-b.jpg');
  expect((await images.serve('320', 'webp', 'sheds/2-b.jpg')).status).toBe(200);
  await images.stop();
});

test('a size that is shipped with the program is served at once, and not converted', async () => {
  const shipped = join(directory, 'shipped');
  const images = createImageServer({
    directory: join(directory, 'pictures'),
    shippedDirectory: shipped,
    maxBytes: 1e9,
    convertsAhead: false,
    fetchOriginal: async (_path, method) => {
      fetched.push(method);
      return new Response(null, { headers: { ETag: version } });
    },
    logger: pino({ level: 'silent' }),
  });
  const file = join(shipped, `${getImageBase(path, version)}-960.avif`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'sharp');
  const response = await images.serve('960', 'avif', path);
  expect(await response.text()).toBe('sharp');
  expect(isImmutable(response)).toBe(true);
  expect(fetched).toEqual(['HEAD']);
  await images.stop();
});

test('while a size is converted, a small original comes before a size that would be enlarged', async () => {
  describeOriginal();
  const images = open(1e9, undefined, false);
  await serveConverted(images, '960', 'avif');
  const response = await images.serve('1280', 'avif', path);
  expect(await getSize(response)).toMatchObject({ width: 1000, format: 'jpeg' });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  await images.stop();
});

test('a file that is not an image gets 404', async () => {
  original = Buffer.from('not a picture');
  expect((await open().serve('640', 'webp', 'sheds/1-a.jpg')).status).toBe(404);
});

test('an original is downloaded only to convert it', async () => {
  const images = open();
  const responses = ['320', '480', '640', '960'].map((width) =>
    images.serve(width, 'jpeg', 'sheds/1-a.jpg'),
  );
  await Promise.race(responses);
  expect(fetched.filter((method) => method === 'GET').length).toBeLessThan(4);
  await Promise.all(responses);
  await images.serve('320', 'jpeg', 'sheds/1-a.jpg');
  expect(fetched.filter((method) => method === 'GET')).toHaveLength(4);
});

test.each(['x/../inspiration/1.jpg', '../sheds/1-a.jpg', 'sheds//1-a.jpg', 'sheds/./1-a.jpg'])(
  'the key %s gets 404 without a request to the storage',
  async (key) => {
    expect((await open().serve('320', 'webp', key)).status).toBe(404);
    expect(fetched).toEqual([]);
  },
);

test.runIf(isFull)('a requested size is converted before those ahead', async () => {
  const images = open();
  images.prepare('sheds/1-a.jpg');
  await expect.poll(() => listFiles('.avif').length).toBeGreaterThanOrEqual(1);
  expect((await images.serve('640', 'webp', 'sheds/1-a.jpg')).status).toBe(200);
  expect(listFiles('.avif').length).toBeLessThan(imageWidths.length);
  await expectEveryAvif();
});

test('an image is served even if it cannot be stored', async () => {
  writeFileSync(join(directory, 'no-folder'), '');
  directory = join(directory, 'no-folder');
  const response = await open().serve('320', 'webp', 'sheds/1-a.jpg');
  directory = join(directory, '..');
  expect(response.status).toBe(200);
});

test('preparing converts the placeholder and every AVIF, and reports the placeholder', async () => {
  original = await photograph('#a04030', 200);
  const onPlaceholders = vi.fn();
  const images = open(1e9, onPlaceholders);
  expect(images.getPlaceholder('sheds/1-a.jpg')).toBeUndefined();
  await expectEveryAvif();
  expect(onPlaceholders).toHaveBeenCalledOnce();
  const url = images.getPlaceholder('sheds/1-a.jpg') ?? '';
  expect(url).toMatch(/^data:image\/webp;base64,/);
  const bytes = Buffer.from(url.slice(url.indexOf(',')), 'base64');
  expect(bytes.length).toBeLessThan(100);
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([5, 2]);
  const downloads = fetched.filter((method) => method === 'GET').length;
  await images.serve('960', 'avif', 'sheds/1-a.jpg');
  expect(fetched.filter((method) => method === 'GET')).toHaveLength(downloads);
});

test('preparing converts only the placeholder if convertsAhead is false', async () => {
  const onPlaceholders = vi.fn();
  open(1e9, onPlaceholders, false).prepare('sheds/1-a.jpg');
  await expect.poll(() => onPlaceholders.mock.calls.length).toBe(1);
  await setTimeout(200);
  expect(listFiles('.avif')).toEqual([]);
});

test('a transparent image gets no placeholder', async () => {
  original = await sharp(await photograph('#a04030'))
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  const onPlaceholders = vi.fn();
  const images = open(1e9, onPlaceholders);
  images.prepare('sheds/1-a.jpg');
  await expect.poll(() => listFiles('-placeholder.webp')).toHaveLength(1);
  expect(images.getPlaceholder('sheds/1-a.jpg')).toBeUndefined();
  expect(onPlaceholders).not.toHaveBeenCalled();
});

test.runIf(isFull)('beyond the limit the least recently used sizes are deleted', async () => {
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
  const images = open(100_000);
  const sizes: number[] = [];
  for (const width of ['320', '480', '640', '960', '1280', '1920']) {
    sizes.push(Number((await serveConverted(images, width, 'webp')).headers.get('content-length')));
  }
  const limit = 100_000;
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(limit);
  const stored = () => listFiles('.webp').map((name) => statSync(join(directory, name)).size);
  await expect.poll(() => stored().reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limit);
  expect(stored().length).toBeGreaterThan(0);
  expect(listFiles('-1920.webp')).toHaveLength(1);
});

test('stop cancels preparation, finishes requested sizes, and downloads nothing afterwards', async () => {
  const lines: string[] = [];
  let closed = false;
  let downloadsAfter = 0;
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
  const images = createImageServer({
    directory,
    maxBytes: 1e9,
    convertsAhead: true,
    fetchOriginal: async (path, method) => {
      if (closed) downloadsAfter += 1;
      await setTimeout(10);
      found.add(path);
      return new Response(method === 'HEAD' ? null : new Uint8Array(noise));
    },
    logger: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
  });
  images.prepare('sheds/1-a.jpg');
  await expect.poll(() => listFiles('-placeholder.webp')).toHaveLength(1);
  images.prepare('sheds/2-b.jpg');
  const requested = images.serve('320', 'webp', 'sheds/3-c.jpg');
  await expect.poll(() => found).toContain('sheds/3-c.jpg');
  await setTimeout(20);
  await images.stop();
  closed = true;
  expect((await requested).status).toBe(200);
  expect(listFiles('.avif').length).toBeLessThan(imageWidths.length);
  images.prepare('sheds/4-d.jpg');
  await setTimeout(200);
  expect([downloadsAfter, lines]).toEqual([0, []]);
});

test('an unavailable storage gets 503 with Retry-After', async () => {
  const images = createImageServer({
    directory,
    maxBytes: 1e9,
    convertsAhead: true,
    fetchOriginal: async () => new Response('', { status: 503 }),
    logger: pino({ level: 'silent' }),
  });
  const response = await images.serve('320', 'webp', 'sheds/1-a.jpg');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).not.toBeNull();
});

test.runIf(isFull)('requests of one network for sizes do not delay those of another', async () => {
  const images = open();
  const order: string[] = [];
  const serve = async (width: string, format: string, network: string) => {
    const { status } = await images.serve(width, format, 'sheds/1-a.jpg', network);
    order.push(network);
    return status;
  };
  // No other size is served in place of a card.
  const flood = Array.from({ length: 11 }, (_, n) =>
    serve(`card-${n * 10}-0`, 'jpeg', '192.0.2.1'),
  );
  await expect.poll(() => order.length).toBeGreaterThan(0);
  // The first of the flood waits for this one as well.
  expect(await serve('1920', 'webp', '192.0.2.2')).toBe(200);
  expect(order.length).toBeLessThan(6);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});

test('four images of a network are looked up at a time, without delaying another network', async () => {
  let lookups = 0;
  let maxLookups = 0;
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const images = createImageServer({
    directory,
    maxBytes: 1e9,
    convertsAhead: false,
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
    (await images.serve('320', 'webp', path, network)).status;
  const flood = Array.from({ length: 300 }, (_, n) => serve(`none/${n}.jpg`, '192.0.2.1'));
  expect(await serve('other/1.jpg', '192.0.2.2')).toBe(404);
  finish();
  const statuses = await Promise.all(flood);
  expect(maxLookups).toBe(4);
  expect(statuses.filter((status) => status === 404)).toHaveLength(204);
  expect(statuses.filter((status) => status === 503)).toHaveLength(96);
});

test.each([
  ['sheds/1-a.jpg', ['sheds/1-a.jpg']],
  ['sheds/1%2Da.jpg', ['sheds/1-a.jpg']],
  ['inspiration/1-a.jpg', []],
  ['%69nspiration/1-a.jpg', []],
  ['inspiration%2F1-a.jpg', []],
])('an upload to %s prepares %j', async (path, prepared) => {
  const keys: string[] = [];
  const backend = prepareUploads(
    async () => new Response(''),
    (key) => keys.push(key),
  );
  const url = `http://localhost/storage/v1/object/images/${path}`;
  await backend(new Request(url, { method: 'POST' }), '192.0.2.1');
  expect(keys).toEqual(prepared);
});
