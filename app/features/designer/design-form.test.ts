import { describe, expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import {
  applyDesignForm,
  explainTrimmedWindows,
  getUsualSizes,
  toFormValues,
  toUsualSize,
} from './design-form.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';

/** What a browser sends of the form, with changes. */
function fillIn(design: ShedDesign, changes: Record<string, string> = {}): URLSearchParams {
  const form = new URLSearchParams({ from: formatDesignParams(design).toString() });
  for (const [name, value] of Object.entries({ ...toFormValues(design), ...changes })) {
    form.set(name, value);
  }
  for (const { type, wall, position } of design.openings) {
    form.append('opening', type);
    form.append('wall', wall);
    form.append('at', `${position}`);
  }
  for (const extra of ['none', ...design.extras]) form.append('extras', extra);
  return form;
}

const parse = (form: URLSearchParams) => parseDesignParams(applyDesignForm(form));
const gable = createPresetDesign({ style: 'Gable' });

describe('applyDesignForm', () => {
  test('returns the design of an unchanged form', () => {
    for (const style of ['Gable', 'Porch', 'A-Frame'] as const) {
      const design = createPresetDesign({ style, width: 14, length: 18, color: 'Navy Blue' });
      expect(parse(fillIn(design))).toEqual({ design, changes: [] });
    }
  });

  test('takes over the usual openings of another style, unless they were changed', () => {
    expect(parse(fillIn(gable, { style: 'Porch' })).design).toEqual(
      createPresetDesign({ style: 'Porch' }),
    );
    const changed = {
      ...gable,
      openings: [{ type: 'double-door-72', wall: 'back', position: 24 } as const],
    };
    expect(parse(fillIn(changed, { style: 'Dormer' })).design.openings).toEqual(changed.openings);
  });

  test('changes single fields', () => {
    const changes = { color: 'Red', trim: 'Black', width: '12', height: '96', foundation: 'slab' };
    expect(parse(fillIn(gable, changes)).design).toMatchObject({
      wallColor: 'Red',
      trimColor: 'Black',
      width: 12,
      wallHeight: 96,
      foundation: 'slab',
    });
  });

  test('takes a usual size, unless width or length was changed instead', () => {
    const size = (changes: Record<string, string>) => {
      const { width, length } = parse(fillIn(gable, changes)).design;
      return `${width}x${length}`;
    };
    expect(size({ usual: '12x20' })).toBe('12x20');
    expect(size({ usual: '10x12', width: '11' })).toBe('11x12');
    expect(size({ usual: '', length: '15' })).toBe('10x15');
    expect(toUsualSize(gable)).toBe('10x12');
    expect(toUsualSize({ ...gable, width: 11 })).toBe('');
    expect(getUsualSizes('A-Frame')).toEqual(['12x12', '12x16', '12x20', '14x20']);
    expect(getUsualSizes('Gable')).toHaveLength(10);
  });

  test('adds, moves and removes openings', () => {
    const added = fillIn(gable);
    added.append('opening', 'window-18x24');
    added.append('wall', 'left');
    added.append('at', '20');
    expect(parse(added).design.openings).toContainEqual({
      type: 'window-18x24',
      wall: 'left',
      position: 20,
    });
    const emptied = fillIn(gable);
    emptied.delete('opening');
    emptied.append('opening', '');
    expect(parse(emptied).design.openings).toEqual([]);
  });

  test('adds chosen extras to the usual ones of another style, not to those of the former', () => {
    const form = fillIn(gable, { style: 'Dutch Barn' });
    form.append('extras', 'cupola');
    expect(parse(form).design.extras).toEqual(['ramp', 'cupola']);
    const own = { ...gable, extras: gable.extras.filter((extra) => extra !== 'ramp') };
    expect(parse(fillIn(own, { style: 'Dutch Barn' })).design.extras).toEqual([]);
  });

  test('removes all extras', () => {
    const form = fillIn(gable);
    form.delete('extras');
    form.append('extras', 'none');
    expect(parse(form).design.extras).toEqual([]);
  });

  test('answers hostile forms with a valid design', () => {
    const form = new URLSearchParams({ from: 'size=NaNx1e308', width: '-1', style: '<b>' });
    for (let i = 0; i < 10_000; i++) form.append('opening', 'window-18x24');
    const { design } = parse(form);
    expect(design.style).toBe('Gable');
    expect(design.openings.length).toBeLessThanOrEqual(24);
  });
});

test('explainTrimmedWindows states at how many windows shutters and flower boxes are', () => {
  const design = {
    ...createPresetDesign({ style: 'Gable' }),
    openings: [
      { type: 'double-door-60', wall: 'front', position: 12 },
      { type: 'window-24x36', wall: 'front', position: 82 },
      { type: 'window-24x36', wall: 'left', position: 40 },
    ] as const,
    extras: ['flowerBoxes', 'shutters'] as const,
  };
  expect(explainTrimmedWindows(design, 'shutters')).toBe(
    'At 1 of 2 windows: the others have no room for them',
  );
  expect(explainTrimmedWindows(design, 'flowerBoxes')).toBeUndefined();
  expect(explainTrimmedWindows({ ...design, extras: [] }, 'shutters')).toBeUndefined();
  expect(explainTrimmedWindows(design, 'ramp')).toBeUndefined();
});
