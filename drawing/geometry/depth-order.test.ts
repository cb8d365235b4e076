import { expect, test } from 'vitest';
import { createDesignPanels, getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import { createPresetDesign, type PresetChoice } from '#drawing/design/preset-design.ts';
import type { Extra } from '#drawing/design/shed-design.ts';
import { createShedFramePanels } from '#drawing/framing/frame-panels.ts';
import { createScene } from '#drawing/views/scene/setting.ts';
import { createView } from './camera.ts';
import { compareDepths, isApart, isBehind, sortBackToFront, toSeen } from './depth-order.ts';
import type { Point } from './vector.ts';

const getArea = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0) / 2;

const cases: [PresetChoice, { framing: boolean; extras?: Extra[] }][] = [
  [{ style: 'Porch', width: 12, length: 20 }, { framing: true }],
  [{ style: 'Porch', width: 8, length: 12 }, { framing: true }],
  [{ style: 'Porch' }, { framing: false }],
  [
    { style: 'Gambrel', width: 12, length: 16 },
    { framing: true, extras: ['loft'] },
  ],
  [
    { style: 'Dutch Barn', width: 12, length: 16 },
    { framing: true, extras: ['loft'] },
  ],
  [{ style: 'Modern Farmhouse' }, { framing: true }],
];

test.each(cases)(
  'panels of %o with %o are painted from the back to the front',
  (choice, { framing, extras = [] }) => {
    const design = { ...createPresetDesign(choice), extras };
    const panels = turnToViewer(
      design,
      framing ? createShedFramePanels(design) : createDesignPanels(design),
    );
    for (const turn of [-30, 30, -9]) {
      const { camera } = createScene(
        { panels, ...getDesignBulk(design) },
        { season: 'summer', mood: 'morning', layout: 'maple', seed: 11, turn },
      );
      const view = createView(camera, 960, 720);
      const whole = sortBackToFront(panels, view).map((panel) => toSeen(panel, view));
      const ordered = sortBackToFront(panels, view, { canCut: true }).map((p) => toSeen(p, view));
      const reversed = ordered.flatMap((a, i) =>
        ordered.slice(i + 1).filter((b) => !isApart(a, b) && isBehind(compareDepths(b, a))),
      );
      expect(reversed, `from ${turn}`).toEqual([]);
      const [before = 0, after = 0] = [whole, ordered].map((list) =>
        list.flatMap(({ pieces }) => pieces.map(getArea)).reduce((sum, area) => sum + area),
      );
      expect(after / before).toBeCloseTo(1, 6);
    }
  },
);
