import { buffer } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineAvailable, useBackend } from '#tests/support/backend.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

// The tests of storage-js (github.com/supabase/storage-js, test/storageFileApi.test.ts and
// storageApi.test.ts) that concern offered features and stand in no test of backend/storage, under their
// titles. Buckets, which the originals create, are rows here.

describe.skipIf(!engineAvailable())('storage-js', () => {
  const backend = useBackend();
  let file: Buffer<ArrayBuffer>;
  let count = 0;
  let path = '';

  const bucket = (name = 'open') => backend.service.storage.from(name);

  beforeAll(async () => {
    file = Buffer.from(await createSmallImage());
    await backend.database.session(({ exec }) =>
      exec(`insert into storage.buckets (id, name, public, file_size_limit)
        values ('open', 'open', true, null), ('other', 'other', true, 1000000)`),
    );
  });
  beforeEach(async () => {
    count += 1;
    path = `testpath/file-${count}.jpg`;
    expect((await bucket().upload(path, file)).error).toBeNull();
  });

  test.each([
    ['get public URL with download querystring', { download: true }, '?download='],
    ['get public URL with custom for download', { download: 'test.jpg' }, '?download=test.jpg'],
  ])('%s', async (_title, options, query) => {
    const { publicUrl } = bucket().getPublicUrl(path, options).data;
    expect(publicUrl).toBe(`${backend.url}/storage/v1/object/public/open/${path}${query}`);
    expect((await fetch(publicUrl)).status).toBe(200);
  });

  test.each([
    ['Blob', () => new Blob([new Uint8Array(file)], { type: 'image/jpeg' })],
    ['FormData', () => toForm(file)],
  ] as const)('uploadToSignedUrl with %s', async (type, getBody) => {
    const { data } = await bucket().createSignedUploadUrl(`${type}.jpg`);
    const sent = await bucket().uploadToSignedUrl(`${type}.jpg`, data?.token ?? '', getBody());
    expect(sent.error).toBeNull();
  });

  test('list objects', async () => {
    const name = path.replace('testpath/', '');
    const listed = await bucket().list('testpath', { search: name });
    expect(listed.data).toEqual([expect.objectContaining({ name })]);
    const otherCase = await bucket().list('TestPath', { search: name.toUpperCase() });
    expect(otherCase.data).toEqual(listed.data);
  });

  test('move and copy object across buckets in different path', async () => {
    const destinationBucket = 'other';
    const copied = await bucket().copy(path, path, { destinationBucket });
    expect(copied.data?.path).toBe(`other/${path}`);
    const { data } = await bucket().move(path, `${path}.jpg`, { destinationBucket });
    expect(data?.message).toBe('Successfully moved');
    expect((await bucket('other').download(`${path}.jpg`)).error).toBeNull();
  });

  test('downloads an object as a stream', async () => {
    const { data } = await bucket().download(path).asStream();
    expect(await buffer(data ?? new ReadableStream())).toEqual(file);
  });

  test('get object info', async () => {
    const { data } = await bucket().info(path);
    const text = expect.any(String);
    expect(data).toMatchObject({
      ...{ id: text, createdAt: text, cacheControl: text, etag: text, lastModified: text },
      ...{ name: path, size: file.length, contentType: 'image/jpeg', metadata: {}, version: text },
    });
    const { href } = new URL(`/storage/v1/object/info/authenticated/open/${path}`, backend.url);
    const response = await fetch(href, { headers: { apikey: backend.secretKey } });
    expect(await response.json()).toMatchObject({ id: data?.id, metadata: {} });
  });

  test('Get bucket by id', async () => {
    const { data } = await backend.service.storage.getBucket('other');
    expect(data).toMatchObject({
      ...{ id: 'other', name: 'other', public: true, file_size_limit: 1_000_000 },
      allowed_mime_types: null,
    });
  });

  test.each([
    ['list objects V2', () => bucket().listV2({ prefix: 'testpath' })],
    [
      'will download an authenticated transformed file',
      () => bucket('private').download(path, { transform: { width: 200 } }),
    ],
  ] as const)('%s is rejected', async (_title, send) => {
    expect((await send()).error).toMatchObject({ status: 404 });
  });
});

function toForm(file: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]));
  return form;
}
