import { expect, test } from 'vitest';
import {
  explainRejectedImage,
  explainRejectedUpload,
  formatUploadError,
  partitionUploads,
} from './inspiration-images.ts';
import { inspirationPaths } from './quote-request-form.ts';

test('a full storage is reported with advice', () => {
  const reason = "Upload failed: The storage for visitors' images is full";
  expect(formatUploadError('yard.jpg', reason)).toEqual([
    `Failed to upload yard.jpg: ${reason}`,
    "We can't accept more photos right now. Please send your request without them, and we'll ask for photos by email.",
  ]);
});

test('uploads of a draft expire an hour before the storage deletes them', () => {
  const now = Date.UTC(2026, 10, 22);
  const upload = (hours: number) => ({ path: `inspiration/${now - hours * 3_600_000}-a.jpg` });
  const [old, young] = [upload(47.1), upload(46.9)];
  expect(partitionUploads([old, young], now)).toEqual({ current: [young], expired: [old] });
  const unnamed = { path: 'inspiration/x.jpg' };
  expect(partitionUploads([unnamed], now).current).toEqual([unnamed]);
});

test('only paths of visitors’ images are accepted', () => {
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-porch.jpg']).success).toBe(true);
  expect(inspirationPaths.safeParse(['hero/1763720000000-porch.jpg']).success).toBe(false);
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-../x.jpg']).success).toBe(false);
  expect(
    inspirationPaths.safeParse(Array(21).fill('inspiration/1763720000000-porch.jpg')).success,
  ).toBe(false);
});

test('formatUploadError states the name of the image and the reason', () => {
  expect(formatUploadError('porch.jpg', 'Too large')).toEqual([
    'Failed to upload porch.jpg: Too large',
  ]);
  expect(formatUploadError('porch.jpg', undefined)).toEqual([
    'Failed to upload porch.jpg: Unknown error',
  ]);
});

const wrongType = 'please choose a JPEG, PNG, WebP, AVIF, GIF or HEIC photo';
const bytes = 15 * 1024 * 1024;

test.each([
  [{ name: 'a.jpg', size: 0, type: 'image/jpeg' }, 'the file is empty'],
  [{ name: 'a.heic', size: 5, type: 'image/heic' }, undefined],
  [{ name: 'IMG_1.HEIC', size: 5, type: '' }, undefined],
  [{ name: 'a.jpg', size: 5, type: '' }, wrongType],
  [{ name: 'a.heic', size: 5, type: 'text/plain' }, wrongType],
  [{ name: 'a.png', size: bytes + 1, type: 'image/png' }, 'the file is larger than 15 MB'],
  [{ name: 'a.png', size: bytes, type: 'image/png' }, undefined],
])('explainRejectedUpload(%o) is %s', (file, reason) => {
  expect(explainRejectedUpload(file)).toBe(reason);
});

test('a large photograph is not rejected before it is downscaled', () => {
  const photograph = { name: 'a.jpg', size: bytes + 1, type: 'image/jpeg' };
  expect(explainRejectedImage(photograph)).toBeUndefined();
});
