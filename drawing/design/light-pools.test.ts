import { expect, test } from 'vitest';
import { createLightPools } from './light-pools.ts';
import { createPresetDesign } from './preset-design.ts';
import { resolveShed } from './resolve-shed.ts';

const design = {
  ...createPresetDesign({ style: 'Gable', width: 12, length: 16 }),
  openings: [
    { type: 'double-door-60', wall: 'front', position: 42 },
    { type: 'window-24x36', wall: 'right', position: 60 },
  ],
} as const;

test('windows light the ground before their wall, doors do once they are open', () => {
  const shed = resolveShed(design, false);
  const [window, ...none] = createLightPools(shed, { hasOpenDoors: false });
  expect(none).toEqual([]);
  expect(window?.normal[1]).toBeCloseTo(1);
  for (const [x, y] of window?.corners ?? []) {
    expect(x).toBeGreaterThan(6);
    expect(y).toBeGreaterThan(0);
  }
  const pools = createLightPools(shed, { hasOpenDoors: true });
  expect(pools).toHaveLength(2);
  expect(pools[0]?.corners.every(([, , z]) => z > 8)).toBe(true);
});
