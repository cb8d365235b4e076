import { expect, test } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { inspirationPaths, quoteForm } from './quote-form.ts';
import { pictureFault, plainReason, quoteForShed, uploadFailure } from './quote-request.ts';

test('only name, e-mail, project type and description are required', () => {
  const result = quoteForm.safeParse({});
  expect(result.error && fieldErrors(result.error)).toEqual({
    customer_name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    project_type: 'Please select a project type',
    description: 'Please provide more details about your project',
  });
  const parsed = quoteForm.parse({
    customer_name: 'Bo',
    email: 'bo@example.com',
    project_type: 'Other',
    description: 'A treehouse with a rope ladder',
  });
  expect(parsed.phone).toBe('');
});

test('a preselected shed fills its fields', () => {
  const form = quoteForShed({
    id: '1',
    title: 'Lakeside Gable',
    material_type: 'Wood',
    color: 'Red',
    size: '10x12',
    shed_style: 'Gable',
  });
  expect(form).toMatchObject({
    project_type: 'Custom Shed',
    material_type: 'Wood',
    color: 'Red',
    size: '10x12',
    shed_style: 'Gable',
    description: "I'm interested in the Lakeside Gable",
  });
  expect(quoteForShed(null).project_type).toBe('');
});

test('only paths of visitors’ pictures are taken', () => {
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-porch.jpg']).success).toBe(true);
  expect(inspirationPaths.safeParse(['hero/1763720000000-porch.jpg']).success).toBe(false);
  expect(inspirationPaths.safeParse(['inspiration/1763720000000-../x.jpg']).success).toBe(false);
  expect(
    inspirationPaths.safeParse(Array(21).fill('inspiration/1763720000000-porch.jpg')).success,
  ).toBe(false);
});

test('a failed picture is told with its name and reason', () => {
  expect(uploadFailure('porch.jpg', 'Too large')).toBe('Failed to upload porch.jpg: Too large');
  expect(uploadFailure('porch.jpg', undefined)).toBe('Failed to upload porch.jpg: Unknown error');
});

test.each([
  [{ size: 0, type: 'image/jpeg' }, 'the file is empty'],
  [{ size: 5, type: 'image/heic' }, 'only JPEG, PNG, WebP, AVIF or GIF pictures can be sent'],
  [{ size: 5, type: '' }, 'only JPEG, PNG, WebP, AVIF or GIF pictures can be sent'],
  [{ size: 15 * 1024 * 1024 + 1, type: 'image/png' }, 'it is larger than 15 MB'],
  [{ size: 15 * 1024 * 1024, type: 'image/png' }, undefined],
])('what speaks against a picture: %o', (file, reason) => {
  expect(pictureFault(file)).toBe(reason);
});

test('a storage’s word about types is put plainly, others stay', () => {
  expect(plainReason('mime type text/plain is not supported')).toBe(
    'it is not a JPEG, PNG, WebP, AVIF or GIF picture',
  );
  expect(plainReason('The connection was interrupted')).toBe('The connection was interrupted');
  expect(plainReason(undefined)).toBeUndefined();
});
