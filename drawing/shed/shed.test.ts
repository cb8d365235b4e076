import { describe, expect, test } from 'vitest';
import type { Panel } from '../building/panel.ts';
import { toFeet } from '../vector.ts';
import { getShedDimensions } from './dimensions.ts';
import { ROOF_SHAPES, type ShedStyle } from './roof-shapes.ts';
import { buildShed, createShedPanels } from './shed.ts';

const styles = Object.keys(ROOF_SHAPES) as ShedStyle[];
const getCoordinates = (panels: readonly Panel[], axis: 0 | 1 | 2) =>
  panels.flatMap(({ corners }) => corners.map((corner) => corner[axis]));

describe.each(styles)('a %s', (style) => {
  const design = { style, material: 'Wood', color: 'Natural', size: '10x12' } as const;
  const dimensions = getShedDimensions(style, design.size);
  const parts = buildShed(design);
  const getPanels = (name: string) => parts.find((part) => part.name === name)?.panels ?? [];

  test('consists of skids, walls, a roof, and what belongs to its style', () => {
    const names = parts.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['skids', 'walls', 'roof']);
    expect(new Set(names).size).toBe(names.length);
    expect(createShedPanels(design)).toHaveLength(
      parts.reduce((sum, { panels }) => sum + panels.length, 0),
    );
  });

  test('has the width and ridge of its dimensions', () => {
    const walls = getPanels('walls');
    expect(Math.max(...getCoordinates(walls, 0))).toBeCloseTo(toFeet(dimensions.width) / 2);
    expect(Math.max(...getCoordinates(walls, 1))).toBeCloseTo(toFeet(dimensions.ridgeHeight));
    expect(Math.max(...getCoordinates(getPanels('roof'), 1))).toBeCloseTo(
      toFeet(dimensions.ridgeHeight + dimensions.thickness),
    );
  });
});

test('snow raises the roof', () => {
  const design = { style: 'Gable', material: 'Wood', color: 'Red', size: '10x12' } as const;
  const getTop = (snow: boolean) =>
    Math.max(...getCoordinates(createShedPanels({ ...design, snow }), 1));
  expect(getTop(true)).toBeGreaterThan(getTop(false));
});
