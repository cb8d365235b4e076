import { expect, test } from 'vitest';
import {
  explainRejectedImage,
  explainStorageError,
  formatUploadError,
  partitionUploads,
} from './inspiration-images.ts';
import { inspirationPaths } from './schemas.ts';

test('a full storage is reported without the name of the file', () => {
  const reason = explainStorageError("The storage for visitors' images is full");
  expect(formatUploadError('yard.jpg', reason)).toBe(
    'We cannot take more pictures at the moment. Please send your request without them; we will ask for pictures by e-mail.',
  );
  expect(
    formatUploadError('yard.jpg', explainStorageError('mime type text/plain is not supported')),
  ).toMatch(/^Failed to upload yard.jpg: it is not a JPEG/);
});

test('uploads of a draft expire an hour before the storage deletes them', () => {
  const now = Date.UTC(2026, 10, 22);
  const upload = (hours: number) => ({ path: `inspiration/${now - hours * 3_600_000}-a.jpg` });
  const [old, young] = [upload(47.1), upload(46.9)];
  expect(partitionUploads([old, young], now)).toEqual({ current: [young], expired: [old] });
  const unnamed = { path: 'inspiration/x.jpg' };
  expect(partitionUploads([unnamed], now).current).toEqual([unnamed]);
});

test('only paths of visitors’ pictures are taken', () => {
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-porch.jpg']).success).toBe(true);
  expect(inspirationPaths.safeParse(['hero/1763720000000-porch.jpg']).success).toBe(false);
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-../x.jpg']).success).toBe(false);
  expect(
    inspirationPaths.safeParse(Array(21).fill('inspiration/1763720000000-porch.jpg')).success,
  ).toBe(false);
});

test('formatUploadError states the name of the image and the reason', () => {
  expect(formatUploadError('porch.jpg', 'Too large')).toBe('Failed to upload porch.jpg: Too large');
  expect(formatUploadError('porch.jpg', undefined)).toBe(
    'Failed to upload porch.jpg: Unknown error',
  );
});

test.each([
  [{ size: 0, type: 'image/jpeg' }, 'the file is empty'],
  [{ size: 5, type: 'image/heic' }, 'only JPEG, PNG, WebP, AVIF or GIF pictures can be sent'],
  [{ size: 5, type: '' }, 'only JPEG, PNG, WebP, AVIF or GIF pictures can be sent'],
  [{ size: 15 * 1024 * 1024 + 1, type: 'image/png' }, 'it is larger than 15 MB'],
  [{ size: 15 * 1024 * 1024, type: 'image/png' }, undefined],
])('what speaks against a picture: %o', (file, reason) => {
  expect(explainRejectedImage(file)).toBe(reason);
});

test('a storage’s word about types is put plainly, others stay', () => {
  expect(explainStorageError('mime type text/plain is not supported')).toBe(
    'it is not a JPEG, PNG, WebP, AVIF or GIF picture',
  );
  expect(explainStorageError('The connection was interrupted')).toBe(
    'The connection was interrupted',
  );
  expect(explainStorageError(undefined)).toBeUndefined();
});
