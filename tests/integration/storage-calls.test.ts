import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  engineAvailable,
  startBackend,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';

/** The storage calls of section 7 of the specification. */

describe.skipIf(!engineAvailable())('images', () => {
  let backend: TestBackend;
  let anon: TestClient;
  let staff: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    backend = await startBackend();
    ({ anon, staff, stranger } = backend);
  });
  afterAll(() => backend?.stop());

  const png = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#a04030' } })
      .png()
      .toBuffer();
  const bucket = (client: TestClient) => client.storage.from('images');
  let stamp = 1_767_225_600_000;
  const path = (folder: string) => {
    stamp += 1;
    return `${folder}/${stamp}-picture.png`;
  };

  test('a visitor uploads a public inspiration image, and cannot replace or list it', async () => {
    const name = path('inspiration');
    const { data, error } = await bucket(anon).upload(name, await png(), {
      contentType: 'image/png',
    });
    expect(error).toBeNull();
    expect(data?.path).toBe(name);
    const { publicUrl } = bucket(anon).getPublicUrl(name).data;
    const response = await fetch(publicUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const { width, height, format } = await sharp(await response.bytes()).metadata();
    expect({ width, height, format }).toEqual({ width: 8, height: 8, format: 'png' });
    for (const upsert of [false, true]) {
      const again = await bucket(anon).upload(name, await png(), {
        contentType: 'image/png',
        upsert,
      });
      expect(again.error).not.toBeNull();
    }
    expect((await bucket(anon).list('inspiration')).data ?? []).toEqual([]);
    expect((await bucket(anon).remove([name])).data ?? []).toEqual([]);
    expect((await fetch(publicUrl)).status).toBe(200);
  });

  test.each(['projects', 'sheds', 'blog', 'hero', 'thumbnails'])(
    'staff alone upload to and replace in %s/',
    async (folder) => {
      const name = path(folder);
      for (const client of [anon, stranger]) {
        const { error } = await bucket(client).upload(name, await png(), {
          contentType: 'image/png',
        });
        expect(error).not.toBeNull();
      }
      for (let n = 0; n < 2; n += 1) {
        const { data, error } = await bucket(staff).upload(name, await png(), {
          contentType: 'image/png',
          upsert: true,
        });
        expect(error).toBeNull();
        expect(data?.path).toBe(name);
      }
      const listed = await bucket(staff).list(folder);
      expect(listed.data?.map((object) => object.name)).toContain(name.split('/')[1]);
      expect((await bucket(staff).remove([name])).data).toHaveLength(1);
    },
  );

  test('files that are no image are rejected, whatever their name and type', async () => {
    const script = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const { error } = await bucket(anon).upload(path('inspiration'), script, {
      contentType: 'image/png',
    });
    expect(error).not.toBeNull();
  });

  test('getBucket and listBuckets return the buckets', async () => {
    expect((await staff.storage.getBucket('images')).data).toMatchObject({
      id: 'images',
      public: true,
    });
    expect((await staff.storage.listBuckets()).data?.map(({ id }) => id)).toEqual([
      'images',
      'quotes',
    ]);
  });
});
