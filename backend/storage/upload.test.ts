import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
} from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;
let image: Buffer;

beforeAll(async () => {
  storage = await startTestStorage({ anonymousUploadsPerHour: 2 });
  image = await createTestImage();
});
afterAll(() => storage.stop());

const toBlob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

describe('an upload', () => {
  it('of staff is stored unchanged, from a form, raw and streamed', async () => {
    const form = new FormData();
    form.append('', toBlob(image), 'a.jpg');
    for (const body of [toBlob(image), form, image, new Blob([toBlob(image)]).stream()]) {
      const name = createInspirationName();
      const { data, error } = await storage.images('staff').upload(name, body);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: name, fullPath: `images/${name}` });
      expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
      const downloaded = await storage.images('anon').download(name);
      expect(await readBlob(downloaded.data)).toEqual(image);
    }
  });

  it('stores the cache control and the metadata sent with it', async () => {
    for (const body of [toBlob(image), image]) {
      const name = createInspirationName();
      const options = { cacheControl: '60', metadata: { taken: 'élevé' } };
      await storage.images('staff').upload(name, body, options);
      expect((await storage.images('staff').info(name)).data).toMatchObject({
        name,
        bucketId: 'images',
        size: image.length,
        contentType: 'image/jpeg',
        cacheControl: 'max-age=60',
        metadata: { taken: 'élevé' },
      });
    }
  });

  it('of staff may use every folder and replace objects', async () => {
    const other = await createTestImage('webp');
    for (const folder of ['projects', 'sheds', 'blog', 'hero', 'thumbnails', 'inspiration']) {
      const name = `${folder}/1700000000000-a.jpg`;
      const staff = storage.images('staff');
      const first = await staff.upload(name, image, { upsert: true });
      const second = await staff.upload(name, toBlob(other), { upsert: true });
      expect(second.error).toBeNull();
      expect(second.data?.id).toBe(first.data?.id);
      expect((await staff.update(name, other)).error).toBeNull();
      expect((await staff.info(name)).data?.contentType).toBe('image/webp');
      expect(await readBlob((await staff.download(name)).data)).toEqual(other);
      expect((await staff.upload(name, image)).error).toMatchObject({
        status: 400,
        statusCode: '409',
      });
    }
  });

  it('stores its owner', async () => {
    await storage.images('staff').upload('hero/owned.jpg', image);
    const row = await storage.database.owner
      .selectFrom('storage.objects')
      .select('owner_id')
      .where('name', '=', 'hero/owned.jpg')
      .executeTakeFirst();
    expect(row?.owner_id).toBe('00000000-0000-4000-8000-000000000001');
  });

  it.each(['anon', 'stranger'] as const)('of %s never replaces an object', async (caller) => {
    const name = createInspirationName();
    const images = storage.images(caller);
    await images.upload(name, image);
    const stored = await readBlob((await images.download(name)).data);
    const other = await createTestImage('png');
    expect((await images.upload(name, other)).error).toMatchObject({
      status: 400,
      statusCode: '409',
      code: 'ResourceAlreadyExists',
      message: 'The resource already exists',
    });
    for (const { error } of [
      await images.upload(name, other, { upsert: true }),
      await images.update(name, other),
    ]) {
      expect(error).toMatchObject({
        status: 400,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      });
    }
    expect(await readBlob((await images.download(name)).data)).toEqual(stored);
  });

  it.each(['anon', 'stranger'] as const)(
    'of %s with upsert is accepted at a new path, under names that phones give, and shows no other',
    async (caller) => {
      const images = storage.images(caller);
      for (const fileName of [
        'Screenshot 2026-11-26 at 3.15.02 PM.png',
        "O'Neil & Co (1)+2,@=;.jpg",
      ]) {
        const name = createInspirationName(fileName);
        expect((await images.upload(name, image, { upsert: true })).error).toBeNull();
        const { data } = images.getPublicUrl(name);
        expect((await storage.fetch(data.publicUrl)).status).toBe(200);
        const { error } = await images.upload(name, image, { upsert: true });
        expect(error).toMatchObject({ statusCode: '403' });
        expect((await images.info(name)).error).toMatchObject({ statusCode: '404' });
      }
      expect((await images.list('inspiration')).data).toEqual([]);
    },
  );

  it('with upsert at one new path by two visitors at once is stored once', async () => {
    const name = createInspirationName();
    const anon = storage.images('anon');
    const upload = () => anon.upload(name, image, { upsert: true });
    const results = await Promise.all([upload(), upload(), upload()]);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it.each(['anon', 'stranger'] as const)(
    'of %s is rejected outside of inspiration/',
    async (caller) => {
      for (const name of [
        'hero/1700000000000-a.jpg',
        'inspiration/a.jpg',
        'a.jpg',
        'inspiration/1700000000000-a/b.jpg',
        'hero/../inspiration/a b.jpg',
      ]) {
        expect((await storage.images(caller).upload(name, image)).error).toMatchObject({
          status: 400,
          statusCode: '403',
        });
      }
    },
  );

  it('without the right is rejected before its body is read', async () => {
    let read = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          read += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const { error } = await storage.images('anon').upload('hero/1.jpg', body, { duplex: 'half' });
    expect(error).toMatchObject({ status: 400, statusCode: '403' });
    expect(read).toBe(0);
  });

  it('to an unknown bucket gets 404', async () => {
    const bucket = storage.client('anon').storage.from('pictures');
    expect((await bucket.upload(createInspirationName(), image)).error).toMatchObject({
      status: 400,
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  it.each([
    undefined,
    'nonsense',
    '--x\r\nContent-Disposition: form-data; name=a\r\n',
    '--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name=a; filename=a.jpg\r\n\r\nGIF89a',
  ])('rejects the malformed form %j', async (body) => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const url = `http://localhost/storage/v1/object/images/${createInspirationName()}`;
      const headers = { apikey: 'anon', 'content-type': type };
      const response = await storage.fetch(url, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
    }
  });

  it.each(['{', '[]', '"a"'])('rejects the metadata %j', async (metadata) => {
    const form = new FormData();
    form.append('metadata', metadata);
    form.append('', toBlob(image));
    expect(
      (await storage.images('anon').upload(createInspirationName(), form)).error,
    ).toMatchObject({
      status: 400,
    });
  });
});

describe("the limit of visitors' uploads", () => {
  it('counts each use of a signed URL', async () => {
    const anon = storage.images('anon', { 'x-ridgeline-network': '203.0.113.20' });
    const name = createInspirationName();
    const { data } = await anon.createSignedUploadUrl(name);
    const token = data?.token ?? '';
    expect((await anon.uploadToSignedUrl(name, token, Buffer.from('x'))).error).toMatchObject({
      status: 400,
      statusCode: '415',
    });
    expect((await anon.uploadToSignedUrl(name, token, Buffer.from('x'))).error).toMatchObject({
      status: 429,
    });
  });

  it('applies per network, with Retry-After', async () => {
    const from = { 'x-ridgeline-network': '203.0.113.9' };
    const anon = storage.images('anon', from);
    for (const _ of [1, 2]) {
      expect((await anon.upload(createInspirationName(), image)).error).toBeNull();
    }
    expect((await anon.upload(createInspirationName(), image)).error).toMatchObject({
      status: 429,
    });
    const url = `http://localhost/storage/v1/object/images/${createInspirationName()}`;
    const response = await storage.fetch(url, { method: 'POST', headers: from, body: 'x' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500);
    const stranger = storage.images('stranger', from);
    expect((await stranger.upload(createInspirationName(), image)).error).toMatchObject({
      status: 429,
    });
    const other = storage.images('anon', { 'x-ridgeline-network': '203.0.113.10' });
    expect((await other.upload(createInspirationName(), image)).error).toBeNull();
    const staff = storage.images('staff', from);
    expect((await staff.upload('hero/a.jpg', image)).error).toBeNull();
  });

  it('counts the networks of an IPv6 /48 together', async () => {
    const upload = (network: string) =>
      storage
        .images('anon', { 'x-ridgeline-network': network })
        .upload(createInspirationName(), Buffer.from('x'));
    const getStatus = async (network: string) => (await upload(network)).error;
    for (const subnet of [1, 2, 3, 4]) {
      expect(await getStatus(`2001:db8:1:${subnet}::/64`)).toMatchObject({
        status: 400,
        statusCode: '415',
      });
    }
    expect(await getStatus('2001:db8:1:5::/64')).toMatchObject({ status: 429 });
    expect(await getStatus('2001:db8:2:5::/64')).toMatchObject({ status: 400, statusCode: '415' });
  });
});
