import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import {
  createInspirationName,
  createTestImage,
  readBlob,
} from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;
let image: Buffer;

beforeAll(async () => {
  storage = await startTestStorage();
  image = await createTestImage();
});
beforeEach(async () => {
  await storage.database.owner.deleteFrom('storage.objects').execute();
});
afterAll(() => storage.stop());

const store = async (...names: string[]) => {
  for (const name of names) {
    await storage.images('service_role').upload(name, image).then(throwError);
  }
};
const throwError = ({ error }: { error: Error | null }) => {
  if (error) throw error;
};
const getNames = (entries: { name: string }[] | null) => entries?.map(({ name }) => name);
const missing = { status: 400, statusCode: '404', message: 'Object not found' };

describe('a list', () => {
  it('shows the files and folders right below a prefix to staff', async () => {
    await store('sheds/b.jpg', 'sheds/a.jpg', 'sheds/deep/er/c.jpg', 'shedsx/d.jpg', 'top.jpg');
    const staff = storage.images('staff');
    const { data } = await staff.list('sheds');
    expect(getNames(data)).toEqual(['deep', 'a.jpg', 'b.jpg']);
    expect(data?.[0]).toEqual({
      name: 'deep',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[1]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      metadata: {
        size: image.length,
        mimetype: 'image/jpeg',
        cacheControl: 'max-age=3600',
        eTag: expect.stringMatching(/^"/),
      },
    });
    expect(getNames((await staff.list('sheds/')).data)).toEqual(['deep', 'a.jpg', 'b.jpg']);
    expect(getNames((await staff.list()).data)).toEqual(['sheds', 'shedsx', 'top.jpg']);
    expect((await staff.list('sheds/deep/er/c.jpg')).data).toEqual([]);
  });

  it('pages, sorts and searches', async () => {
    await store('hero/b.jpg', 'hero/A.jpg', 'hero/a_c.jpg', 'hero/abc.jpg');
    const staff = storage.images('staff');
    const list = async (options: Parameters<typeof staff.list>[1]) =>
      getNames((await staff.list('hero', options)).data);
    expect(await list({ limit: 2, offset: 1 })).toEqual(['a_c.jpg', 'abc.jpg']);
    expect(await list({ sortBy: { column: 'name', order: 'desc' }, limit: 1 })).toEqual(['b.jpg']);
    expect(await list({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'abc.jpg',
      'a_c.jpg',
      'A.jpg',
      'b.jpg',
    ]);
    expect(await list({ search: 'a' })).toEqual(['A.jpg', 'a_c.jpg', 'abc.jpg']);
    expect(await list({ search: 'A_' })).toEqual(['a_c.jpg']);
    expect(await list({ search: '%' })).toEqual([]);
  });

  it('has 100 entries by default', async () => {
    await storage.database.session((session) =>
      session.exec(`insert into storage.objects (bucket_id, name, version, metadata)
        select 'images', 'blog/' || n, gen_random_uuid(), '{}' from generate_series(1, 120) as n`),
    );
    expect((await storage.images('staff').list('blog')).data).toHaveLength(100);
    expect((await storage.images('staff').list('blog', { limit: 500 })).data).toHaveLength(120);
  });

  it.each([
    { limit: -1 },
    { limit: 1.5 },
    { offset: -1 },
    { sortBy: { column: 'version; drop table' } },
    { sortBy: { order: 'sideways' } },
  ])('rejects %j', async (options) => {
    expect((await storage.images('staff').list('', options)).error).toMatchObject({ status: 400 });
  });

  it.each(['anon', 'stranger'] as const)('is empty for %s', async (caller) => {
    await store(createInspirationName());
    const { data, error } = await storage.images(caller).list('inspiration');
    expect({ data, error }).toEqual({ data: [], error: null });
  });
});

describe('removing', () => {
  it('removes the rows and the files', async () => {
    const before = (await storage.filesOnDisk()).length;
    await store('hero/a.jpg', 'hero/b.jpg', 'hero/c.jpg');
    const { data } = await storage
      .images('staff')
      .remove(['hero/a.jpg', 'hero/b.jpg', 'hero/x.jpg']);
    expect(getNames(data)?.sort()).toEqual(['hero/a.jpg', 'hero/b.jpg']);
    expect(data?.[0]).toMatchObject({ bucket_id: 'images', metadata: { size: image.length } });
    expect((await storage.images('staff').exists('hero/a.jpg')).data).toBe(false);
    expect((await storage.images('anon').download('hero/a.jpg')).error).toMatchObject(missing);
    expect((await storage.filesOnDisk()).length).toBe(before + 1);
    expect((await storage.images('staff').remove([])).data).toEqual([]);
  });

  it.each(['anon', 'stranger'] as const)('by %s removes nothing', async (caller) => {
    const name = createInspirationName();
    await store(name);
    expect(await storage.images(caller).remove([name])).toEqual({ data: [], error: null });
    expect(await readBlob((await storage.images('anon').download(name)).data)).toEqual(image);
  });

  it('removes a single object', async () => {
    await store('hero/a.jpg');
    const remove = async (apikey: string) =>
      storage.fetch('http://localhost/storage/v1/object/images/hero/a.jpg', {
        method: 'DELETE',
        headers: { apikey },
      });
    expect((await remove('anon')).status).toBe(400);
    expect(await (await remove('staff')).json()).toEqual({ message: 'Successfully deleted' });
    expect((await remove('staff')).status).toBe(400);
  });
});

describe('moving and copying', () => {
  it('moves for staff', async () => {
    await store('hero/a.jpg');
    const staff = storage.images('staff');
    expect((await staff.move('hero/a.jpg', 'sheds/b.jpg')).error).toBeNull();
    expect((await staff.exists('hero/a.jpg')).data).toBe(false);
    expect(await readBlob((await staff.download('sheds/b.jpg')).data)).toEqual(image);
  });

  it('copies for staff, and the copy is independent', async () => {
    await store('hero/a.jpg');
    const staff = storage.images('staff');
    expect((await staff.copy('hero/a.jpg', 'sheds/b.jpg')).data).toEqual({
      path: 'images/sheds/b.jpg',
    });
    await staff.remove(['hero/a.jpg']);
    expect(await readBlob((await staff.download('sheds/b.jpg')).data)).toEqual(image);
  });

  it('never replaces another object, and rejects names that are not allowed or do not exist', async () => {
    await store('hero/a.jpg', 'hero/b.jpg');
    const staff = storage.images('staff');
    const files = await storage.filesOnDisk();
    for (const how of ['move', 'copy'] as const) {
      expect((await staff[how]('hero/a.jpg', 'hero/b.jpg')).error).toMatchObject({
        status: 400,
        statusCode: '409',
      });
      expect((await staff[how]('hero/a.jpg', 'other/b.jpg')).error).toMatchObject({
        status: 400,
        statusCode: '403',
      });
      expect((await staff[how]('hero/x.jpg', 'hero/y.jpg')).error).toMatchObject(missing);
      const elsewhere = { destinationBucket: 'nowhere' };
      expect((await staff[how]('hero/a.jpg', 'a.jpg', elsewhere)).error).toMatchObject({
        message: 'Bucket not found',
      });
    }
    expect(await storage.filesOnDisk()).toEqual(files);
  });

  it('applies the rules of the destination bucket', async () => {
    await store('hero/a.jpg');
    await storage.database.owner
      .insertInto('storage.buckets')
      .values({ id: 'webp', name: 'webp', allowed_mime_types: ['image/webp'] })
      .execute();
    const service = storage.images('service_role');
    for (const how of ['move', 'copy'] as const) {
      const moved = await service[how]('hero/a.jpg', 'a.jpg', { destinationBucket: 'webp' });
      expect(moved.error).toMatchObject({ status: 400, statusCode: '415' });
    }
  });

  it.each(['anon', 'stranger'] as const)('finds nothing for %s', async (caller) => {
    const [from, to] = [createInspirationName(), createInspirationName()];
    await store(from);
    expect((await storage.images(caller).move(from, to)).error).toMatchObject(missing);
    expect((await storage.images(caller).copy(from, to)).error).toMatchObject(missing);
  });
});

describe('buckets', () => {
  it('are visible to staff and the secret key only', async () => {
    const images = {
      id: 'images',
      name: 'images',
      public: true,
      file_size_limit: 15_728_640,
      allowed_mime_types: expect.arrayContaining(['image/jpeg']),
    };
    for (const caller of ['staff', 'service_role'] as const) {
      const { data } = await storage.client(caller).storage.listBuckets();
      expect(data).toContainEqual(expect.objectContaining(images));
      expect((await storage.client(caller).storage.getBucket('images')).data).toMatchObject(images);
    }
    for (const caller of ['anon', 'stranger'] as const) {
      const api = storage.client(caller).storage;
      expect(await api.listBuckets()).toEqual({ data: [], error: null });
      expect((await api.getBucket('images')).error).toMatchObject({ message: 'Bucket not found' });
    }
  });

  it('cannot be created, changed or removed', async () => {
    const api = storage.client('service_role').storage;
    for (const { error } of [
      await api.createBucket('more', { public: true }),
      await api.updateBucket('images', { public: false }),
      await api.emptyBucket('images'),
      await api.deleteBucket('images'),
    ]) {
      expect(error).toMatchObject({
        status: 400,
        statusCode: '403',
        message: 'Buckets are created, changed and removed by migrations only',
      });
    }
  });
});

it('an unknown route gets 404 and a malformed body 400', async () => {
  const send = (path: string, body: string) =>
    storage.fetch(`http://localhost/storage/v1/${path}`, {
      method: 'POST',
      headers: { apikey: 'staff' },
      body,
    });
  expect((await send('vector/x', '{}')).status).toBe(404);
  for (const body of ['{', '[]', '{"prefixes": "a"}', '{"limit": "ten"}']) {
    expect((await send('object/move', body)).status).toBe(400);
  }
});
