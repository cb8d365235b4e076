import { expect, it } from 'vitest';
import { UploadError } from '#app/data/images.ts';
import { PictureRefused } from './prepare-picture.ts';
import { uploadAlert } from './upload-alert.ts';

const missing = new UploadError(
  'Upload failed: table does not exist',
  'table does not exist',
  true,
);

it('tells the reason after what failed', () => {
  const told = (error: unknown) =>
    uploadAlert(error, 'Failed to upload a.jpg', 'Storage Setup Required');
  expect(told(new UploadError('Upload failed: disk full', 'disk full'))).toEqual({
    message: 'Failed to upload a.jpg: disk full',
  });
  expect(told(new PictureRefused('It is not a picture'))).toEqual({
    message: 'Failed to upload a.jpg: It is not a picture',
  });
  expect(told(new TypeError('x is undefined'))).toEqual({
    message: 'Failed to upload a.jpg: Unknown error',
  });
});

it('asks for the setup where there is none, on the screens that tell it', () => {
  expect(uploadAlert(missing, 'Failed to upload a.jpg', 'Storage Setup Required')).toEqual({
    title: 'Storage Setup Required',
    message: 'Upload failed: table does not exist\n\nThis is a one-time setup step.',
  });
  expect(uploadAlert(missing, 'Failed to upload a.jpg')).toEqual({
    message: 'Failed to upload a.jpg: table does not exist',
  });
});
