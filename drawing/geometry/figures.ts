import { darken, type Rgb, rgb } from './color.ts';
import { createBar, createBeam, createPanel, type Panel, placePanels } from './panel.ts';
import { add, cross, dot, getCentroid, normalize, scale, sub, type Vec3 } from './vector.ts';

/** What stands beside a shed to show its size; heights, lengths and widths in metres. */
export const FIGURES = {
  person: { height: 1.75 },
  /** A push mower with a deck of 21 inches, its handle included. */
  mower: { length: 1.55, width: 0.56, height: 1.02 },
  /** A lawn tractor with a deck of 42 inches. */
  tractor: { length: 1.75, width: 1.12, height: 1.1 },
} as const;

const FEET_PER_METRE = 1 / 0.3048;
const SIDES = 8;

const SKIN = rgb('#c98f6b');
const HAIR = rgb('#4a3527');
const SHIRT = rgb('#3f6f8f');
const JEANS = rgb('#3a4660');
const BOOTS = rgb('#4b3a2c');
const RED = rgb('#b3392e');
const GREEN = rgb('#3f7a3d');
const YELLOW = rgb('#e0b43c');
const RUBBER = rgb('#2b2b2d');
const STEEL = rgb('#8c9196');
const SEAT = rgb('#2f2f33');

const toFeet = (metres: number) => metres * FEET_PER_METRE;
const at = (x: number, y: number, z: number): Vec3 => [toFeet(x), toFeet(y), toFeet(z)];

type Ring = { centre: Vec3; radius: number };

/**
 * A round body between two rings; metres.
 * @param flat how deep it is by its width
 */
