import { expect, test } from 'vitest';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { describeChange, describeRefusal, isRemoval } from './describe-change.ts';
import { formatDesignParams, parseDesignParams } from './design-params.ts';

/** Why a design does not get what is set in its query. */
function refuse(query: string): string[] {
  const params = formatDesignParams(createPresetDesign({ style: 'Gable' }));
  for (const [name, value] of new URLSearchParams(query)) params.set(name, value);
  return parseDesignParams(params)
    .changes.filter(isRemoval)
    .map((change) => describeRefusal(change));
}

test('describeRefusal explains why an opening or extra is not possible', () => {
  expect(refuse('extras=none&front=double-door-72.24_double-door-60.30')).toEqual([
    'Not possible, because double door 60 in (152\u00a0cm) would be removed: the front wall has no room left.',
  ]);
  expect(refuse('extras=none&size=6x12&front=roll-up-door-84.0')).toEqual([
    'Not possible, because roll-up door 84 in (213\u00a0cm) would be removed: the front wall is too small for it.',
  ]);
  expect(refuse('extras=loft')).toEqual([
    'Loft: not possible, because a loft needs 6 ft 6 in (1.98\u00a0m) below it and 3 ft (91\u00a0cm) above it.',
  ]);
  expect(refuse('size=8x12&extras=vents')).toEqual([
    'Vents: not possible, because the gables have no room for them.',
  ]);
  expect(refuse('openings=none&extras=ramp')).toEqual([
    'Ramp: not possible, because there is no door.',
  ]);
});

test('lengths of changes and refusals are in the chosen units first', () => {
  const params = new URLSearchParams('style=gable&size=10x12&height=50&extras=loft&porch=7');
  const { changes } = parseDesignParams(params);
  const sentences = changes.map((change) => describeChange(change, 'metric'));
  expect(sentences).toEqual(
    expect.arrayContaining([
      'Wall height: 1.83 m (6\u00a0ft). We build 1.83 m (6\u00a0ft) to 3.05 m (10\u00a0ft) in steps of 15 cm (6\u00a0in).',
      'Porch: 1.83 m (6\u00a0ft) deep. A porch is at least 91 cm (3\u00a0ft) deep and leaves 1.83 m (6\u00a0ft) of the shed’s length.',
    ]),
  );
  const refusals = changes
    .filter(isRemoval)
    .map((change) => describeRefusal(change, undefined, 'metric'));
  expect(refusals).toContain(
    'Loft: not possible, because a loft needs 1.98 m (6\u00a0ft\u00a06\u00a0in) below it and 91 cm (3\u00a0ft) above it.',
  );
});

test('isRemoval is false for what was only moved or resized', () => {
  const moved: DesignChange = {
    ...{ type: 'opening moved', opening: 'window-18x24', wall: 'front', toWall: 'front' },
    ...{ from: 1, to: 9, reason: 'room' },
  };
  expect(isRemoval(moved)).toBe(false);
  expect(isRemoval({ type: 'unknown value', param: 'color' })).toBe(false);
});
