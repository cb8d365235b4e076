import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import { createTestImage } from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;
let image: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  storage = await startTestStorage();
  image = new Uint8Array(await createTestImage());
});
afterAll(() => storage.stop());

const hostile = [
  '..%2F..%2Fetc%2Fpasswd',
  'hero/..%2F..%2Fa.jpg',
  'hero%2F..%2Fa.jpg',
  'hero/.%2Fa.jpg',
  'hero//a.jpg',
  '%2Fhero/a.jpg',
  'hero/a.jpg/',
  'hero/a%00.jpg',
  'hero/a%0A.jpg',
  'hero/a%7F.jpg',
  'hero%5Ca.jpg',
  'hero/..%5C..%5Ca.jpg',
  'hero/a%25b.jpg',
  'hero/a%b.jpg',
  'hero/a%FF.jpg',
  'hero/caf%C3%A9.jpg',
  'hero/cafe%CC%81.jpg',
  // As Supabase Storage: toSafeFileName of the website replaces what it rejects.
  'hero/3.15.02%E2%80%AFPM.png',
  'hero/%3Cscript%3E.jpg',
  'hero/a%23.jpg',
  'hero/a%22.jpg',
  'hero/%252e%252e%252fa.jpg',
  `hero/${'a'.repeat(1020)}.jpg`,
];

describe('the object name', () => {
  it.each(hostile)('%s is rejected by every route', async (name) => {
    for (const [method, route] of [
      ['POST', 'object/images'],
      ['PUT', 'object/images'],
      ['GET', 'object/images'],
      ['DELETE', 'object/images'],
      ['GET', 'object/public/images'],
      ['GET', 'object/info/images'],
      ['POST', 'object/sign/images'],
    ]) {
      const response = await storage.fetch(`http://localhost/storage/v1/${route}/${name}`, {
        method,
        headers: { apikey: 'service_role' },
        ...(method === 'POST' || method === 'PUT' ? { body: image } : {}),
      });
      expect([method, route, response.status]).toEqual([method, route, 400]);
      expect(await response.json()).toMatchObject({
        statusCode: '400',
        error: 'InvalidKey',
        message: expect.stringMatching(/^Invalid key: /),
      });
    }
    expect(await storage.filesOnDisk()).toEqual([]);
  });

  it.each(['../a.jpg', '/a.jpg', 'a/../../b.jpg', 'a\\b.jpg', ''])(
    '%j is rejected in a body',
    async (name) => {
      const images = storage.images('service_role');
      for (const { error } of [
        await images.remove([name]),
        await images.move('hero/a.jpg', name),
        await images.copy(name, 'hero/a.jpg'),
        await images.createSignedUrls([name], 60),
      ]) {
        expect(error).toMatchObject({ status: 400, message: `Invalid key: ${name}` });
      }
    },
  );

  it.each(["hero/a b (1)'s!-_.*&$@=;:+,.jpg", `hero/${'a'.repeat(1015)}.jpg`])(
    '%s is accepted',
    async (name) => {
      const images = storage.images('service_role');
      expect((await images.upload(name, image)).error).toBeNull();
      const { publicUrl } = images.getPublicUrl(name).data;
      expect((await storage.fetch(publicUrl)).status).toBe(200);
      expect((await images.remove([name])).data).toHaveLength(1);
    },
  );
});
