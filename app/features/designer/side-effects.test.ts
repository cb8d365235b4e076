import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { applyDesignForm } from './design-form.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';
import { addFormerDesign, findChoices, readSideEffects } from './side-effects.ts';

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
    'Roof colour: now Charcoal, as usual for this wall colour.',
  ]);
  expect(report(preset('Gable'), { material: 'Metal' })).toContain(
    'Roofing: now metal roof, as usual for this siding.',
  );
  expect(report(preset('Gable'), { style: 'Modern Farmhouse' })).toEqual(
    expect.arrayContaining([
      'Trim colour: now Black, as usual for this style.',
      'Doors and windows, extras: as usual for this style.',
    ]),
  );
});

test('another size names the doors, windows and extras that come and go', () => {
  expect(report(preset('Gable', 10, 12), { length: '24' })).toContain(
    'Double door 72 in: added to the right wall.',
  );
});

test('a choice is not reported as its own side effect', () => {
  expect(report(preset('Gable'), { color: 'Black', roof: 'Black' })).toEqual([]);
  expect(report(preset('Gable'), {})).toEqual([]);
  const design = preset('Gable');
  const form = new URLSearchParams({ from: formatDesignParams(design).toString(), usual: '12x20' });
  expect(findChoices(form)).toEqual(['width', 'length']);
});
