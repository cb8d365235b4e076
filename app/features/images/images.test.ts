import { createClient } from '@supabase/supabase-js';
import { describe, expect, it, test } from 'vitest';
import {
  createImagePath,
  getPublicImageUrl,
  toSafeFileName,
  UploadError,
  uploadImage,
  uploadInspirationImage,
} from './images.ts';

function connect(respond: (url: URL) => Response) {
  const calls: { method: string; path: string; headers: Headers; form: FormData }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const form = init?.body instanceof FormData ? init.body : new FormData();
    const headers = new Headers(init?.headers);
    calls.push({ method: init?.method ?? 'GET', path: url.pathname, headers, form });
    return respond(url);
  };
  return { client: createClient('http://localhost', 'anon', { global: { fetch } }), calls };
}

const file = new File(['x'], 'Front door.jpg', { type: 'image/jpeg' });
const reject = (status: number, message: string, statusCode = String(status)) =>
  connect(() => Response.json({ statusCode, error: 'x', message }, { status }));
const getError = (upload: Promise<unknown>) => upload.catch((error: unknown) => error);

test('uploadImage stores a file with one call, upsert and its content type', async () => {
  const { client, calls } = connect(() => Response.json({ Id: '1', Key: 'x' }));
  const path = await uploadImage(client, 'sheds', file);
  expect(path).toMatch(/^sheds\/\d+-Front-door\.jpg$/);
  expect(calls).toHaveLength(1);
  const [call] = calls;
  expect([call?.method, call?.path]).toEqual(['POST', `/storage/v1/object/images/${path}`]);
  expect(call?.headers.get('x-upsert')).toBe('true');
  expect(call?.form.get('')).toMatchObject({ type: 'image/jpeg', size: 1 });
});

test('photos of customers and their orders have a cache lifetime of ten minutes', async () => {
  const { client, calls } = connect(() => Response.json({ Id: '1', Key: 'x' }));
  await uploadImage(client, 'sheds', file);
  expect(await uploadImage(client, 'orders', file)).toMatch(/^orders\//);
  await uploadInspirationImage(client, file);
  expect(calls.map(({ form }) => form.get('cacheControl'))).toEqual(['3600', '600', '600']);
});

test('getPublicImageUrl encodes the names that a visitor may upload', () => {
  const { client } = connect(() => Response.json({}));
  expect(getPublicImageUrl(client, 'inspiration/3-Why? (1).jpg')).toMatch(
    /\/public\/images\/inspiration\/3-Why%3F%20\(1\)\.jpg$/,
  );
  expect(getPublicImageUrl(client, null)).toBe('');
});

test('uploadInspirationImage never replaces a file', async () => {
  const { client, calls } = connect(() => Response.json({ Id: '1', Key: 'x' }));
  expect(await uploadInspirationImage(client, file)).toMatch(/^inspiration\//);
  expect(calls[0]?.headers.get('x-upsert')).toBe('false');
});

test.each([
  [500, 'disk full'],
  [403, 'new row violates row-level security policy'],
  [400, 'table does not exist'],
])('an upload that fails with %d says Upload failed: %s', async (status, message) => {
  const error = await getError(uploadImage(reject(status, message).client, 'sheds', file));
  expect(error).toBeInstanceOf(UploadError);
  expect(error).toMatchObject({ message: `Upload failed: ${message}`, isRejected: false });
});

test('an upload without a connection fails with Upload failed', async () => {
  const { client } = connect(() => {
    throw new TypeError('The connection was interrupted');
  });
  await expect(uploadImage(client, 'sheds', file)).rejects.toThrow(
    /^Upload failed: The connection was interrupted$/,
  );
});

test.each([
  [503, true],
  [429, true],
  [500, false],
  [507, false],
])('an upload that fails with %d can be tried again: %s', async (status, isInterrupted) => {
  const { client } = reject(status, 'Too many uploads at once, please try again later');
  expect(await getError(uploadInspirationImage(client, file))).toMatchObject({ isInterrupted });
});

test.each([
  [415, '415'],
  [400, '415'],
  [400, '413'],
])('a file is rejected with %d and the status code %s', async (status, statusCode) => {
  const { client } = reject(status, 'x', statusCode);
  expect(await getError(uploadImage(client, 'sheds', file))).toMatchObject({ isRejected: true });
});

test('a missing bucket is named with those that exist', async () => {
  const { client } = connect(({ pathname }) =>
    pathname === '/storage/v1/bucket'
      ? Response.json([{ name: 'photos' }, { name: 'videos' }])
      : Response.json({ statusCode: '404', message: 'Bucket not found' }, { status: 400 }),
  );
  await expect(uploadImage(client, 'sheds', file)).rejects.toThrow(
    "Storage bucket 'images' not found. Available buckets: photos, videos. Please verify the bucket name and permissions.",
  );
});

describe('toSafeFileName', () => {
  it.each([
    ['IMG_0042.JPG', 'IMG_0042.JPG'],
    ['our shed (back).jpeg', 'our-shed-back.jpeg'],
    ['Übersicht Garage.png', 'Ubersicht-Garage.png'],
    ['../../etc/passwd', 'etc-passwd'],
    // A Mac has a narrow no-break space before AM and PM, which Supabase Storage rejects.
    ['Screenshot 2026-11-26 at 3.15.02\u202fPM.png', 'Screenshot-2026-11-26-at-3.15.02-PM.png'],
    ['写真.png', 'image.png'],
    ['', 'image'],
    ['.htaccess', 'image.htaccess'],
    ['a\u0000b\r\n.png', 'a-b.png'],
  ])('%j becomes %j', (name, safe) => {
    expect(toSafeFileName(name)).toBe(safe);
  });

  it('shortens a long name and keeps its extension', () => {
    const safe = toSafeFileName(`${'x'.repeat(300)}.webp`);
    expect(safe).toHaveLength(100);
    expect(safe.endsWith('.webp')).toBe(true);
  });
});

describe('createImagePath', () => {
  it('matches the policy of the bucket', () => {
    expect(createImagePath('inspiration', 'Été #1.png')).toMatch(
      /^inspiration\/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$/,
    );
  });

  it('returns unique paths', () => {
    const paths = Array.from({ length: 50 }, () => createImagePath('inspiration', 'image.jpg'));
    expect(new Set(paths).size).toBe(50);
  });
});
