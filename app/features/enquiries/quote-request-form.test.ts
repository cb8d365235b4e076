import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDesignParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { shedDesignSchema } from '#app/features/designer/design-schema.ts';
import { fieldErrors } from '#app/lib/form-fields.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  createRequestForDesign,
  createRequestForProject,
  createRequestForShed,
  explainRejectedImage,
  explainRejectedUpload,
  formatUploadError,
  inspirationPaths,
  parsePostedDesign,
  partitionUploads,
  quoteRequestForm,
} from './quote-request-form.ts';

test('only name, email, project type and description are required', () => {
  const result = quoteRequestForm.safeParse({});
  expect(result.error && fieldErrors(result.error)).toEqual({
    customer_name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    project_type: 'Please select a project type',
    description: 'Please provide more details about your project',
  });
  const parsed = quoteRequestForm.parse({
    customer_name: 'Bo',
    email: 'bo@example.com',
    project_type: 'Other',
    description: 'A treehouse with a rope ladder',
  });
  expect(parsed.phone).toBe('');
});

test('a preselected shed fills its fields', () => {
  const form = createRequestForShed({
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
  expect(createRequestForShed(null).project_type).toBe('');
  expect(createRequestForShed(null, 'Home Addition').project_type).toBe('Home Addition');
});

test.each([
  ['phone', 40],
  ['location', 120],
  ['contact_preference', 120],
  ['project_type', 100],
  ['material_type', 60],
  ['color', 60],
  ['size', 60],
  ['shed_style', 60],
  ['budget_range', 60],
  ['timeline', 60],
  ['description', 10_000],
  ['custom_message', 10_000],
])('quoteRequestForm rejects a %s of more than %d characters', (field, max) => {
  const filled = {
    customer_name: 'Bo',
    email: 'bo@example.com',
    project_type: 'Other',
    description: 'A treehouse with a rope ladder',
  };
  expect(quoteRequestForm.safeParse({ ...filled, [field]: 'x'.repeat(max) }).success).toBe(true);
  const { error } = quoteRequestForm.safeParse({ ...filled, [field]: 'x'.repeat(max + 1) });
  expect(error && Object.keys(fieldErrors(error))).toEqual([field]);
});

const path = 'inspiration/1767225600000-garden_1.jpg';

test.each([
  ['', [path]],
  ['', Array(20).fill(path)],
  ['', ['inspiration/1767225600000-Screenshot 2026-11-26 at 3.15.02 PM (2).png']],
  ['Please attach at most 20 photos', Array(21).fill(path)],
  ["We couldn't find this photo", ['sheds/1767225600000-a.jpg']],
  ["We couldn't find this photo", [`x${path}`]],
  ["We couldn't find this photo", [`${path}/..`]],
  ["We couldn't find this photo", ['inspiration/123-a.jpg']],
  ["We couldn't find this photo", ['inspiration/12345678901234567-a.jpg']],
  ["We couldn't find this photo", ['inspiration/1767225600000-']],
  ["We couldn't find this photo", [`inspiration/1767225600000-${'x'.repeat(256)}`]],
])('inspirationPaths reports %j', (message, paths) => {
  const { error } = inspirationPaths.safeParse(paths);
  expect(error?.issues[0]?.message ?? '').toBe(message);
});

test.each([
  ['Garage Addition', 'Garage Addition'],
  ['Siding', 'Exterior Renovation'],
  ['Treehouse', 'Other'],
])('a request for something like a finished %s is for %s and names the project', (from, to) => {
  const form = createRequestForProject({ id: '1', title: 'Lakeside Shed', project_type: from });
  expect(form).toMatchObject({
    project_type: to,
    description: "I'd like something like your project “Lakeside Shed”",
  });
});

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

test('createRequestForDesign fills in what the form asks about a shed', () => {
  const design = createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16, color: 'Red' });
  const { query, title, initial } = createRequestForDesign(design);
  expect(title).toBe('12x16 Dutch Barn');
  expect(initial).toMatchObject({
    project_type: 'Custom Shed',
    material_type: 'Wood',
    color: 'Red',
    size: '12x16',
    shed_style: 'Dutch Barn',
  });
  expect(initial.description).toMatch(
    /^I'm interested in this design: 12x16 Dutch Barn shed in Wood/,
  );
  expect(parseDesignParams(new URLSearchParams(query)).design).toEqual(design);
});

