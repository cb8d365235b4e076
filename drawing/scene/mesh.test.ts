import { expect, test } from 'vitest';
import { createPanel, type Mark, type Panel } from '../building/panel.ts';
import { rect } from '../building/siding.ts';
import { rgb } from '../color.ts';
import { createLight } from './light.ts';
import { createMesh } from './mesh.ts';

const light = createLight('noon', 0);
const RED = rgb('#ff0000');

/** A gable of 10 by 10 feet that faces the viewer, with its ridge in the middle. */
const createGable = (marks: readonly Mark[]): Panel =>
  createPanel(
    [
      [0, 0, 0],
      [10, 0, 0],
      [10, 5, 0],
      [5, 10, 0],
      [0, 5, 0],
    ],
    rgb('#ffffff'),
    { marks, graded: false },
  );

function getCorners(panels: readonly Panel[]) {
  const { positions, colors } = createMesh(panels, light);
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    x: positions[3 * i] ?? 0,
    y: positions[3 * i + 1] ?? 0,
    z: positions[3 * i + 2] ?? 0,
    green: colors[4 * i + 1] ?? 0,
  }));
}

const getArea = (corners: ReturnType<typeof getCorners>) => {
  let area = 0;
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3);
    if (a && b && c) area += ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;
  }
  return area;
};

test('createMesh covers a panel once', () => {
  expect(getArea(getCorners([createGable([])]))).toBeCloseTo(75);
});

test('createMesh cuts details at the outline of their panel', () => {
  const siding: Mark = { kind: 'area', points: rect(0, 0, 10, 10), color: RED };
  const red = getCorners([createGable([siding])]).filter(({ green }) => green === 0);
  expect(getArea(red)).toBeCloseTo(75);
  expect(Math.max(...red.map(({ x, y }) => x + y))).toBeCloseTo(15);
});

test('createMesh raises what covers something, and nothing else', () => {
  const areas = [0, 2, 4, 1].map(
    (u): Mark => ({ kind: 'area', points: rect(u, 1, 2, 2), color: RED }),
  );
  const red = getCorners([createGable(areas)]).filter(({ green }) => green === 0);
  const levels = red.map(({ z }) => Math.round(z * 1000)).filter((_, i) => i % 6 === 0);
  expect(levels[1]).toBe(levels[0]);
  expect(levels[2]).toBe(levels[0]);
  expect(levels[3]).toBeGreaterThan(levels[0] ?? 0);
});

test('createMesh fills a polygon that is not convex', () => {
  const arrow: Mark = {
    kind: 'area',
    points: [
      [1, 1],
      [5, 2],
      [9, 1],
      [5, 4],
    ],
    color: RED,
  };
  const red = getCorners([createGable([arrow])]).filter(({ green }) => green === 0);
  expect(getArea(red)).toBeCloseTo(8);
});
