import { readFileSync } from 'node:fs';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { UploadError, uploadInspirationImage } from '#app/features/images/images.ts';
import { reencodeUploads } from './visitor-uploads.ts';

function connect() {
  const stored: File[] = [];
  const platform: typeof fetch = async (_url, init) => {
    const file = init?.body instanceof FormData ? init.body.get('') : null;
    if (file instanceof File) stored.push(file);
    return Response.json({ Id: '1', Key: 'images/inspiration/1.jpg' });
  };
  const client = createClient('http://localhost', 'anon', {
    global: { fetch: reencodeUploads(platform, '192.0.2.1') },
  });
  return { client, stored };
}

test('an image of a form is uploaded to the hosted platform without its GPS location', async () => {
  const { client, stored } = connect();
  const photo = readFileSync('tests/fixtures/photo.heic');
  await uploadInspirationImage(client, new File([photo], 'photo.heic', { type: 'image/heic' }));
  const [file] = stored;
  expect(file?.type).toBe('image/jpeg');
  const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96 });
  expect(photo.includes('45.07N')).toBe(true);
  expect(bytes.includes('45.07N')).toBe(false);
});

test('a form file that is not an image is not uploaded to the hosted platform', async () => {
  const { client, stored } = connect();
  const upload = uploadInspirationImage(
    client,
    new File(['words'], 'a.jpg', { type: 'image/jpeg' }),
  );
  await expect(upload).rejects.toThrow(/^Upload failed: mime type text\/plain/);
  await expect(upload).rejects.toBeInstanceOf(UploadError);
  expect(stored).toEqual([]);
});