test('the distance of delivery leads back to the designer', () => {
  const design = createPresetDesign({ style: 'Gable' });
  expect(createRequestForDesign(design, { deliveryKm: 100 })).toMatchObject({
    query: 'style=gable&size=10x12',
    deliveryKm: 100,
    designerQuery: 'style=gable&size=10x12&delivery=100',
  });
  expect(createRequestForDesign(design).designerQuery).toBe('style=gable&size=10x12');
  const { designerQuery } = createRequestForDesign(design, { withdrawn: true });
  expect(designerQuery).toBe('style=gable&size=10x12&withdrawn=yes');
});

test('the chosen units lead back to the designer, and come first in the description', () => {
  const design = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  const { query, designerQuery, initial } = createRequestForDesign(design, { units: 'metric' });
  expect([query, designerQuery]).toEqual([
    'style=porch&size=12x20',
    'style=porch&size=12x20&units=metric',
  ]);
  expect(initial).toMatchObject({
    size: '12x20',
    description: expect.stringContaining('porch of 1.22 m (4\u00a0ft)'),
  });
});

test('the description has the names that suppliers give the colours; the answer is one of the form', () => {
  const design = createPresetDesign({ style: 'Gable', color: 'Red' });
  const card = [{ kind: 'wallColor', color: 'Red', name: 'Barn Red QC 8250', value: '' } as const];
  const { initial } = createRequestForDesign(design, { card });
  expect(initial.description).toContain('in Wood, Red (Barn Red QC 8250) with White trim');
  expect(initial.color).toBe('Red');
});

const gambrel = createPresetDesign({ style: 'Gambrel', width: 12, length: 16 });
const params = formatDesignParams(gambrel).toString();

test('parsePostedDesign returns the design of canonical params, and the distance', () => {
  expect(parsePostedDesign({ design: params, delivery_km: '80' })).toEqual({
    design: gambrel,
    delivery_km: 80,
    price_basis: null,
  });
});

test.each(['7.itemised', '12.none', '3.range.5.15'])(
  'parsePostedDesign returns the basis %s of the price that was shown',
  (price_basis) => {
    expect(parsePostedDesign({ design: params, price_basis })).toMatchObject({ price_basis });
  },
);

test.each(['7', '0.none', '7.itemised.5.15', '7.range', '-1.none', '7.none\n', '1e9.none', '<b>'])(
  'parsePostedDesign ignores the basis %j',
  (price_basis) => {
    expect(parsePostedDesign({ design: params, price_basis })).toMatchObject({ price_basis: null });
  },
);

test.each<Record<string, string>>([
  {},
  { design: '' },
  { design: 'null' },
  { design: '{"style":"Gable"}' },
])('parsePostedDesign returns nothing for %o', (fields) => {
  expect(parsePostedDesign(fields)).toBeUndefined();
});

test.each(['', '-5', '1e3', '99999', 'near'])(
  'parsePostedDesign ignores a distance of "%s"',
  (delivery_km) => {
    expect(parsePostedDesign({ design: params, delivery_km })?.delivery_km).toBeNull();
  },
);

test('parsePostedDesign returns a valid design for random fields', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6000 }), fc.string(), (text, km) => {
      const posted = parsePostedDesign({ design: `style=${text}&${text}`, delivery_km: km });
      expect(shedDesignSchema.safeParse(posted?.design).success).toBe(true);
    }),
  );
});
