import { createEntrancePanels } from '#drawing/design/design-panels.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { CEDAR, type Rgb, rgb } from '#drawing/geometry/color.ts';
import { createRailFence } from '#drawing/geometry/fixtures.ts';
import { createBar, createBox, type Panel, placePanels } from '#drawing/geometry/panel.ts';
import type { Vec3 } from '#drawing/geometry/vector.ts';
import { drawDesign } from '#drawing/views/scene/draw-design.ts';
import { drawScene } from '#drawing/views/scene/scene.ts';
import { createScene } from '#drawing/views/scene/setting.ts';
import type { DemoImage } from './demo-image.ts';
import { createListedDesign } from './sheds.ts';

const SIZE = [1600, 900] as const;

const placeShed = (design: ShedDesign, x: number, z: number, turn: number): Panel[] =>
  placePanels(createEntrancePanels(design), x, z, turn);

/** Stakes with a line from one to the next. */
function stakedOut(corners: readonly (readonly [number, number])[], line: Rgb): Panel[] {
  return corners.flatMap(([x, z], i) => {
    const [nx, nz] = corners[(i + 1) % corners.length] ?? [x, z];
    const from: Vec3 = [x, 1.5, z];
    return [
      ...createBox([x - 0.14, 0, z - 0.14], [0.28, 2.1, 0.28], CEDAR),
      ...createBar(from, [nx, 1.5, nz], 0.08, line, false),
    ];
  });
}

/** A shed well inside the fence, and the plot of the next one staked out beside it. */
function permitPlans(): string {
  const panels = [
    ...placeShed(createListedDesign('Gable', 'Wood', 'Green', '10x12'), 9, -3, -10),
    ...stakedOut(
      [
        [-13, -4],
        [-3, -4],
        [-3, 5],
        [-13, 5],
      ],
      rgb('#e8533a'),
    ),
  ];
  const setting = {
    season: 'spring',
    mood: 'morning',
    layout: 'meadow',
    seed: 401,
    turn: -14,
    ground: 'none',
    size: SIZE,
    eye: 8.5,
    horizon: 0.44,
    far: 0.92,
  } as const;
  return drawScene({
    ...createScene({ panels, w: 30, d: 12, h: 11 }, setting),
    backdrop: [
      ...createRailFence(Array.from({ length: 14 }, (_, i) => [-56 + i * 8, 0, -13])),
      ...createRailFence(Array.from({ length: 6 }, (_, i) => [20, 0, -13 + i * 7])),
    ],
    bare: [[2, -9, 16, 4]],
    frontZ: 6,
  });
}

/** Four sidings next to each other. */
function fourSidings(): string {
  const designs: readonly ShedDesign[] = [
    createListedDesign('Gable', 'Wood', 'Natural', '8x9'),
    createListedDesign('Gable', 'Duratemp', 'Green', '8x9'),
    createListedDesign('Gable', 'Metal', 'Charcoal', '8x9'),
    createListedDesign('Gable', 'Vinyl', 'White', '8x9'),
  ];
  const panels = designs.flatMap((design, i) => placeShed(design, -18 + i * 12, -i * 0.4, 6));
  const setting = {
    season: 'summer',
    mood: 'morning',
    layout: 'grove',
    seed: 411,
    turn: 12,
    ground: 'none',
    size: SIZE,
    far: 0.82,
    horizon: 0.56,
  } as const;
  return drawScene({
    ...createScene({ panels, w: 46, d: 10, h: 11 }, setting),
    bare: [[-25, -6, 26, 8]],
    frontZ: 6,
  });
}

/** A level pad of crushed stone within its timbers, waiting for the shed. */
function gravelPad(): string {
  const timber = rgb('#a9825a');
  const frame = [
    ...createBox([-8, 0, -6.4], [16, 0.6, 0.5], timber),
    ...createBox([-8, 0, 5.9], [16, 0.6, 0.5], timber),
    ...createBox([-8, 0, -5.9], [0.5, 0.6, 11.8], timber),
    ...createBox([7.5, 0, -5.9], [0.5, 0.6, 11.8], timber),
  ];
  const lumber = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].flatMap((i) =>
      createBox([-14.4 + i * 1.05, row * 0.42, -3 + (row % 2) * 0.3], [0.95, 0.36, 10], CEDAR),
    ),
  );
  const neighbour = placeShed(createListedDesign('Gambrel', 'Wood', 'Red', '10x14'), 19, -20, -24);
  const setting = {
    season: 'summer',
    mood: 'golden',
    layout: 'meadow',
    seed: 421,
    turn: -17,
    ground: 'none',
    size: SIZE,
    horizon: 0.36,
    eye: 10.5,
    far: 0.72,
  } as const;
  return drawScene({
    ...createScene({ panels: [...frame, ...lumber, ...neighbour], w: 22, d: 16, h: 11 }, setting),
    grounds: [
      {
        kind: 'gravel',
        outline: [
          [-7.6, 0, -6],
          [7.6, 0, -6],
          [7.6, 0, 6],
          [-7.6, 0, 6],
        ],
      },
    ],
    bare: [
      [-8, -6.4, 8, 6.4],
      [-15, -3, -10, 8],
    ],
    frontZ: 10,
  });
}

/** The images of the blog's posts. */
export const blogImages: readonly DemoImage[] = [
  { path: 'blog/1767225800000-permit-plans.webp', draw: permitPlans },
  { path: 'blog/1767225801000-four-sidings.webp', draw: fourSidings },
  { path: 'blog/1767225802000-gravel-pad.webp', draw: gravelPad },
  {
    path: 'blog/1767225803000-winter-shed.webp',
    draw: () =>
      drawDesign(createListedDesign('Gable', 'Wood', 'Red', '10x14'), {
        season: 'winter',
        mood: 'winter',
        layout: 'grove',
        seed: 431,
        turn: 27,
        fence: true,
        far: 0.95,
        size: SIZE,
      }),
  },
];
