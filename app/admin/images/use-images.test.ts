import { expect, it } from 'vitest';
import { UploadError } from '#app/features/images/images.ts';
import { createUploadAlert, InvalidImageError } from './use-images.ts';

const missing = new UploadError('Upload failed: table does not exist');

it('createUploadAlert ends with the message of the error', () => {
  const getAlert = (error: unknown) =>
    createUploadAlert(error, 'Failed to upload a.jpg', 'Storage Setup Required');
  expect(getAlert(new UploadError('Upload failed: disk full'))).toEqual({
    message: 'Failed to upload a.jpg: Upload failed: disk full',
  });
  expect(getAlert(new InvalidImageError('The file is not an image'))).toEqual({
    message: 'Failed to upload a.jpg: The file is not an image',
  });
  expect(getAlert(new TypeError('x is undefined'))).toEqual({
    message: 'Failed to upload a.jpg: Unknown error',
  });
});

it('createUploadAlert uses the title of the screen if the bucket is missing', () => {
  expect(createUploadAlert(missing, 'Failed to upload a.jpg', 'Storage Setup Required')).toEqual({
    title: 'Storage Setup Required',
    message: 'Upload failed: table does not exist\n\nThis is a one-time setup step.',
  });
  expect(createUploadAlert(missing, 'Failed to upload a.jpg')).toEqual({
    message: 'Failed to upload a.jpg: Upload failed: table does not exist',
  });
});
