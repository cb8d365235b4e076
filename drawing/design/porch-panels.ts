import { darken, rgb } from '#drawing/geometry/color.ts';
import { createRailing } from '#drawing/geometry/fixtures.ts';
import { createVent } from '#drawing/geometry/openings.ts';
import {
  createBar,
  createBeam,
  createBox,
  createPanel,
  type Panel,
} from '#drawing/geometry/panel.ts';
import { toFeet, type Vec3 } from '#drawing/geometry/vector.ts';
import { getPorchEntry } from './approach.ts';
import { getPorchPosts } from './design-geometry.ts';
import { findGableFeature } from './gable-features.ts';
import type { Shed } from './resolve-shed.ts';

const DECK = rgb('#b08d63');
const CEILING = rgb('#cdb48c');
/** The height of the beams below the plates, and their widths at the front and at the sides; feet. */
const BEAM = 0.65;
const FRONT_BEAM = 0.6;
const SIDE_BEAM = 0.3;
/** The posts at the ends of the railing. */
const NEWEL = 3.1;
/** The thickness of the deck, which lies on a foundation of its own. */
export const DECK_DEPTH = 0.5;

/** The deck, posts, beam, railings, ceiling and gable of a porch under the shed's roof; feet. */
export function createPorch(shed: Shed): Panel[] {
  const { width, length, plate, floor, profile, colors, porchDepth: deep } = shed;
  const isAFrame = shed.design.style === 'A-Frame';
  const x = width / 2;
  const z = length / 2;
  const isSlab = shed.design.foundation === 'slab';
  const deck = isSlab ? floor : floor + 0.02;
  const planks = isSlab ? [] : createDeck(shed);
  if (isAFrame) return planks;
  const vent = findGableFeature(shed.design, 'front');
  /** The underside of the roof over the side walls, and the upper side of beams and ceiling. */
  const low = profile[0]?.[1] ?? plate;
  const beamHeight = low - plate + BEAM;
  const gable = createPanel(
    profile.map(([across, y]): Vec3 => [across - x, y, z]),
    colors.wall,
    {
      inside: [0, plate, 0],
      marks: (w, h) => [
        ...shed.cladWall(w, h),
        ...(vent
          ? createVent(
              toFeet(vent.left),
              floor + toFeet(vent.bottom) - low,
              toFeet(vent.width),
              toFeet(vent.height),
              colors.trim,
            )
          : []),
      ],
    },
  );
  const ceiling = createPanel(
    [
      [SIDE_BEAM - x, low, z - FRONT_BEAM],
      [x - SIDE_BEAM, low, z - FRONT_BEAM],
      [x - SIDE_BEAM, low, z - deep],
      [SIDE_BEAM - x, low, z - deep],
    ],
    CEILING,
    { inside: [0, 1000, 0], graded: false, casts: false },
  );
  const { middle, half } = getPorchEntry(shed.design);
  const [left, right] = [toFeet(middle - half) - x, toFeet(middle + half) - x];
  const corner = x - 0.3;
  const inner = getPorchPosts(shed.design)
    .slice(1, -1)
    .map((middle) => toFeet(middle) - x);
  const ends = [left, right].filter((at) => Math.abs(at) < corner - 0.8);
  const post = (at: number) =>
    createBox([at - 0.24, deck, z - 0.55], [0.48, plate - deck - BEAM + 0.05, 0.48], colors.trim);
  const newel = (at: number) =>
    createBox([at - 0.2, deck, z - 0.51], [0.4, NEWEL, 0.4], colors.trim);
  const brace = (at: number) =>
    createBar(
      [at, plate - 2, z - 0.3],
      [at - Math.sign(at) * 1.2, plate - 0.7, z - 0.3],
      0.26,
      colors.trim,
    );
  const rail = (from: Vec3, to: Vec3) => createRailing(from, to, colors.trim);
  return [
    ...planks,
    gable,
    ceiling,
    ...createBeam([-x, plate - BEAM, z - FRONT_BEAM], [width, beamHeight, FRONT_BEAM], colors.trim),
    ...[-x, x - SIDE_BEAM].flatMap((at) =>
      createBeam(
        [at, plate - BEAM, z - deep],
        [SIDE_BEAM, beamHeight, deep - FRONT_BEAM],
        colors.trim,
      ),
    ),
    ...[-corner, ...inner, corner].flatMap(post),
    ...ends.flatMap(newel),
    ...[-corner, corner].flatMap(brace),
    ...(left > -corner + 0.8 ? rail([-corner, deck, z - 0.3], [left, deck, z - 0.3]) : []),
    ...(right < corner - 0.8 ? rail([right, deck, z - 0.3], [corner, deck, z - 0.3]) : []),
    ...(deep >= 2
      ? [-x + 0.25, x - 0.25].flatMap((at) => rail([at, deck, z - deep + 0.1], [at, deck, z - 0.6]))
      : []),
  ];
}

function createDeck({ width, length, floor, porchDepth: deep }: Shed): Panel[] {
  return createBox(
    [-width / 2, Math.max(0.05, floor - DECK_DEPTH), length / 2 - deep],
    [width, Math.min(DECK_DEPTH, floor - 0.05) + 0.02, deep],
    DECK,
    {
      marks: (w, h) =>
        Array.from({ length: Math.floor(w / 0.5) }, (_, i) => ({
          type: 'line' as const,
          points: [
            [i * 0.5, 0],
            [i * 0.5, h],
          ] as const,
          color: darken(DECK, 0.6),
          width: 0.05,
          opacity: 0.5,
        })),
    },
  );
}
