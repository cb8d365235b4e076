import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDesignParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { shedDesignSchema } from '#app/features/designer/design-schema.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  createRequestForDesign,
  listContradictions,
  parsePostedDesign,
} from './request-for-design.ts';

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

test('listContradictions names the answers that differ from the design', () => {
  const design = createPresetDesign({ style: 'Gable', width: 10, length: 12, color: 'Red' });
  const answers = { size: '10x12', shed_style: 'Gable', material_type: 'Wood', color: 'Red' };
  expect(listContradictions(answers, design)).toEqual([]);
  expect(listContradictions({ ...answers, size: null, color: '' }, design)).toEqual([]);
  expect(listContradictions({ ...answers, size: '8x8', material_type: 'Metal' }, design)).toEqual([
    'size 8x8',
    'material Metal',
  ]);
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
