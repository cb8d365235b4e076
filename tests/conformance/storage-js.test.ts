import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

// The tests of storage-js (github.com/supabase/storage-js, test/storageFileApi.test.ts and
// storageApi.test.ts) that concern offered features, under their titles. Buckets, which the originals
// create, are rows here.

describe.skipIf(!engineAvailable())('storage-js', () => {
  let backend: TestBackend;
  let file: Buffer<ArrayBuffer>;
  let count = 0;
  let uploadPath = '';

  const bucket = (name = 'open') => backend.service.storage.from(name);

  beforeAll(async () => {
    backend = await startBackend();
    file = Buffer.from(
      await sharp({ create: { width: 32, height: 32, channels: 3, background: '#a04030' } })
        .jpeg({ quality: 100 })
        .toBuffer(),
    );
    await backend.database.session(({ exec }) =>
      exec(`
        insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
          ('open', 'open', true, null, null), ('bucket-move', 'bucket-move', true, null, null),
          ('private', 'private', false, null, null), ('within', 'within', true, 1000000, null),
          ('exceeded', 'exceeded', true, 100, null), ('jpegs', 'jpegs', true, null, '{image/jpeg}'),
          ('pngs', 'pngs', true, null, '{image/png}')`),
    );
  });
  afterAll(() => backend?.stop());
  beforeEach(() => {
    count += 1;
    uploadPath = `testpath/file-${count}.jpg`;
  });

  const upload = async (name?: string) => {
    expect((await bucket(name).upload(uploadPath, file)).error).toBeNull();
  };

  describe('Generate urls', () => {
    test.each([
      ['get public URL', undefined, ''],
      ['get public URL with download querystring', { download: true }, '?download='],
      ['get public URL with custom for download', { download: 'test.jpg' }, '?download=test.jpg'],
    ])('%s', async (_title, options, query) => {
      await upload();
      const { publicUrl } = bucket().getPublicUrl(uploadPath, options).data;
      expect(publicUrl).toBe(`${backend.url}/storage/v1/object/public/open/${uploadPath}${query}`);
      expect((await fetch(publicUrl)).status).toBe(200);
    });

    test('upload files error handling', async () => {
      const missing = bucket('non-existent-bucket');
      const { data, error } = await missing.upload(uploadPath, file);
      expect(data).toBeNull();
      expect(error).toMatchObject({
        message: 'Bucket not found',
        status: 400,
        statusCode: '404',
      });
      await expect(missing.throwOnError().upload(uploadPath, file)).rejects.toThrow(
        'Bucket not found',
      );
    });

    test.each([
      ['sign url', undefined, ''],
      ['sign url with download querystring parameter', { download: true }, '&download='],
      [
        'sign url with custom filename for download',
        { download: 'test.jpg' },
        '&download=test.jpg',
      ],
    ])('%s', async (_title, options, query) => {
      await upload('private');
      const { data, error } = await bucket('private').createSignedUrl(uploadPath, 2000, options);
      expect(error).toBeNull();
      expect(data?.signedUrl).toContain(
        `${backend.url}/storage/v1/object/sign/private/${uploadPath}`,
      );
      expect(data?.signedUrl.endsWith(query)).toBe(true);
      expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
      await expect(
        bucket('private').throwOnError().createSignedUrl('non-existent-path', 2000),
      ).rejects.toThrow('Object not found');
    });

    test('a signed url of another object is an InvalidSignature (verifyObjectSignature of supabase/storage)', async () => {
      await upload('private');
      const { data } = await bucket('private').createSignedUrl(uploadPath, 2000);
      const response = await fetch((data?.signedUrl ?? '').replace('file-', 'other-'));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: '400',
        code: 'InvalidSignature',
        error: 'InvalidSignature',
        message: 'Invalid signature',
      });
    });
  });

  describe('Upload files', () => {
    test.each([
      ['form-data', () => toForm()],
      ['buffer', () => file],
      ['array buffer', () => file.buffer.slice(file.byteOffset, file.byteOffset + file.length)],
      ['blob', () => new Blob([file])],
      ['readable stream', () => Readable.toWeb(Readable.from([file])) as ReadableStream],
    ] as const)('uploading using %s', async (_type, getBody) => {
      const { data, error } = await bucket().upload(uploadPath, getBody(), { duplex: 'half' });
      expect(error).toBeNull();
      expect(data?.path).toBe(uploadPath);
      const { data: stored } = await bucket().download(uploadPath);
      expect(Buffer.from(await new Response(stored).arrayBuffer())).toEqual(file);
    });

    function toForm() {
      const form = new FormData();
      form.append('file', new Blob([file]));
      return form;
    }

    test('upload and update file', async () => {
      await upload();
      const other = await sharp(file).resize(8).jpeg().toBuffer();
      const { data, error } = await bucket().update(uploadPath, other);
      expect(error).toBeNull();
      expect(data?.path).toBe(uploadPath);
    });

    test('can upload with custom metadata', async () => {
      const metadata = { custom: 'metadata', second: 'second', third: 'third' };
      const { error } = await bucket().upload(uploadPath, file, { metadata });
      expect(error).toBeNull();
      expect((await bucket().info(uploadPath)).data?.metadata).toEqual(metadata);
    });

    test.each([
      ['can upload a file within the file size limit', 'within'],
      ['can upload a file with a valid mime type', 'jpegs'],
    ])('%s', async (_title, name) => {
      await upload(name);
    });

    test('cannot upload a file that exceed the file size limit', async () => {
      const { error } = await bucket('exceeded').upload(uploadPath, file);
      expect(error).toMatchObject({
        message: 'The object exceeded the maximum allowed size',
        status: 400,
        statusCode: '413',
      });
    });

    test('cannot upload a file an invalid mime type', async () => {
      const { error } = await bucket('pngs').upload(uploadPath, file, {
        contentType: 'image/jpeg',
      });
      expect(error).toMatchObject({ status: 400, statusCode: '415' });
    });

    test('sign url for upload', async () => {
      const { data, error } = await bucket().createSignedUploadUrl(uploadPath);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: uploadPath, token: expect.any(String) });
      expect(data?.signedUrl).toContain(
        `${backend.url}/storage/v1/object/upload/sign/open/${uploadPath}`,
      );
    });

    test('can upload overwriting files with a signed url', async () => {
      await upload();
      const { data } = await bucket().createSignedUploadUrl(uploadPath, { upsert: true });
      const sent = await bucket().uploadToSignedUrl(uploadPath, data?.token ?? '', file);
      expect(sent.error).toBeNull();
      expect(sent.data?.path).toBe(uploadPath);
    });

    test('can upload with a signed url; cannot upload to a signed url twice', async () => {
      const { data } = await bucket().createSignedUploadUrl(uploadPath);
      const token = data?.token ?? '';
      const sent = await bucket().uploadToSignedUrl(uploadPath, token, file);
      expect(sent.data?.path).toBe(uploadPath);
      const again = await bucket().uploadToSignedUrl(uploadPath, token, file);
      expect(again.error).toMatchObject({
        message: 'The resource already exists',
        status: 400,
        statusCode: '409',
      });
      await expect(
        bucket().throwOnError().uploadToSignedUrl(uploadPath, token, file),
      ).rejects.toThrow('The resource already exists');
    });

    test.each([
      ['Blob', () => new Blob([file], { type: 'image/jpeg' })],
      ['FormData', () => toForm()],
    ] as const)('uploadToSignedUrl with %s', async (_type, getBody) => {
      const { data } = await bucket().createSignedUploadUrl(uploadPath);
      const sent = await bucket().uploadToSignedUrl(uploadPath, data?.token ?? '', getBody());
      expect(sent.error).toBeNull();
    });
  });

  describe('File operations', () => {
    test('list objects', async () => {
      await upload();
      const name = uploadPath.replace('testpath/', '');
      const listed = await bucket().list('testpath', { search: name });
      expect(listed.error).toBeNull();
      expect(listed.data).toEqual([expect.objectContaining({ name })]);
      const otherCase = await bucket().list('TestPath', { search: name.toUpperCase() });
      expect(otherCase.data).toEqual(listed.data);
    });

    test('move object to different path', async () => {
      await upload();
      const { data, error } = await bucket().move(uploadPath, `${uploadPath}-moved.jpg`);
      expect(error).toBeNull();
      expect(data?.message).toBe('Successfully moved');
      await expect(bucket().throwOnError().move('non-existent', '')).rejects.toThrow();
    });

    test('move object across buckets in different path', async () => {
      await upload();
      const destinationBucket = 'bucket-move';
      const { data } = await bucket().move(uploadPath, `${uploadPath}.jpg`, { destinationBucket });
      expect(data?.message).toBe('Successfully moved');
      expect((await bucket(destinationBucket).download(`${uploadPath}.jpg`)).error).toBeNull();
    });

    test('copy object to different path', async () => {
      await upload();
      const { data, error } = await bucket().copy(uploadPath, `${uploadPath}-copied.jpg`);
      expect(error).toBeNull();
      expect(data?.path).toBe(`open/${uploadPath}-copied.jpg`);
    });

    test('copy object across buckets to different path', async () => {
      await upload();
      const destinationBucket = 'bucket-move';
      const { data } = await bucket().copy(uploadPath, uploadPath, { destinationBucket });
      expect(data?.path).toBe(`${destinationBucket}/${uploadPath}`);
    });

    test('downloads an object', async () => {
      await upload();
      const { data, error } = await bucket().download(uploadPath);
      expect(error).toBeNull();
      expect([data?.size, data?.type]).toEqual([file.length, 'image/jpeg']);
      await expect(bucket().throwOnError().download('non-existent-file')).rejects.toThrow();
    });

    test('downloads an object as a stream', async () => {
      await upload();
      const { data, error } = await bucket().download(uploadPath).asStream();
      expect(error).toBeNull();
      expect(await buffer(data ?? new ReadableStream())).toEqual(file);
      const missing = bucket().throwOnError().download('non-existent-file').asStream();
      await expect(missing).rejects.toThrow();
    });

    test('removes an object', async () => {
      await upload();
      const { data, error } = await bucket().remove([uploadPath]);
      expect(error).toBeNull();
      expect(data).toEqual([expect.objectContaining({ bucket_id: 'open', name: uploadPath })]);
    });

    test('get object info', async () => {
      await upload();
      const { data, error } = await bucket().info(uploadPath);
      expect(error).toBeNull();
      expect(data).toMatchObject({
        id: expect.any(String),
        name: uploadPath,
        createdAt: expect.any(String),
        cacheControl: expect.any(String),
        size: file.length,
        etag: expect.any(String),
        lastModified: expect.any(String),
        contentType: 'image/jpeg',
        metadata: {},
        version: expect.any(String),
      });
      await expect(bucket().throwOnError().info('non-existent')).rejects.toThrow();
      const { href } = new URL(
        `/storage/v1/object/info/authenticated/open/${uploadPath}`,
        backend.url,
      );
      const headers = { apikey: backend.secretKey };
      const response = await fetch(href, { headers });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ id: data?.id, metadata: {} });
    });

    test('check if object exists', async () => {
      await upload();
      expect(await bucket().exists(uploadPath)).toEqual({ data: true, error: null });
      expect((await bucket().exists('do-not-exists')).data).toBe(false);
    });
  });

  describe('bucket api', () => {
    test('Get all buckets', async () => {
      const { data } = await backend.service.storage.listBuckets();
      expect(data?.map(({ id }) => id)).toContain('images');
    });

    test('Get bucket by id', async () => {
      const { data } = await backend.service.storage.getBucket('within');
      expect(data).toMatchObject({
        id: 'within',
        name: 'within',
        public: true,
        file_size_limit: 1_000_000,
        allowed_mime_types: null,
      });
    });

    test('Get bucket with wrong id', async () => {
      const { error } = await backend.service.storage.getBucket('not-exist-id');
      expect(error).toMatchObject({ message: 'Bucket not found', status: 400, statusCode: '404' });
    });
  });

  test.each([
    ['list objects V2', () => bucket().listV2({ prefix: 'testpath' })],
    [
      'will download an authenticated transformed file',
      () => bucket('private').download(uploadPath, { transform: { width: 200 } }),
    ],
  ] as const)('%s is rejected', async (_title, send) => {
    await upload('private');
    expect((await send()).error).toMatchObject({ status: 404 });
  });
});
