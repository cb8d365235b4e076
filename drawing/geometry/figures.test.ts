import { expect, test } from 'vitest';
import { createFigures, createMower, createPerson, createTractor, FIGURES } from './figures.ts';
import type { Panel } from './panel.ts';
import { dot, getCentroid, sub } from './vector.ts';

/** In metres. */
function getSize(panels: readonly Panel[]) {
  const [width, height, length] = [0, 1, 2].map((axis) => {
    const values = panels.flatMap(({ corners }) => corners.map((corner) => corner[axis] ?? 0));
    return { min: 0.3048 * Math.min(...values), max: 0.3048 * Math.max(...values) };
  });
  if (!width || !height || !length) throw new Error('No panels');
  return { width, height, length };
}

test('a person is 1.75 m tall and stands on the ground', () => {
  const { height } = getSize(createPerson());
  expect(height.min).toBeCloseTo(0);
  expect(height.max).toBeCloseTo(FIGURES.person.height);
});

test.each([
  ['mower', createMower()],
  ['tractor', createTractor()],
] as const)('a %s has its size and stands on its wheels', (name, panels) => {
  const { width, height, length } = getSize(panels);
  const size = FIGURES[name];
  expect(height.min).toBeCloseTo(0, 1);
  expect(height.max).toBeCloseTo(size.height, 1);
  expect(width.max - width.min).toBeCloseTo(size.width, 1);
  expect(length.max - length.min).toBeCloseTo(size.length, 1);
});

test('each body is closed: its panels face away from it', () => {
  for (const panels of [createPerson(), createMower(), createTractor()]) {
    expect(panels.every(({ corners }) => corners.flat().every(Number.isFinite))).toBe(true);
    expect(panels.every(({ normal }) => Math.abs(Math.hypot(...normal) - 1) < 1e-9)).toBe(true);
  }
  const head = createPerson().slice(-10);
  const middle = getCentroid(head.flatMap(({ corners }) => corners));
  expect(
    head.every((panel) => dot(panel.normal, sub(getCentroid(panel.corners), middle)) > 0),
  ).toBe(true);
});

test('figures keep away from the walls, and from doors that swing 3 ft 6 in', () => {
  const [w, d] = [12, 16];
  for (const { corners } of createFigures({ w, d })) {
    for (const [x, , z] of corners) {
      const isBeside = Math.abs(x) > w / 2 + 3.5;
      expect(isBeside || (x > w / 2 && z > d / 2)).toBe(true);
    }
  }
});
