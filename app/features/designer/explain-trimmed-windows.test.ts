import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import { explainTrimmedWindows } from './explain-trimmed-windows.ts';

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
