import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { createRequestForDesign, listContradictions } from './request-for-design.ts';

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
