import { expect, test } from 'vitest';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import {
  COLORS,
  MATERIALS,
  type OpeningType,
  type ShedDesign,
  STYLES,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { isFull } from '#tests/support/count-runs.ts';
import { describeChange } from './describe-change.ts';
import { applyDesignForm } from './design-form.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';
import {
  addFormerDesign,
  describeSideEffects,
  findChoices,
  readSideEffects,
} from './side-effects.ts';

/** What a page without scripts reports after a form with these fields. */
function report(design: ShedDesign, fields: Record<string, string>): string[] {
  const form = new URLSearchParams({ from: formatDesignParams(design).toString(), ...fields });
  const params = applyDesignForm(form);
  const parsed = parseDesignParams(params);
  addFormerDesign(params, form);
  return readSideEffects(params, parsed.design, parsed.changes);
}

const preset = (style: ShedDesign['style'], width = 12, length = 16) =>
  createPresetDesign({ style, width, length });

test('a porch names what it displaces', () => {
  expect(report(preset('Modern Farmhouse'), { porch: '6' })).toEqual([
    'Gable window: removed, because the porch takes its place.',
    'Door awning: removed, because the porch takes its place.',
  ]);
  expect(report(preset('Dutch Barn'), { porch: '6' })).toEqual([
    'Loft door: removed, because the porch takes its place.',
    'Hay hood: removed, because the porch takes its place.',
  ]);
  const porched = { ...preset('Dutch Barn'), porchDepth: 6 };
  expect(report(porched, { porch: '0' })).toContain(
    'Hay hood: added, because there is room for it.',
  );
});

test('a wall colour, a siding and a style name the colours that change with them', () => {
  expect(report(preset('Gable'), { color: 'Black' })).toEqual([
    'Roof colour: now Charcoal, the standard for this wall colour.',
  ]);
  expect(report(preset('Gable'), { material: 'Metal' })).toContain(
    'Roofing: now metal roof, the standard for this siding.',
  );
  expect(report(preset('Gable'), { style: 'Modern Farmhouse' })).toEqual(
    expect.arrayContaining([
      'Trim colour: now Black, the standard for this style.',
      'Doors and windows: now the standard ones for this style.',
      'Extras: now ramp, the standard for this style.',
    ]),
  );
});

test('a roofing names the colour that changes with it, unless a change says so', () => {
  const before = { ...preset('Modern Farmhouse'), roofing: 'shingles' } as const;
  const after = { ...before, roofing: 'metal', roofColor: 'Black' } as const;
  const describeRoof = (changes: DesignChange[]) =>
    describeSideEffects(before, after, { choices: ['roofing'], changes });
  expect(describeRoof([])).toEqual(['Roof colour: now Black, the standard for this roofing.']);
  const card = [{ kind: 'metalColor', color: 'Black', name: 'Onyx', value: '' } as const];
  expect(describeSideEffects(before, after, { choices: ['roofing'], changes: [], card })).toEqual([
    'Roof colour: now Black (Onyx), the standard for this roofing.',
  ]);
  const { roofColor: from } = before;
  expect(describeRoof([{ type: 'not offered', kind: 'metalColor', from, to: 'Black' }])).toEqual(
    [],
  );
});

test('a style and a size name the wall height and the porch that change with them', () => {
  expect(report(preset('Porch', 9, 17), { style: 'Gable' })).toContain(
    'Porch: now none, the standard for this style.',
  );
  expect(report(preset('Modern Farmhouse', 6, 14), { style: 'Gable' })).toContain(
    'Wall height: now 7 ft (2.13\u00a0m), the standard for this style.',
  );
  expect(report(preset('Porch', 14, 9), { length: '18' })).toContain(
    'Porch: now 4 ft (1.22\u00a0m), the standard for this size.',
  );
  expect(report(preset('Modern Farmhouse'), { style: 'A-Frame' }).join()).not.toMatch(
    /Wall height/,
  );
});

test('lengths are in the chosen units first', () => {
  expect(report(preset('Porch', 14, 9), { length: '18', units: 'metric' })).toContain(
    'Porch: now 1.22 m (4\u00a0ft), the standard for this size.',
  );
});

const labels = {
  ...{ width: 'Width', length: 'Length', wallHeight: 'Wall height', porchDepth: 'Porch' },
  ...{ trimColor: 'Trim colour', roofColor: 'Roof colour' },
  ...{ roofing: 'Roofing', foundation: 'Foundation' },
} as const;

test('every measure, colour and material that follows from a single choice is named', () => {
  const choices: { fields: Record<string, string>; chosen?: keyof typeof labels }[] = [
    ...STYLES.map((style) => ({ fields: { style } })),
    ...MATERIALS.map((material) => ({ fields: { material } })),
    ...COLORS.map((color) => ({ fields: { color } })),
    ...['6', '9', '16'].map((width) => ({ fields: { width }, chosen: 'width' as const })),
    ...['6', '9', '18'].map((length) => ({ fields: { length }, chosen: 'length' as const })),
    ...['72', '120'].map((height) => ({ fields: { height }, chosen: 'wallHeight' as const })),
    ...['0', '8'].map((porch) => ({ fields: { porch }, chosen: 'porchDepth' as const })),
  ];
  const unnamed = STYLES.flatMap((style) =>
    (isFull ? ['6x14', '14x9', '16x24'] : ['14x9']).flatMap((size) =>
      (isFull ? ['', 'porch=4', 'height=108&roof=Red'] : ['height=108&roof=Red']).flatMap(
        (others) => {
          const query = `style=${style}&size=${size}&${others}`;
          const { design } = parseDesignParams(new URLSearchParams(query));
          return choices.flatMap(({ fields, chosen }) => {
            const form = new URLSearchParams({
              from: formatDesignParams(design).toString(),
              ...fields,
            });
            const parsed = parseDesignParams(applyDesignForm(form));
            const messages = [
              ...parsed.changes.map((change) => describeChange(change)),
              ...report(design, fields),
            ];
            return Object.entries(labels).flatMap(([field, label]) => {
              const name = field as keyof typeof labels;
              if (name === chosen || parsed.design[name] === design[name]) return [];
              if (name === 'wallHeight' && parsed.design.style === 'A-Frame') return [];
              const isNamed = messages.some((message) => message.startsWith(`${label}: `));
              return isNamed ? [] : [`${query} ${JSON.stringify(fields)}: ${label}`];
            });
          });
        },
      ),
    ),
  );
  expect(unnamed).toEqual([]);
});

test('another size names the doors, windows and extras that come and go', () => {
  expect(report(preset('Gable', 10, 12), { length: '24' })).toContain(
    'Double door 72 in (183\u00a0cm): added to the right wall.',
  );
});

test('an opening without room leaves the others that come and go named', () => {
  const design = { ...preset('Gable', 10, 24), porchDepth: 0 };
  const [first] = design.openings;
  if (!first) throw new Error('The preset has no openings');
  const after = { ...design, openings: design.openings.slice(1) };
  const describeRemoved = (opening: OpeningType, wall: Wall) =>
    describeSideEffects(design, after, {
      choices: ['length'],
      changes: [{ type: 'opening removed', opening, wall, reason: 'room' }],
    });
  expect(describeRemoved('transom-48x12', 'left')).toEqual([
    expect.stringMatching(/: removed from the \w+ wall\.$/),
  ]);
  expect(describeRemoved(first.type, first.wall)).toEqual([]);
});

test('a choice is not reported as its own side effect', () => {
  expect(report(preset('Gable'), { color: 'Black', roof: 'Black' })).toEqual([]);
  expect(report(preset('Gable'), {})).toEqual([]);
  const design = preset('Gable');
  const form = new URLSearchParams({ from: formatDesignParams(design).toString(), usual: '12x20' });
  expect(findChoices(form)).toEqual(['width', 'length']);
});
