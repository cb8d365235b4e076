import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { formatWeight, listDimensions, toDrawnShed } from './drawn-shed.ts';

const gable = createPresetDesign({ style: 'Gable', width: 10, length: 12 });

test('listDimensions measures a gable shed in feet and metres', () => {
  expect(listDimensions(gable)).toEqual([
    ['Footprint', '10 ft (3.05\u00a0m) by 12 ft (3.66\u00a0m)'],
    ['Door opening', '5 ft (1.52\u00a0m) wide, 6 ft (1.83\u00a0m) high'],
    ['Height inside', '7 ft (2.13\u00a0m), below the ties of the roof'],
    ['Width outside', '11 ft (3.35\u00a0m) at the eaves'],
    ['Height outside', '10 ft 1 in (3.08\u00a0m)'],
    ['Weight', 'about 2,400 to 3,000 lb (1,100 to 1,350 kg), estimated'],
  ]);
});

test('listDimensions has no door of a shed without one', () => {
  const names = listDimensions({ ...gable, openings: [] }).map(([name]) => name);
  expect(names).toEqual([
    'Footprint',
    'Height inside',
    'Width outside',
    'Height outside',
    'Weight',
  ]);
});

test('listDimensions measures an A-frame up to its ties, and names a porch and the top of a cupola', () => {
  const frame = new Map(listDimensions(createPresetDesign({ style: 'A-Frame' })));
  expect(frame.get('Height inside')).toBe('6 ft 6 in (1.98\u00a0m), below the ties of the roof');
  const porch = createPresetDesign({ style: 'Porch', width: 12, length: 20 });
  expect(new Map(listDimensions(porch)).get('Footprint')).toMatch(/, with a porch of \d ft \(/);
  const getHeight = (extras: typeof gable.extras) =>
    new Map(listDimensions({ ...gable, extras })).get('Height outside');
  expect(getHeight(['cupola'])).not.toBe(getHeight([]));
});

test('formatWeight rounds a tenth less and more to hundreds of pounds', () => {
  expect(formatWeight(2550)).toBe('about 2,200 to 2,900 lb (1,000 to 1,300 kg)');
  expect(formatWeight(2000)).toBe('about 1,800 to 2,200 lb (800 to 1,000 kg)');
});

const stored = {
  ...{ shed_style: 'Dutch Barn', size: '12x16', material_type: 'Vinyl', color: 'Navy Blue' },
  ...{ id: '1', created_at: '', updated_at: '', is_active: true, is_featured: false },
  ...{ size_group: 'Large', floor_area: 192, order_index: null, published_at: null },
};

test.each([
  [
    'its own design',
    { design: createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 }) },
    6,
  ],
  ['a design of another size', { design: createPresetDesign({ style: 'Dutch Barn' }) }, 0],
  ['no design', { design: null }, 0],
])('toDrawnShed of a listing with %s has its dimensions, or none', (_, { design }, count) => {
  const row = { ...newShed(), ...stored, design: JSON.parse(JSON.stringify(design)) };
  const { dimensions } = toDrawnShed(row);
  expect(dimensions).toHaveLength(count);
});
