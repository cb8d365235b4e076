import { expect, test } from 'vitest';
import type { DesignChange } from '#drawing/design/design-change.ts';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { describeRefusal, isRemoval } from './describe-change.ts';
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
    'Not possible, because double door 60 in would be removed: the front wall has no room left.',
  ]);
  expect(refuse('extras=none&size=6x12&front=roll-up-door-84.0')).toEqual([
    'Not possible, because roll-up door 84 in would be removed: the front wall is too small for it.',
  ]);
  expect(refuse('extras=loft')).toEqual([
    'Loft: not possible, because a loft needs 6 ft 6 in (1.98 m) below it and 3 ft (91 cm) above it.',
  ]);
  expect(refuse('size=8x12&extras=vents')).toEqual([
    'Vents: not possible, because the gables have no room for them.',
  ]);
  expect(refuse('openings=none&extras=ramp')).toEqual([
    'Ramp: not possible, because there is no door.',
  ]);
});

test('isRemoval is false for what was only moved or resized', () => {
  const moved: DesignChange = {
    ...{ type: 'opening moved', opening: 'window-18x24', wall: 'front', toWall: 'front' },
    ...{ from: 1, to: 9, reason: 'room' },
  };
  expect(isRemoval(moved)).toBe(false);
  expect(isRemoval({ type: 'unknown value', param: 'color' })).toBe(false);
});
