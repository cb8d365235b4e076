import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { describeDesign } from './describe-design.ts';
import { summarizeDesign } from './design-summary.ts';

test('describeDesign and summarizeDesign name heights as the form does, and what comes with the style or the loft', () => {
  const barn = createPresetDesign({ style: 'Dutch Barn', width: 12, length: 16 });
  expect(describeDesign(barn)).toContainEqual(['Included', 'Loft door, Hay hood']);
  const dormer = createPresetDesign({ style: 'Dormer', width: 12, length: 16 });
  expect(describeDesign(dormer)).toContainEqual(['Included', '3 dormer windows']);
  expect(summarizeDesign(dormer)).toContain('4 windows, 3 dormer windows');
  const gable = createPresetDesign({ style: 'Gable', width: 12, length: 16 });
  expect(describeDesign({ ...gable, wallHeight: 90 })).toContainEqual([
    'Walls',
    '7 ft 6 in (2.29\u00a0m) high',
  ]);
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
  expect(summarizeDesign({ ...gable, roofing: 'metal' }, 'imperial', card)).toContain(
    'Natural (Clear Cedar) with White trim: metal roof in Green (Melchers Green)',
  );
});

test('describeDesign has every length in both units, feet first, and summarizeDesign in the chosen order', () => {
  const porch: ShedDesign = {
    ...createPresetDesign({ style: 'Porch', width: 12, length: 20 }),
    openings: [{ type: 'window-24x36', wall: 'left', position: 30 }],
  };
  expect(describeDesign(porch)).toEqual(
    expect.arrayContaining([
      ['Size', '12x20 ft (3.66\u00a0x\u00a06.10\u00a0m)'],
      [
        'Doors and windows',
        'Window 24x36 in (61x91\u00a0cm): left, 2 ft 6 in (76\u00a0cm) from the left',
      ],
      ['Porch', '4 ft (1.22\u00a0m) deep'],
    ]),
  );
  expect(summarizeDesign(porch)).toContain('porch of 4 ft (1.22\u00a0m)');
  expect(summarizeDesign(porch, 'metric')).toContain('porch of 1.22 m (4\u00a0ft)');
});
