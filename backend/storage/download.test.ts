import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, inspirationName, makePicture } from './test-pictures.ts';
import { startTestStorage, type TestStorage } from './test-storage.ts';

let storage: TestStorage;
let picture: Buffer;
const name = inspirationName('barn.jpg');
const publicUrl = `http://localhost/storage/v1/object/public/images/${name}`;
const read = (headers: HeadersInit = {}, method = 'GET', url = publicUrl) =>
  storage.fetch(url, { method, headers });

beforeAll(async () => {
  storage = await startTestStorage();
  picture = await makePicture();
  await storage.images('staff').upload(name, picture);
});
afterAll(() => storage.stop());

describe('a public download', () => {
  it('needs no key and says what it is', async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      'content-length': String(picture.length),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/jpeg',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
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
  ])('gives the range %s', async (range, start, end) => {
    const response = await read({ range });
    const expected = picture.subarray(start, end === undefined ? undefined : end + 1);
    const from = start < 0 ? picture.length + start : start;
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(
      `bytes ${from}-${from + expected.length - 1}/${picture.length}`,
    );
    expect(response.headers.get('content-length')).toBe(String(expected.length));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
  });

  it('refuses a range behind the end', async () => {
    const response = await read({ range: `bytes=${picture.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${picture.length}`);
  });

  it.each(['items=0-9', 'bytes=9-1', 'bytes=0-1,3-4', 'bytes=a-b', 'bytes=-'])(
    'ignores the range %s',
    async (range) => {
      expect((await read({ range })).status).toBe(200);
    },
  );

  it('is not sent again to whoever has it', async () => {
    const { headers } = await read();
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    const long = new Date(Date.parse(modified) - 5000).toUTCString();
    const statusWith = async (condition: HeadersInit) => (await read(condition)).status;
    expect(await statusWith({ 'if-none-match': etag })).toBe(304);
    expect(await statusWith({ 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(await statusWith({ 'if-none-match': '*' })).toBe(304);
    expect(await statusWith({ 'if-none-match': '"other"' })).toBe(200);
    expect(await statusWith({ 'if-modified-since': modified })).toBe(304);
    expect(await statusWith({ 'if-modified-since': long })).toBe(200);
    expect(await statusWith({ 'if-modified-since': 'yesterday' })).toBe(200);
    expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(
      200,
    );
    expect((await read({ 'if-none-match': etag })).headers.get('etag')).toBe(etag);
    const range = { range: 'bytes=0-9' };
    expect(await statusWith({ ...range, 'if-range': etag })).toBe(206);
    expect(await statusWith({ ...range, 'if-range': '"other"' })).toBe(200);
    expect(await statusWith({ ...range, 'if-range': modified })).toBe(206);
    expect(await statusWith({ ...range, 'if-range': long })).toBe(200);
  });

  it('is saved under a name where that is asked for', async () => {
    const dispositionOf = async (download: string | true) => {
      const url = storage.images('anon').getPublicUrl(name, { download }).data.publicUrl;
      return (await read({}, 'GET', url)).headers.get('content-disposition');
    };
    const own = name.split('/')[1];
    expect(await dispositionOf(true)).toBe(
      `attachment; filename="${own}"; filename*=UTF-8''${own}`,
    );
    expect(await dispositionOf('Größe".jpg')).toBe(
      `attachment; filename="Gr__e_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%22.jpg`,
    );
    expect(await dispositionOf('a\r\nSet-Cookie: b')).toBe(
      `attachment; filename="a__Set-Cookie: b.jpg"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b.jpg`,
    );
  });

  it('is refused where there is none', async () => {
    const missing = await read({}, 'GET', `${publicUrl}x`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    });
    expect(missing.headers.get('cache-control')).toBe('no-store');
    expect((await read({}, 'GET', publicUrl.replace('/images/', '/pictures/'))).status).toBe(404);
  });
});

describe('a private bucket', () => {
  const secret = 'plans/secret.jpg';
  beforeAll(async () => {
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'private', name: 'private', public: false })
      .execute();
    await storage.client('service_role').storage.from('private').upload(secret, picture);
  });

  it('is closed to its public address and to callers without the right', async () => {
    const url = `http://localhost/storage/v1/object/public/private/${secret}`;
    expect((await read({}, 'GET', url)).status).toBe(404);
    for (const caller of ['anon', 'stranger', 'staff'] as const) {
      const bucket = storage.client(caller).storage.from('private');
      expect((await bucket.download(secret)).error).toMatchObject({ status: 404 });
      expect((await bucket.info(secret)).error).toMatchObject({ status: 404 });
      expect((await bucket.exists(secret)).data).toBe(false);
    }
  });

  it('is open to callers with the right, and kept by nobody on the way', async () => {
    const bucket = storage.client('service_role').storage.from('private');
    expect(await bytesOf((await bucket.download(secret)).data)).toEqual(picture);
    expect((await bucket.exists(secret)).data).toBe(true);
    const url = `http://localhost/storage/v1/object/authenticated/private/${secret}`;
    const response = await read({ apikey: 'service_role' }, 'GET', url);
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  });
});
