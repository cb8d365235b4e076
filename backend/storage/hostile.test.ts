import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import { createInspirationName, createTestImage } from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
}, 60_000);
afterAll(() => storage.stop());

const url = 'http://localhost/storage/v1';
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  storage.fetch(`${url}${path}`, { method: 'POST', headers: { apikey: 'anon', ...headers }, body });

describe('a body of JSON', () => {
  it.each(['/object/list/images', '/object/move', '/object/copy', '/object/sign/images'])(
    'of more than 2 MiB is rejected by %s, with and without Content-Length',
    async (path) => {
      expect((await post(path, `"${'x'.repeat(3_000_000)}"`)).status).toBe(400);
      expect((await post(path, '{}', { 'content-length': '3000000' })).status).toBe(400);
    },
  );

  it('signs a thousand names with one query', async () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `inspiration/${index}.jpg`);
    const queries: unknown[] = [];
    const { asCaller } = storage.database;
    storage.database.asCaller = (...call) => {
      queries.push(call);
      return asCaller(...call);
    };
    const response = await post('/object/sign/images', JSON.stringify({ expiresIn: 60, paths }));
    storage.database.asCaller = asCaller;
    expect(await response.json()).toHaveLength(1000);
    expect(queries).toHaveLength(1);
  });

  it('with an empty list of names to sign gets 200', async () => {
    const response = await post('/object/sign/images', '{"expiresIn":60,"paths":[]}');
    expect([response.status, await response.json()]).toEqual([200, []]);
  });
});

describe('text that the database cannot store gets 400', () => {
  it('in the name of a bucket', async () => {
    expect((await storage.fetch(`${url}/object/public/%00/a.jpg`)).status).toBe(400);
    expect((await storage.fetch(`${url}/bucket/%00`)).status).toBe(400);
    expect((await post('/object/list/%00', '{}')).status).toBe(400);
  });

  it('in a prefix', async () => {
    expect((await post('/object/list/images', '{"prefix":"\\u0000"}')).status).toBe(400);
  });

  it.each([
    ['a null character', '{"a":"\\u0000"}'],
    ['JSON nested too deeply', `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`],
  ])('in metadata with %s', async (_what, metadata) => {
    const form = new FormData();
    form.set('metadata', metadata);
    form.set('', new Blob([new Uint8Array(await createTestImage())]), 'a.jpg');
    const response = await storage.fetch(`${url}/object/images/${createInspirationName()}`, {
      method: 'POST',
      headers: { apikey: 'anon' },
      body: form,
    });
    expect(response.status).toBe(400);
  });
});
