import { expect, test } from 'vitest';
import { createPresetDesign } from '#drawing/design/preset-design.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { DesignView } from '../design-view.ts';
import { createShown, type ViewOptions } from './create-shown.ts';

const design = createPresetDesign({ style: 'Gambrel' });
const day: DesignView = { season: 'summer', light: 'day' };
const plain: ViewOptions = { hasOpenDoors: false, isInside: false, hasFigures: false };

test('a frame is shown with closed doors and from outside', () => {
  const framed = { ...day, framing: true };
  const { walls, panels } = createShown(design, framed, plain);
  expect(walls).toEqual([]);
  expect(
    createShown(design, framed, { ...plain, hasOpenDoors: true, isInside: true }).panels,
  ).toHaveLength(panels.length);
});

test('the inside has walls of its own, and figures are added to what is shown', () => {
  const inside = { ...plain, isInside: true };
  const { walls, panels } = createShown(design, day, inside);
  expect(walls).toHaveLength(4);
  const peopled = createShown(design, day, { ...inside, hasFigures: true });
  expect(peopled.panels.length).toBeGreaterThan(panels.length + 200);
});

test('inside, the tractor stands in a shed whose door it fits through', () => {
  const countInMiddle = (shed: ShedDesign, options: Partial<ViewOptions>) =>
    createShown(shed, day, { ...plain, ...options }).panels.filter(({ corners }) =>
      corners.every(([x, y, z]) => Math.hypot(x, z) < 3.5 && y < 5),
    ).length;
  const parked = { isInside: true, hasFigures: true };
  const narrow = design.openings.map((opening) => ({
    ...opening,
    ...(opening.type === 'double-door-60' ? { type: 'single-door-42' as const } : {}),
  }));
  for (const [openings, isIn] of [
    [design.openings, true],
    [narrow, false],
  ] as const) {
    const shed = { ...design, openings };
    const empty = countInMiddle(shed, { isInside: true });
    expect(countInMiddle(shed, parked) > empty + 50).toBe(isIn);
  }
});

test('windows and open doors light the ground by night, and only then', () => {
  const night: DesignView = { ...day, light: 'night' };
  const opened = { ...plain, hasOpenDoors: true };
  expect(createShown(design, day, opened).pools).toEqual([]);
  const closed = createShown(design, night, plain).pools;
  expect(createShown(design, night, opened).pools.length).toBeGreaterThan(closed.length);
  const marks = createShown(design, night, opened).inside.flatMap((panel) => panel.marks);
  expect(marks.filter((mark) => mark.type === 'area' && mark.flat).length).toBeGreaterThan(50);
});
