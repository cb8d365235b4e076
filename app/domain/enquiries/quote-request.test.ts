import { expect, test } from 'vitest';
import { partitionUploads, plainReason, uploadFailure } from './quote-request.ts';

test('a full storage is reported without the name of the file', () => {
  const reason = plainReason("The storage for visitors' images is full");
  expect(uploadFailure('yard.jpg', reason)).toBe(
    'We cannot take more pictures at the moment. Please send your request without them; we will ask for pictures by e-mail.',
  );
  expect(uploadFailure('yard.jpg', plainReason('mime type text/plain is not supported'))).toMatch(
    /^Failed to upload yard.jpg: it is not a JPEG/,
  );
});

test('uploads of a draft expire an hour before the storage deletes them', () => {
  const now = Date.UTC(2026, 10, 22);
  const upload = (hours: number) => ({ path: `inspiration/${now - hours * 3_600_000}-a.jpg` });
  const [old, young] = [upload(47.1), upload(46.9)];
  expect(partitionUploads([old, young], now)).toEqual({ current: [young], expired: [old] });
  const unnamed = { path: 'inspiration/x.jpg' };
  expect(partitionUploads([unnamed], now).current).toEqual([unnamed]);
});
