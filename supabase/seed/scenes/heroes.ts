import { createEntrancePanels } from '#drawing/design/design-panels.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { CREAM, rgb } from '#drawing/geometry/color.ts';
import { createRailFence } from '#drawing/geometry/fixtures.ts';
import { type Panel, placePanels } from '#drawing/geometry/panel.ts';
import { drawScene } from '#drawing/views/scene/scene.ts';
import { LEAF } from '#drawing/views/scene/trees.ts';
import { buildHouse, type House } from './build-house.ts';
import type { DemoImage } from './demo-image.ts';
import { createListedDesign } from './sheds.ts';

const SIZE = { width: 2400, height: 1350 } as const;

/** The house in the distance. */
const farHouse: readonly House[] = [
  {
    x: -24,
    z: -11,
    w: 28,
    d: 22,
    storeys: 1,
    pitch: 0.34,
    wall: rgb('#7c9272'),
    cladding: 'lap',
    trim: CREAM,
    roof: rgb('#6a5a4e'),
    door: rgb('#a03a2c'),
    gutters: true,
    chimney: true,
  },
  {
    x: 4,
    z: -10,
    w: 17,
    d: 24,
    storeys: 1,
    faces: 'gable',
    pitch: 0.42,
    front: 'garage',
    doors: 1,
    wall: rgb('#7c9272'),
    cladding: 'battens',
    trim: CREAM,
    roof: rgb('#6a5a4e'),
    door: rgb('#e9dfc9'),
  },
];

/** The home page: a cedar porch cabin under maples, late on an autumn day; in the middle, which every crop shows. */
function autumnYard(): string {
  const cabin: ShedDesign = {
    ...createListedDesign('Porch', 'Wood', 'Natural', '14x20'),
    roofColor: 'Brown',
  };
  const behind = placePanels(
    farHouse.flatMap((part) => buildHouse(part)),
    -60,
    -92,
    14,
  );
  return drawScene({
    width: 2000,
    height: 1500,
    season: 'autumn',
    seed: 5,
    light: { mood: 'golden', azimuth: -40 },
    camera: { eye: [-15, 5.6, 42], target: [0, 0, 0], focal: 1.05, horizon: 0.6, centre: 0.456 },
    panels: createEntrancePanels(cabin),
    backdrop: [
      behind,
      ...createRailFence(Array.from({ length: 24 }, (_, i) => [-97 + i * 8, 0, -26 + i * 0.5])),
    ],
    frontZ: 9,
    clouds: 4,
    grounds: [
      {
        kind: 'gravel',
        outline: [
          [-2, 0, 11],
          [2.4, 0, 11],
          [-0.5, 0, 20],
          [-7, 0, 27],
          [-12, 0, 40],
          [-21, 0, 40],
          [-12, 0, 26],
          [-4.6, 0, 19],
        ],
      },
    ],
    bare: [[-7, -10, 7, 10]],
    trees: [
      { kind: 'maple', x: 17, z: -16, height: 27, leaf: LEAF.orange, seed: 51 },
      { kind: 'maple', x: 3, z: -30, height: 27, leaf: LEAF.red, seed: 52 },
      { kind: 'maple', x: 33, z: -24, height: 29, leaf: LEAF.gold, seed: 57 },
      { kind: 'birch', x: -17, z: -12, height: 21, leaf: LEAF.gold, seed: 53 },
      { kind: 'birch', x: -22, z: -17, height: 24, leaf: LEAF.gold, seed: 54 },
      { kind: 'spruce', x: 24, z: -36, height: 34, leaf: LEAF.spruce, seed: 59 },
      { kind: 'spruce', x: 14, z: -40, height: 31, leaf: LEAF.spruce, seed: 60 },
      { kind: 'maple', x: -34, z: -84, height: 30, leaf: LEAF.rust, seed: 58 },
      { kind: 'maple', x: -66, z: -96, height: 34, leaf: LEAF.orange, seed: 61 },
      { kind: 'spruce', x: -84, z: -84, height: 36, leaf: LEAF.spruce, seed: 62 },
      { kind: 'bush', x: 9.4, z: 10.6, height: 2.8, leaf: LEAF.rust, seed: 56 },
      { kind: 'bush', x: 11.8, z: 9.6, height: 2.2, leaf: LEAF.deep, seed: 63 },
    ],
  });
}

const placeShed = (design: ShedDesign, x: number, z: number, turn: number): Panel[] =>
  placePanels(createEntrancePanels(design), x, z, turn);

/** The sheds page: four sheds in a row on a lawn, on a summer morning. */
function shedRow(): string {
  return drawScene({
    ...SIZE,
    season: 'summer',
    seed: 8,
    light: { mood: 'morning', azimuth: -50 },
    camera: { eye: [6, 6, 60], target: [1, 0, 0], focal: 0.78, horizon: 0.66, centre: 0.48 },
    panels: [
      ...placeShed(createListedDesign('Dutch Barn', 'Wood', 'Red', '12x16'), -25, -1, 14),
      ...placeShed(createListedDesign('Gable', 'Wood', 'Natural', '10x14'), -7, 1, 8),
      ...placeShed(createListedDesign('A-Frame', 'Metal', 'Green', '11x12'), 10.5, 0, -6),
      ...placeShed(createListedDesign('Gambrel', 'Duratemp', 'Navy Blue', '12x16'), 28, -2, -12),
    ],
    backdrop: createRailFence(Array.from({ length: 28 }, (_, i) => [-112 + i * 8, 0, -22])),
    frontZ: 4,
    clouds: 4,
    grounds: [
      {
        kind: 'gravel',
        outline: [
          [-90, 0, 13],
          [90, 0, 12],
          [90, 0, 19],
          [-90, 0, 20],
        ],
      },
    ],
    bare: [
      [-90, 11, 90, 20],
      [-33, -11, 37, 11],
    ],
    trees: [
      { kind: 'maple', x: -40, z: -19, height: 32, leaf: LEAF.green, seed: 81 },
      { kind: 'maple', x: -15, z: -27, height: 30, leaf: LEAF.deep, seed: 82 },
      { kind: 'birch', x: 1, z: -17, height: 26, leaf: LEAF.lime, seed: 83 },
      { kind: 'spruce', x: 18, z: -30, height: 38, leaf: LEAF.spruce, seed: 84 },
      { kind: 'spruce', x: 23, z: -26, height: 31, leaf: LEAF.spruce, seed: 89 },
      { kind: 'maple', x: 47, z: -20, height: 33, leaf: LEAF.green, seed: 86 },
      { kind: 'bush', x: -16, z: 5, height: 2.6, leaf: LEAF.deep, seed: 87 },
      { kind: 'bush', x: 2.4, z: 5, height: 2.4, leaf: LEAF.green, seed: 88 },
      { kind: 'bush', x: 18.6, z: 5, height: 2.6, leaf: LEAF.deep, seed: 90 },
    ],
  });
}

/** The wide images at the top of the home page and of the sheds' page. */
export const heroImages: readonly DemoImage[] = [
  { path: 'hero/1767225900000-autumn-yard.webp', draw: autumnYard },
  { path: 'hero/1767225901000-shed-row.webp', draw: shedRow },
];
