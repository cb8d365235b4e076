import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestStorage, type TestStorage } from '#backend/storage/testing/storage-service.ts';
import { createInspirationName, createTestImage } from '#backend/storage/testing/test-images.ts';

let storage: TestStorage;
let image: Buffer;

beforeAll(async () => {
  storage = await startTestStorage();
  image = await createTestImage();
  await storage.images('staff').upload('hero/a.jpg', image);
  await storage.images('staff').upload('hero/b.jpg', image);
});
afterAll(() => storage.stop());

describe('a signed URL', () => {
  it('serves its object and no other', async () => {
    const { data } = await storage.images('staff').createSignedUrl('hero/a.jpg', 60);
    const signedUrl = data?.signedUrl ?? '';
    const response = await storage.fetch(signedUrl);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(image);
    expect(response.headers.get('cache-control')).toMatch(/^private/);
    for (const [url, error] of [
      [signedUrl.replace('a.jpg', 'b.jpg'), 'InvalidSignature'],
      [`${signedUrl}x`, 'InvalidJWT'],
      [signedUrl.split('?')[0] ?? '', 'InvalidJWT'],
    ] as const) {
      const refused = await storage.fetch(url);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ statusCode: '400', error });
    }
  });

  it('contains the file name for downloads', async () => {
    const options = { download: 'plan.jpg' };
    const { data } = await storage.images('staff').createSignedUrl('hero/a.jpg', 60, options);
    const { headers } = await storage.fetch(data?.signedUrl ?? '');
    expect(headers.get('content-disposition')).toContain('plan.jpg');
  });

  it('expires', async () => {
    const { data } = await storage.images('staff').createSignedUrl('hero/a.jpg', 60);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
    try {
      expect((await storage.fetch(data?.signedUrl ?? '')).status).toBe(400);
    } finally {
      vi.useRealTimers();
    }
  });

  it('rejects an access token', async () => {
    const { privateKey } = storage.keys.signing;
    const forged = await new SignJWT({ url: 'images/hero/a.jpg' })
      .setProtectedHeader({ alg: 'ES256' })
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(privateKey);
    const url = `http://localhost/storage/v1/object/sign/images/hero/a.jpg?token=${forged}`;
    const refused = await storage.fetch(url);
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'InvalidSignature']);
  });

  it('is created for several names at a time', async () => {
    const { data } = await storage
      .images('staff')
      .createSignedUrls(['hero/a.jpg', 'hero/x.jpg'], 60);
    expect(data?.[1]).toMatchObject({ path: 'hero/x.jpg', signedUrl: null });
    expect(data?.[1]?.error).toMatch(/does not exist/);
    expect((await storage.fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200);
  });

  it.each(['anon', 'stranger'] as const)('is not created for %s', async (caller) => {
    const { error } = await storage.images(caller).createSignedUrl('hero/a.jpg', 60);
    expect(error).toMatchObject({ status: 400, statusCode: '404' });
  });

  it.each([0, -5, 1.5, 24 * 3600 + 1])('is not created for %d seconds', async (seconds) => {
    const { error } = await storage.images('staff').createSignedUrl('hero/a.jpg', seconds);
    expect(error).toMatchObject({ status: 400 });
  });
});

describe('a signed upload URL', () => {
  it('accepts that one file from anyone', async () => {
    const { data } = await storage.images('staff').createSignedUploadUrl('hero/new.jpg');
    const token = data?.token ?? '';
    const anon = storage.images('anon');
    expect((await anon.uploadToSignedUrl('hero/other.jpg', token, image)).error).toMatchObject({
      status: 400,
    });
    const sent = await anon.uploadToSignedUrl('hero/new.jpg', token, image);
    expect(sent.data).toEqual({ path: 'hero/new.jpg', fullPath: 'images/hero/new.jpg' });
    expect((await anon.uploadToSignedUrl('hero/new.jpg', token, image)).error).toMatchObject({
      status: 400,
      statusCode: '409',
    });
    expect((await anon.uploadToSignedUrl('hero/new.jpg', token, 'text')).error).not.toBeNull();
  });

  it('replaces only if it was signed with upsert', async () => {
    const options = { upsert: true };
    const { data } = await storage.images('staff').createSignedUploadUrl('hero/a.jpg', options);
    const anon = storage.images('anon');
    const sent = await anon.uploadToSignedUrl('hero/a.jpg', data?.token ?? '', image);
    expect(sent.error).toBeNull();
  });

  it('is created for callers who may upload the file themselves', async () => {
    const anon = storage.images('anon');
    expect((await anon.createSignedUploadUrl('hero/z.jpg')).error).toMatchObject({
      status: 400,
      statusCode: '403',
    });
    expect((await anon.createSignedUploadUrl(createInspirationName())).error).toBeNull();
    expect((await storage.images('staff').createSignedUploadUrl('hero/b.jpg')).error).toMatchObject(
      {
        status: 400,
        statusCode: '409',
      },
    );
  });

  it('of somebody who was removed from staff uploads nothing', async () => {
    const { data } = await storage.images('staff').createSignedUploadUrl('hero/removed.jpg');
    const { owner } = storage.database;
    const removed = await owner.deleteFrom('public.staff').returningAll().execute();
    const sent = await storage
      .images('anon')
      .uploadToSignedUrl('hero/removed.jpg', data?.token ?? '', image);
    await owner.insertInto('public.staff').values(removed).execute();
    expect(sent.error).toMatchObject({ status: 400, statusCode: '403' });
  });

  it('is not valid for downloads', async () => {
    const { data } = await storage.images('staff').createSignedUploadUrl('hero/q.jpg');
    const url = `http://localhost/storage/v1/object/sign/images/hero/q.jpg?token=${data?.token}`;
    const refused = await storage.fetch(url);
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'InvalidSignature']);
  });
});
