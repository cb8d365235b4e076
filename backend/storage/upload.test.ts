import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStorage, type TestStorage } from './test-storage.ts';

const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg') =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: '#a0522d' } })
    .toFormat(format)
    .toBuffer();

let storage: TestStorage;
let count = 0;
const newName = (fileName = 'shed.jpg') => `inspiration/${1_700_000_000_000 + count++}-${fileName}`;
const bytesOf = async (blob: Blob | null) => Buffer.from(await new Response(blob).arrayBuffer());

beforeAll(async () => {
  storage = await startTestStorage();
});
afterAll(() => storage.stop());

describe('an upload', () => {
  it('comes back as it was sent, from a form and raw', async () => {
    const bytes = await picture();
    for (const body of [new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), bytes]) {
      const name = newName();
      const { data, error } = await storage.images('anon').upload(name, body);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: name, fullPath: `images/${name}` });
      const downloaded = await storage.images('anon').download(name);
      expect(await bytesOf(downloaded.data)).toEqual(bytes);
    }
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('takes %s', async (format) => {
    const name = newName(`shed.${format}`);
    const { error } = await storage.images('anon').upload(name, await picture(format));
    expect(error).toBeNull();
    const { data } = await storage.images('service_role').info(name);
    expect(data?.contentType).toBe(`image/${format}`);
  });

  it('stores the type that the bytes have, not the one that the client names', async () => {
    const name = newName();
    await storage.images('anon').upload(name, await picture('png'), { contentType: 'text/html' });
    const { publicUrl } = storage.images('anon').getPublicUrl(name).data;
    expect((await storage.fetch(publicUrl)).headers.get('content-type')).toBe('image/png');
  });
});
