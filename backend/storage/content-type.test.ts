import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import { createInspirationName, createTestImage } from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
});
afterAll(() => storage.stop());

const upload = (body: Uint8Array | string, contentType = 'image/jpeg') => {
  const name = createInspirationName();
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  return storage.images('anon').upload(name, bytes, { contentType });
};
const publicResponse = async (path: string | undefined) =>
  storage.fetch(storage.images('anon').getPublicUrl(path ?? '').data.publicUrl);

/** Puts markup into a comment of a GIF, which may contain any bytes. */
function withComment(gif: Buffer, comment: string): Buffer {
  const extension = Buffer.concat([
    Buffer.from([0x21, 0xfe, comment.length]),
    Buffer.from(comment),
    Buffer.from([0]),
  ]);
  return Buffer.concat([gif.subarray(0, -1), extension, Buffer.from([0x3b])]);
}

describe('the type of an upload', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is detected from the bytes: %s',
    async (format) => {
      const { data, error } = await upload(await createTestImage(format), 'text/html');
      expect(error).toBeNull();
      const response = await publicResponse(data?.path);
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
    },
  );

  it.each([
    ['text', 'hello', 'text/plain'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain'],
    ['SVG after a prologue', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'text/plain'],
    ['an empty file', '', 'text/plain'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'application/pdf'],
    ['unknown bytes', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
  ])('is rejected: %s', async (_what, body, type) => {
    expect((await upload(body, 'image/png')).error).toMatchObject({
      status: 400,
      statusCode: '415',
      message: `mime type ${type} is not supported`,
    });
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'does not make a broken %s valid',
    async (format) => {
      const whole = await createTestImage(format);
      for (const part of [whole.subarray(0, whole.length * 0.6), whole.subarray(0, 40)]) {
        expect((await upload(part)).error).toMatchObject({
          status: 400,
          statusCode: '415',
          message: 'The file is not a readable image',
        });
      }
    },
  );

  it('rejects markup behind a GIF header', async () => {
    expect((await upload('GIF89a<script>alert(1)</script>')).error).toMatchObject({
      status: 400,
      statusCode: '415',
    });
  });

  it('serves markup inside a real GIF with headers that prevent it from running', async () => {
    const gif = withComment(await createTestImage('gif'), '<script>alert(1)</script>');
    const { data, error } = await upload(gif, 'text/html');
    expect(error).toBeNull();
    const { headers } = await publicResponse(data?.path);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  it('rejects an image with more pixels than cameras produce', async () => {
    expect((await upload(await createTestImage('png', 1, 1))).error).toBeNull();
    const header = Buffer.from(await createTestImage('png', 1, 1));
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    expect((await upload(header)).error).toMatchObject({ status: 400, statusCode: '415' });
  });

  it('may be any type but markup in a bucket that allows any', async () => {
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'any', name: 'any', public: true })
      .execute();
    const bucket = storage.client('service_role').storage.from('any');
    const markup = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    await bucket.upload('a.svg', markup, { contentType: 'image/svg+xml' });
    const response = await storage.fetch(bucket.getPublicUrl('a.svg').data.publicUrl);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(markup);
  });

  it('may be a wildcard such as image/*', async () => {
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'family', name: 'family', allowed_mime_types: ['image/*'] })
      .execute();
    const bucket = storage.client('service_role').storage.from('family');
    expect((await bucket.upload('a.png', await createTestImage('png'))).error).toBeNull();
    expect((await bucket.upload('b.png', 'text')).error).toMatchObject({
      status: 400,
      statusCode: '415',
    });
  });
});

describe('the size of an upload', () => {
  it('is limited by the bucket, with and without Content-Length', async () => {
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'small', name: 'small', file_size_limit: '5000' })
      .execute();
    const bucket = storage.client('service_role').storage.from('small');
    const tooMuch = Buffer.alloc(5001);
    const tooLargeError = {
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    };
    expect((await bucket.upload('fits', Buffer.alloc(5000))).error).toBeNull();
    for (const body of [tooMuch, new Blob([tooMuch]), new Blob([tooMuch]).stream()]) {
      expect((await bucket.upload('a', body)).error).toMatchObject(tooLargeError);
    }
    const announced = { headers: { 'content-length': '5001' } };
    expect((await bucket.upload('a', 'tiny', announced)).error).toMatchObject(tooLargeError);
    expect(await storage.filesOnDisk()).not.toContainEqual(expect.stringMatching(/part$/));
    const { count } = await storage.database.owner
      .selectFrom('storage.objects')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(await storage.filesOnDisk()).toHaveLength(Number(count));
  });
});
