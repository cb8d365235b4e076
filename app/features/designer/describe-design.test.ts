import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { describeDesign } from './describe-design.ts';
import { summarizeDesign } from './design-summary.ts';

test('describeDesign and summarizeDesign name heights as the form does, and what comes with the style or the loft', () => {
  const barn = createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 });
  expect(describeDesign(barn)).toContainEqual(['Included', 'Loft door, Hay hood']);
  const dormer = createPresetDesign({ style: 'Dormer', width: 12, length: 16 });
  expect(describeDesign(dormer)).toContainEqual(['Included', '3 dormer windows']);
  expect(summarizeDesign(dormer)).toContain('4 windows, 3 dormer windows');
  const gable = createPresetDesign({ style: 'Gable', width: 12, length: 16 });
  expect(describeDesign({ ...gable, wallHeight: 90 })).toContainEqual(['Walls', '7 ft 6 in high']);
  expect(describeDesign(gable).map(([name]) => name)).not.toContain('Included');
});

test('describeDesign and summarizeDesign name what suppliers call the colours of the roofing', () => {
  const gable = createPresetDesign({ style: 'Gable', width: 12, length: 16 });
  const roof = { color: gable.roofColor, value: '' };
  const card = [
    { kind: 'wallColor', color: 'Natural', name: 'Clear Cedar', value: '#aa8855' },
    { kind: 'shingleColor', ...roof, name: 'Forest' },
    { kind: 'metalColor', ...roof, name: 'Melchers Green' },
  ] as const;
  expect(describeDesign(gable, card)).toEqual(
    expect.arrayContaining([
      ['Siding', 'Wood, Natural (Clear Cedar)'],
      ['Trim', 'White'],
      ['Roof', 'Shingles, Green (Forest)'],
    ]),
  );
  expect(summarizeDesign({ ...gable, roofing: 'metal' }, card)).toContain(
    'Natural (Clear Cedar) with White trim: metal roof in Green (Melchers Green)',
  );
});