function createRound(from: Ring, to: Ring, color: Rgb, flat = 1): Panel[] {
  const axis = normalize(sub(to.centre, from.centre));
  const helper: Vec3 = Math.abs(axis[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0];
  const across = normalize(sub(helper, scale(axis, dot(helper, axis))));
  const deep = cross(axis, across);
  const toRing = ({ centre, radius }: Ring) =>
    Array.from({ length: SIDES }, (_, i): Vec3 => {
      const angle = ((i + 0.5) / SIDES) * 2 * Math.PI;
      const point = add(
        add(centre, scale(across, Math.cos(angle) * radius)),
        scale(deep, Math.sin(angle) * radius * flat),
      );
      return scale(point, FEET_PER_METRE);
    });
  const [low, high] = [toRing(from), toRing(to)];
  const inside = getCentroid([...low, ...high]);
  const sides = low.map((corner, i): Vec3[] => {
    const next = (i + 1) % SIDES;
    return [corner, low[next] ?? corner, high[next] ?? corner, high[i] ?? corner];
  });
  return [...sides, low, high].map((face) => createPanel(face, color, { inside, graded: false }));
}

const createLimb = (from: Vec3, to: Vec3, radii: readonly [number, number], color: Rgb, flat = 1) =>
  createRound({ centre: from, radius: radii[0] }, { centre: to, radius: radii[1] }, color, flat);

const createBlock = (from: Vec3, size: Vec3, color: Rgb): Panel[] =>
  createBeam(at(...from), at(...size), color);

const createRod = (from: Vec3, to: Vec3, thick: number, color: Rgb): Panel[] =>
  createBar(at(...from), at(...to), toFeet(thick), color);

/** A wheel on an axle along x; metres. */
const createWheel = (x: number, z: number, radius: number, width: number): Panel[] => [
  ...createLimb([x - width / 2, radius, z], [x + width / 2, radius, z], [radius, radius], RUBBER),
  ...createLimb(
    [x - width / 2 - 0.005, radius, z],
    [x + width / 2 + 0.005, radius, z],
    [radius * 0.5, radius * 0.5],
    STEEL,
  ),
];

/** A standing person, 1.75 m tall, around the origin; feet. */
export function createPerson(): Panel[] {
  const bothSides = (create: (side: -1 | 1) => Panel[]) => [...create(-1), ...create(1)];
  return [
    ...bothSides((side) => [
      ...createBlock([side * 0.1 - 0.05, 0, -0.1], [0.1, 0.09, 0.27], BOOTS),
      ...createLimb([side * 0.1, 0.07, 0], [side * 0.1, 0.48, 0.01], [0.055, 0.065], JEANS),
      ...createLimb([side * 0.1, 0.48, 0.01], [side * 0.09, 0.9, 0], [0.065, 0.09], JEANS),
      ...createLimb([side * 0.22, 1.42, 0], [side * 0.27, 1.13, -0.01], [0.055, 0.05], SHIRT),
      ...createLimb([side * 0.27, 1.13, -0.01], [side * 0.26, 0.87, 0.05], [0.045, 0.035], SKIN),
      ...createLimb([side * 0.26, 0.87, 0.05], [side * 0.25, 0.77, 0.06], [0.04, 0.035], SKIN),
    ]),
    ...createLimb([0, 0.84, 0], [0, 1, 0], [0.18, 0.165], JEANS, 0.65),
    ...createLimb([0, 1, 0], [0, 1.36, 0], [0.165, 0.215], SHIRT, 0.6),
    ...createLimb([0, 1.36, 0], [0, 1.48, 0], [0.215, 0.09], SHIRT, 0.6),
    ...createLimb([0, 1.45, 0], [0, 1.55, 0.01], [0.055, 0.055], SKIN),
    ...createLimb([0, 1.51, 0.01], [0, 1.57, 0.01], [0.06, 0.09], SKIN),
    ...createLimb([0, 1.57, 0.01], [0, 1.66, 0], [0.09, 0.095], SKIN),
    ...createLimb([0, 1.66, 0], [0, 1.72, 0], [0.1, 0.085], HAIR),
    ...createLimb([0, 1.72, 0], [0, FIGURES.person.height, 0], [0.085, 0.04], HAIR),
    // Hair on the back of the head.
    ...createLimb([0, 1.56, -0.03], [0, 1.68, -0.025], [0.075, 0.085], HAIR),
  ];
}

/** A push mower that points to positive z, around the origin; feet. */
export function createMower(): Panel[] {
  const { length, width, height } = FIGURES.mower;
  const front = length / 2;
  const [rear, wheel] = [front - 0.68, 0.1];
  const grip = -front;
  const inner = width / 2 - 0.07;
  return [
    ...createBlock([-inner, 0.07, rear], [2 * inner, 0.13, 0.58], RED),
    ...createLimb([0, 0.2, rear + 0.28], [0, 0.34, rear + 0.28], [0.15, 0.14], RUBBER),
    ...createLimb([0, 0.34, rear + 0.28], [0, 0.38, rear + 0.28], [0.1, 0.06], RED),
    // The bag for grass.
    ...createBlock([-0.18, 0.12, rear - 0.38], [0.36, 0.3, 0.36], darken(SEAT, 0.1)),
    ...[-1, 1].flatMap((side) => [
      ...createWheel(side * (width / 2 - 0.03), front - wheel, wheel, 0.05),
      ...createWheel(side * (width / 2 - 0.03), rear + wheel * 0.6, wheel, 0.05),
      ...createRod(
        [side * 0.22, 0.18, rear + 0.02],
        [side * 0.22, height - 0.02, grip + 0.02],
        0.025,
        STEEL,
      ),
    ]),
    ...createRod(
      [-0.23, height - 0.02, grip + 0.02],
      [0.23, height - 0.02, grip + 0.02],
      0.035,
      RUBBER,
    ),
  ];
}

/** A lawn tractor that points to positive z, around the origin; feet. */
export function createTractor(): Panel[] {
  const { length, width, height } = FIGURES.tractor;
  const front = length / 2;
  return [
    ...createBlock([-width / 2, 0.1, -0.28], [width, 0.14, 0.62], darken(GREEN, 0.25)),
    ...createBlock([-0.2, 0.28, -front + 0.15], [0.4, 0.14, length - 0.25], SEAT),
    ...createBlock([-0.23, 0.38, front - 0.8], [0.46, 0.32, 0.78], GREEN),
    ...createBlock([-0.19, 0.68, front - 0.74], [0.38, 0.06, 0.66], GREEN),
    ...createBlock([-0.2, 0.46, front - 0.03], [0.4, 0.16, 0.035], darken(STEEL, 0.3)),
    ...createBlock([-0.42, 0.5, -front + 0.1], [0.84, 0.09, 0.62], GREEN),
    ...createBlock([-0.24, 0.58, -front + 0.2], [0.48, 0.1, 0.44], YELLOW),
    ...createBlock([-0.24, 0.64, -front + 0.14], [0.48, height - 0.64, 0.1], YELLOW),
    ...createRod([0, 0.68, 0.05], [0, 0.92, -0.1], 0.05, SEAT),
    ...createLimb([0, 0.92, -0.1], [0, 0.945, -0.115], [0.18, 0.18], SEAT),
    ...[-1, 1].flatMap((side) => [
      ...createWheel(side * 0.41, -front + 0.26, 0.255, 0.2),
      ...createWheel(side * 0.38, front - 0.24, 0.19, 0.15),
    ]),
  ];
}

/**
 * A person, a mower and a tractor beside a building, in front of its doors and out of their way.
 * @param bulk the room of the building around the origin, its doors towards positive z; feet
 * @param floor above the ground, for a tractor in the building; feet
 */
export function createFigures({ w, d }: { w: number; d: number }, floor?: number): Panel[] {
  return [
    ...placePanels(createPerson(), w / 2 + 2.2, d / 2 + 1.2, -20),
    ...placePanels(createMower(), w / 2 + 5.1, d / 2 + 0.6, -30),
    ...(floor === undefined
      ? placePanels(createTractor(), -w / 2 - 5.6, d / 2 - 2.6, 12)
      : placePanels(createTractor(), 0, 0, 0, floor)),
  ];
}
