import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, inspirationName, makePicture } from './test-pictures.ts';
import { startTestStorage, type TestStorage } from './test-storage.ts';

let storage: TestStorage;
let picture: Buffer;

beforeAll(async () => {
  storage = await startTestStorage({ anonymousUploadsPerHour: 2 });
  picture = await makePicture();
});
afterAll(() => storage.stop());

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

describe('an upload', () => {
  it('of staff comes back as it was sent, from a form, raw and streamed', async () => {
    const form = new FormData();
    form.append('', blobOf(picture), 'a.jpg');
    for (const body of [blobOf(picture), form, picture, new Blob([blobOf(picture)]).stream()]) {
      const name = inspirationName();
      const { data, error } = await storage.images('staff').upload(name, body);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: name, fullPath: `images/${name}` });
      expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
      const downloaded = await storage.images('anon').download(name);
      expect(await bytesOf(downloaded.data)).toEqual(picture);
    }
  });

  it('keeps the cache control and the metadata that come with it', async () => {
    for (const body of [blobOf(picture), picture]) {
      const name = inspirationName();
      const options = { cacheControl: '60', metadata: { taken: 'élevé' } };
      await storage.images('staff').upload(name, body, options);
      expect((await storage.images('staff').info(name)).data).toMatchObject({
        name,
        bucketId: 'images',
        size: picture.length,
        contentType: 'image/jpeg',
        cacheControl: 'max-age=60',
        metadata: { taken: 'élevé' },
      });
    }
  });

  it('lets staff use every folder and replace what stands there', async () => {
    const other = await makePicture('webp');
    for (const folder of ['projects', 'sheds', 'blog', 'hero', 'thumbnails', 'inspiration']) {
      const name = `${folder}/1700000000000-a.jpg`;
      const staff = storage.images('staff');
      const first = await staff.upload(name, picture, { upsert: true });
      const second = await staff.upload(name, blobOf(other), { upsert: true });
      expect(second.error).toBeNull();
      expect(second.data?.id).toBe(first.data?.id);
      expect((await staff.update(name, other)).error).toBeNull();
      expect((await staff.info(name)).data?.contentType).toBe('image/webp');
      expect(await bytesOf((await staff.download(name)).data)).toEqual(other);
      expect((await staff.upload(name, picture)).error).toMatchObject({ status: 409 });
    }
  });

  it('remembers whose it is', async () => {
    await storage.images('staff').upload('hero/owned.jpg', picture);
    const row = await storage.database.owner
      .selectFrom('storage.objects')
      .select('owner_id')
      .where('name', '=', 'hero/owned.jpg')
      .executeTakeFirst();
    expect(row?.owner_id).toBe('00000000-0000-4000-8000-000000000001');
  });

  it.each(['anon', 'stranger'] as const)('of %s never replaces', async (caller) => {
    const name = inspirationName();
    const images = storage.images(caller);
    await images.upload(name, picture);
    const stored = await bytesOf((await images.download(name)).data);
    const other = await makePicture('png');
    expect((await images.upload(name, other)).error).toMatchObject({
      status: 409,
      statusCode: '409',
      code: 'ResourceAlreadyExists',
      message: 'The resource already exists',
    });
    for (const { error } of [
      await images.upload(name, other, { upsert: true }),
      await images.update(name, other),
      await images.upload(inspirationName(), other, { upsert: true }),
    ]) {
      expect(error).toMatchObject({
        status: 403,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      });
    }
    expect(await bytesOf((await images.download(name)).data)).toEqual(stored);
  });

  it.each(['anon', 'stranger'] as const)('of %s stays below inspiration/', async (caller) => {
    for (const name of [
      'hero/1700000000000-a.jpg',
      'inspiration/a.jpg',
      'a.jpg',
      'inspiration/1700000000000-a/b.jpg',
      'hero/../inspiration/1700000000000-a b.jpg',
    ]) {
      expect((await storage.images(caller).upload(name, picture)).error).toMatchObject({
        status: 403,
      });
    }
  });

  it('is refused before its body is read', async () => {
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
    expect(error).toMatchObject({ status: 403 });
    expect(read).toBe(0);
  });

  it('needs a bucket that is there', async () => {
    const bucket = storage.client('anon').storage.from('pictures');
    expect((await bucket.upload(inspirationName(), picture)).error).toMatchObject({
      status: 404,
      message: 'Bucket not found',
    });
  });

  it.each([
    undefined,
    'nonsense',
    '--x\r\nContent-Disposition: form-data; name=a\r\n',
    '--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name=a; filename=a.jpg\r\n\r\nGIF89a',
  ])('refuses the malformed form %j', async (body) => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const url = `http://localhost/storage/v1/object/images/${inspirationName()}`;
      const headers = { apikey: 'anon', 'content-type': type };
      const response = await storage.fetch(url, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
    }
  });

  it.each(['{', '[]', '"a"'])('refuses the metadata %j', async (metadata) => {
    const form = new FormData();
    form.append('metadata', metadata);
    form.append('', blobOf(picture));
    expect((await storage.images('anon').upload(inspirationName(), form)).error).toMatchObject({
      status: 400,
    });
  });
});

describe('a limit per address', () => {
  it('counts each use of a signed URL', async () => {
    const anon = storage.images('anon', { 'x-ridgeline-address': '203.0.113.20' });
    const name = inspirationName();
    const { data } = await anon.createSignedUploadUrl(name);
    const token = data?.token ?? '';
    expect((await anon.uploadToSignedUrl(name, token, Buffer.from('x'))).error).toMatchObject({
      status: 415,
    });
    expect((await anon.uploadToSignedUrl(name, token, Buffer.from('x'))).error).toMatchObject({
      status: 429,
    });
  });

  it('holds anonymous uploads back, with the time to wait', async () => {
    const from = { 'x-ridgeline-address': '203.0.113.9' };
    const anon = storage.images('anon', from);
    for (const _ of [1, 2]) {
      expect((await anon.upload(inspirationName(), picture)).error).toBeNull();
    }
    expect((await anon.upload(inspirationName(), picture)).error).toMatchObject({ status: 429 });
    const url = `http://localhost/storage/v1/object/images/${inspirationName()}`;
    const response = await storage.fetch(url, { method: 'POST', headers: from, body: 'x' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500);
    const other = storage.images('anon', { 'x-ridgeline-address': '203.0.113.10' });
    expect((await other.upload(inspirationName(), picture)).error).toBeNull();
    const staff = storage.images('staff', from);
    expect((await staff.upload('hero/a.jpg', picture)).error).toBeNull();
  });

  it('counts the networks of an IPv6 /48 together', async () => {
    const upload = (network: string) =>
      storage
        .images('anon', { 'x-ridgeline-address': network })
        .upload(inspirationName(), Buffer.from('x'));
    const statusOf = async (network: string) => (await upload(network)).error;
    for (const subnet of [1, 2, 3, 4]) {
      expect(await statusOf(`2001:db8:1:${subnet}::/64`)).toMatchObject({ status: 415 });
    }
    expect(await statusOf('2001:db8:1:5::/64')).toMatchObject({ status: 429 });
    expect(await statusOf('2001:db8:2:5::/64')).toMatchObject({ status: 415 });
  });
});
