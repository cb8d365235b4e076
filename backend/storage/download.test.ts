import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
} from '#backend/storage/testing/test-images.ts';
import { getContentDisposition } from './download.ts';

let storage: TestStorage;
let image: Buffer;
const name = 'sheds/1-barn.jpg';
const publicUrl = `http://localhost/storage/v1/object/public/images/${name}`;
const read = (headers: HeadersInit = {}, method = 'GET', url = publicUrl) =>
  storage.fetch(url, { method, headers });

beforeAll(async () => {
  storage = await startTestStorage();
  image = await createTestImage();
  await storage.images('staff').upload(name, image);
});
afterAll(() => storage.stop());

describe('a public download', () => {
  it('of a photo that an erasure removes is not cached by others, whatever its sender says', async () => {
    const options = { cacheControl: '31536000' };
    const own = 'orders/1-barn.jpg';
    const sent = createInspirationName('barn.jpg');
    const uploads = [
      await storage.images('staff').upload(own, image, options),
      await storage.images('anon').upload(sent, image, options),
    ];
    expect(uploads).toEqual([
      expect.objectContaining({ error: null }),
      expect.objectContaining({ error: null }),
    ]);
    for (const path of [own, sent]) {
      const { headers } = await read({}, 'GET', publicUrl.replace(name, path));
      expect(headers.get('cache-control')).toBe('private, max-age=600');
    }
  });

  it('needs no key and has headers for caching, type and security', async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      'content-length': String(image.length),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/jpeg',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(image);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const [whole, head] = [await read(), await read({}, 'HEAD')];
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    expect(await head.text()).toBe('');
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, undefined],
    ['bytes=-10', -10, undefined],
    ['bytes=5-99999999', 5, undefined],
  ])('returns the range %s', async (range, start, end) => {
    const response = await read({ range });
    const expected = image.subarray(start, end === undefined ? undefined : end + 1);
    const from = start < 0 ? image.length + start : start;
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(
      `bytes ${from}-${from + expected.length - 1}/${image.length}`,
    );
    expect(response.headers.get('content-length')).toBe(String(expected.length));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
  });

  it('answers a range behind the end with 416', async () => {
    const response = await read({ range: `bytes=${image.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${image.length}`);
  });

  it.each(['items=0-9', 'bytes=9-1', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=-'])(
    'ignores the range %s',
    async (range) => {
      expect((await read({ range })).status).toBe(200);
    },
  );

  it('gets 304 if the ETag matches', async () => {
    const { headers } = await read();
    const etag = headers.get('etag') ?? '';
    const statusWith = async (condition: HeadersInit) => (await read(condition)).status;
    expect(await statusWith({ 'if-none-match': etag })).toBe(304);
    expect(await statusWith({ 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(await statusWith({ 'if-none-match': '*' })).toBe(304);
    expect(await statusWith({ 'if-none-match': '"other"' })).toBe(200);
    expect((await read({ 'if-none-match': etag })).headers.get('etag')).toBe(etag);
    const range = { range: 'bytes=0-9' };
    expect(await statusWith({ ...range, 'if-range': etag })).toBe(206);
    expect(await statusWith({ ...range, 'if-range': '"other"' })).toBe(200);
  });

  it('is an attachment with the requested name if download is set', async () => {
    const getDisposition = async (download: string | true) => {
      const url = storage.images('anon').getPublicUrl(name, { download }).data.publicUrl;
      return (await read({}, 'GET', url)).headers.get('content-disposition');
    };
    const own = name.split('/')[1];
    expect(await getDisposition(true)).toBe(
      `attachment; filename="${own}"; filename*=UTF-8''${own}`,
    );
    expect(await getDisposition('Größe".jpg')).toBe(
      `attachment; filename="Gr__e_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%22.jpg`,
    );
    expect(await getDisposition('a\r\nSet-Cookie: b')).toBe(
      `attachment; filename="a__Set-Cookie: b.jpg"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b.jpg`,
    );
  });

  it('gets 400 with statusCode 404 if there is none', async () => {
    const missing = await read({}, 'GET', `${publicUrl}x`);
    expect(missing.status).toBe(400);
    expect(await missing.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    });
    expect(missing.headers.get('cache-control')).toBe('no-store');
    expect((await read({}, 'GET', publicUrl.replace('/images/', '/pictures/'))).status).toBe(400);
  });
});

describe('a private bucket', () => {
  const secret = 'plans/secret.jpg';
  beforeAll(async () => {
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'private', name: 'private', public: false })
      .execute();
    await storage.client('service_role').storage.from('private').upload(secret, image);
  });

  it('is not served by its public URL or to callers without the right', async () => {
    const url = `http://localhost/storage/v1/object/public/private/${secret}`;
    expect((await read({}, 'GET', url)).status).toBe(400);
    for (const caller of ['anon', 'stranger', 'staff'] as const) {
      const bucket = storage.client(caller).storage.from('private');
      expect((await bucket.download(secret)).error).toMatchObject({
        status: 400,
        statusCode: '404',
      });
      expect((await bucket.info(secret)).error).toMatchObject({ status: 400, statusCode: '404' });
      expect((await bucket.exists(secret)).data).toBe(false);
    }
  });

  it('is served to callers with the right, with Cache-Control private', async () => {
    const bucket = storage.client('service_role').storage.from('private');
    expect(await readBlob((await bucket.download(secret)).data)).toEqual(image);
    expect((await bucket.exists(secret)).data).toBe(true);
    const url = `http://localhost/storage/v1/object/authenticated/private/${secret}`;
    const response = await read({ apikey: 'service_role' }, 'GET', url);
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  });
});

test.each([
  ['sheds/1-a.jpg', 'image/jpeg', '', 'inline; filename="1-a.jpg"'],
  ['sheds/1-a.JPEG', 'image/jpeg', '', 'inline; filename="1-a.JPEG"'],
  ['sheds/1-a.html', 'image/gif', '', 'inline; filename="1-a.html.gif"'],
  ['sheds/1-a.svg', 'image/png', '?download', 'attachment; filename="1-a.svg.png"'],
  ['sheds/1-a', 'image/webp', '?download=b.hta', 'attachment; filename="b.hta.webp"'],
  ['notes/a.html', 'text/plain', '', 'attachment; filename="a.html.txt"'],
  ['notes/a.exe', 'application/x-msdownload', '', 'attachment; filename="a.exe.bin"'],
  ['a.png', 'image/png', '?download=%22%0D%0Ax', 'attachment; filename="___x.png"'],
])('getContentDisposition of %s with %s and %o is %s', (name, mimetype, query, expected) => {
  const disposition = getContentDisposition(`http://x/${query}`, name, mimetype);
  expect(disposition.slice(0, disposition.indexOf('; filename*'))).toBe(expected);
  expect(disposition).not.toMatch(/[\r\n]/);
});

test('a stored file that has become shorter is answered with a sentence, whole and in part', async () => {
  const other = createInspirationName('damaged.jpg');
  await storage.images('staff').upload(other, image);
  const { rows } = await sql<{ version: string }>`
    select version from storage.objects where name = ${other}`.execute(storage.database.owner);
  await storage.writeRaw(rows[0]?.version ?? '', image.subarray(0, image.length / 2));
  for (const range of ['', `bytes=0-${image.length - 1}`, 'bytes=-10']) {
    const response = await read({ range }, 'GET', publicUrl.replace(name, other));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      statusCode: '404',
      message: 'The stored file is damaged. Upload it again',
    });
  }
});
