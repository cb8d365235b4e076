import { getStudSection } from '#drawing/design/design-geometry.ts';
import { type Dormer, isInDormer } from '#drawing/design/dormer.ts';
import { type FramingDefaults, SECTIONS, THICKNESS } from '#drawing/design/lumber.ts';
import { createLayout, getMaxLength, splitAtSupport } from '#drawing/design/lumber-layout.ts';
import {
  getHeelHeight,
  getTieInset,
  getTieLevel,
  getUnderside,
  type Roof,
  type Side,
} from '#drawing/design/roof-levels.ts';
import { getEavePitch, getRoofLine } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { getDoubledStarts, type Skylight } from '#drawing/design/skylight.ts';
import { clipOutline, type Extent, mirrorOutline } from '#drawing/geometry/prism.ts';
import type { Point } from '#drawing/geometry/vector.ts';
import { createAlong } from './floor-frame.ts';
import type { Member, MemberName } from './member.ts';

/** A piece of a pair of rafters on the left: its outline above the plates, and its length. */
export type RafterPiece = {
  name: MemberName;
  outline: Point[];
  length: number;
  cutAllowance: number;
};

/** From the outside of the wall to the inner end of a flare rafter, in inches. */
const FLARE_END = 6;
/** What a rafter's tail leaves free above the ground, in inches. */
const MIN_TAIL = 1;

/** The lengths of the parts of one slope from the eave to the ridge, in inches. */
export const getSlopeLengths = ({ shape, span }: Pick<Roof, 'shape' | 'span'>): number[] => {
  const line = getRoofLine(shape, span);
  return line.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = line[index] ?? [x, y];
    return Math.hypot(x - fromX, y - fromY);
  });
};

/** The left edges of the pairs of rafters along the building, one of them over the wall behind a porch; inches. */
export function getRafterPositions(
  { length, bodyLength }: Pick<Roof, 'length' | 'bodyLength'>,
  { rafterSpacing }: Pick<FramingDefaults, 'rafterSpacing'>,
): number[] {
  const layout = createLayout({ start: 0, end: length }, rafterSpacing);
  return layout.some((z) => isOverWall(z, bodyLength))
    ? layout
    : [...layout, bodyLength - THICKNESS].sort((a, b) => a - b);
}

const isOverWall = (z: number, bodyLength: number): boolean =>
  z < bodyLength && z + 2 * THICKNESS > bodyLength;

/** The pieces of the left rafter of a pair, from the eave to the ridge; heights above the plates. */
export function getRafterPieces(roof: Roof, defaults: FramingDefaults): RafterPiece[] {
  const { shape, span } = roof;
  return shape.hasRidgeBoard
    ? [getBoardRafter(roof, span / 2 - SECTIONS[defaults.ridge].thickness / 2, defaults)]
    : getTrussPieces(roof, defaults);
}

/** A rafter from its tail to a plumb cut at `run`, seated on the plate; heights above the plate. */
export function getBoardRafter(
  { shape, plate }: Roof,
  run: number,
  defaults: FramingDefaults,
): RafterPiece {
  const pitch = getEavePitch(shape);
  const { eave } = shape;
  const { depth } = SECTIONS[defaults.rafter];
  const plumb = depth * Math.hypot(1, pitch);
  const seat = shape.hasRidgeBoard ? defaults.seatCut : plumb / pitch;
  const upper = (x: number) => (x - seat) * pitch + plumb;
  const lower = (x: number) => (x - seat) * pitch;
  const outline: Point[] = [
    [-eave, upper(-eave)],
    [run, upper(run)],
    [run, lower(run)],
    [seat, 0],
    [0, 0],
    [0, lower(0)],
    [-eave, lower(-eave)],
  ];
  return {
    name: 'rafter',
    outline: clipOutline(outline, ([, y]) => y + plate - MIN_TAIL).reverse(),
    length: (run + eave) * Math.hypot(1, pitch),
    cutAllowance: depth * pitch,
  };
}

function getTrussPieces(roof: Roof, defaults: FramingDefaults): RafterPiece[] {
  const { shape, span } = roof;
  const points = shape.slope.map(([x, y]): Point => [x * span, y * span]);
  if (points.length === 2) return [getBoardRafter(roof, span / 2, defaults)];
  const names = ['lower rafter', 'upper rafter'] as const;
  const [foot, knee, ridge] = points as [Point, Point, Point];
  const under = (x: number) => getUnderside(roof, x, defaults);
  const innerKnee = findKink(under, knee[0], span / 2);
  const { depth } = SECTIONS[defaults.rafter];
  const seat = depth * Math.hypot(1, 1 / getEavePitch(shape));
  const outlines: Point[][] = [
    [foot, [seat, 0], innerKnee, knee],
    [knee, innerKnee, [span / 2, under(span / 2)], ridge],
  ];
  const rafters = outlines.map((outline, index): RafterPiece => {
    const [from, to] = [points[index], points[index + 1]] as [Point, Point];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return { name: names[index] ?? 'rafter', outline, length, cutAllowance: 0 };
  });
  return rafters;
}

/** The point between two positions at which the underside changes its slope. */
function findKink(under: (x: number) => number, from: number, to: number): Point {
  const step = 1e-3;
  const lowerPitch = (under(from) - under(from - step)) / step;
  const upperPitch = (under(to) - under(to - step)) / step;
  const x =
    (under(to) - upperPitch * to - (under(from) - lowerPitch * from)) / (lowerPitch - upperPitch);
  return [x, under(from) + lowerPitch * (x - from)];
}

/** The flatter piece at the eave beside each rafter of a roof with flared eaves. */
function getFlarePiece(
  { shape, span }: Roof,
  { rafter }: FramingDefaults,
): RafterPiece | undefined {
  const { flare, eave } = shape;
  if (flare === undefined) return undefined;
  const [[edgeX, edgeY] = [0, 0]] = getRoofLine(shape, span);
  const plumb = SECTIONS[rafter].depth * Math.hypot(1, flare);
  const upper = (x: number) => edgeY + (x - edgeX) * flare;
  return {
    name: 'flare rafter',
    outline: [
      [-eave, upper(-eave) - plumb],
      [FLARE_END, upper(FLARE_END) - plumb],
      [FLARE_END, upper(FLARE_END)],
      [-eave, upper(-eave)],
    ],
    length: (FLARE_END + eave) * Math.hypot(1, flare),
    cutAllowance: SECTIONS[rafter].depth * flare,
  };
}

/** Places a piece of a rafter on both slopes or on one of them. */
export function placeRafter(
  { name, outline, ...cut }: RafterPiece,
  { span, plate }: Roof,
  z: number,
  sides: readonly Side[] = ['left', 'right'],
  { rafter: section }: Pick<FramingDefaults, 'rafter'>,
): Member[] {
  const raised = outline.map(([x, y]): Point => [x, y + plate]);
  return sides.map((side) => ({
    name,
    section,
    ...cut,
    prism: {
      outline: side === 'left' ? raised : mirrorOutline(raised, span),
      from: z,
      to: z + THICKNESS,
    },
  }));
}

/** The middles of the ties, on the layout of the rafters; inches. */
function getTieCenters({ length }: Roof, { maxTieSpacing }: FramingDefaults): number[] {
  const count = Math.ceil(length / maxTieSpacing) - 1;
  return Array.from({ length: count }, (_, index) => (index + 1) * maxTieSpacing);
}

/** A level piece from slope to slope, its upper corners cut to the roof. */
export function createTie(
  name: 'rafter tie' | 'loft joist' | 'ceiling joist',
  roof: Roof,
  z: number,
  defaults: FramingDefaults,
): Member {
  const { shape, span, plate } = roof;
  const section = name === 'rafter tie' ? '2x4' : '2x6';
  const above = getTieLevel(roof);
  const pitch = getEavePitch(shape);
  const heel = getHeelHeight(shape, defaults);
  const inset = getTieInset(roof);
  const block: Point[] = [
    [inset, above],
    [span - inset, above],
    [span - inset, above + SECTIONS[section].depth],
    [inset, above + SECTIONS[section].depth],
  ];
  const left = clipOutline(block, ([x, y]) => heel + x * pitch - y);
  const outline = clipOutline(left, ([x, y]) => heel + (span - x) * pitch - y);
  return {
    name,
    section,
    length: span - 2 * inset,
    prism: {
      outline: outline.map(([x, y]): Point => [x, y + plate]),
      from: z,
      to: z + THICKNESS,
    },
  };
}

/** The board between the rafters, from rake to rake. */
export function frameRidge(roof: Roof, defaults: FramingDefaults): Member[] {
  const { shape, span, length, plate } = roof;
  if (!shape.hasRidgeBoard) return [];
  const { thickness, depth } = SECTIONS[defaults.ridge];
  const run = span / 2 - thickness / 2;
  const top = plate + getHeelHeight(shape, defaults) + run * getEavePitch(shape);
  const along: Extent = [-shape.rake, length + shape.rake];
  return splitAtSupport(along, {
    maxLength: getMaxLength(defaults),
    spacing: defaults.rafterSpacing,
  }).map((z) =>
    createAlong('ridge', defaults.ridge, span / 2 - thickness / 2, [top - depth, top], z),
  );
}

/** Frames the rafters of both slopes, cut and doubled around a dormer or skylight; inches. */
export function frameRafters(
  roof: Roof,
  dormer: Dormer | undefined,
  skylight: Skylight | undefined,
  defaults: FramingDefaults,
): Member[] {
  const { length, shape } = roof;
  const pieces = getRafterPieces(roof, defaults);
  const flare = getFlarePiece(roof, defaults);
  const both = ['left', 'right'] as const;
  const doubled = listDoubledStarts(dormer, skylight);
  const rafters = getRafterPositions(roof, defaults).flatMap((z) => {
    const center = z + THICKNESS / 2;
    const sides = both.filter((side) => side !== dormer?.side || !isInDormer(dormer, center));
    const uncut = sides.filter((side) => side !== skylight?.side || center !== skylight.center);
    return [
      ...pieces.flatMap((piece) =>
        placeRafter(piece, roof, z, piece === pieces.at(-1) ? uncut : sides, defaults),
      ),
      ...(flare ? placeRafter(flare, roof, getFlarePosition(z, doubled), sides, defaults) : []),
    ];
  });
  if (shape.rake === 0) return rafters;
  const toFly = (piece: RafterPiece): RafterPiece => ({
    ...piece,
    name: FLY_NAMES[piece.name] ?? piece.name,
  });
  const ends = [
    { z: -shape.rake, flareZ: -shape.rake + THICKNESS },
    { z: length + shape.rake - THICKNESS, flareZ: length + shape.rake - 2 * THICKNESS },
  ];
  return [
    ...rafters,
    ...ends.flatMap(({ z, flareZ }) => [
      ...pieces.flatMap((piece) => placeRafter(toFly(piece), roof, z, both, defaults)),
      ...(flare ? placeRafter(flare, roof, flareZ, both, defaults) : []),
    ]),
  ];
}

/** A flare rafter is behind its rafter, in front of the first one, or beside both if they are doubled. */
export function getFlarePosition(z: number, doubled: readonly number[]): number {
  if (doubled.includes(z + THICKNESS)) return z + 2 * THICKNESS;
  if (doubled.includes(z - THICKNESS)) return z - 2 * THICKNESS;
  return z === 0 ? z + THICKNESS : z - THICKNESS;
}

const FLY_NAMES: Partial<Record<Member['name'], Member['name']>> = {
  rafter: 'fly rafter',
  'lower rafter': 'lower fly rafter',
  'upper rafter': 'upper fly rafter',
};

/** The back faces of the second rafters of doubled pairs; inches. */
export const listDoubledStarts = (
  dormer: Dormer | undefined,
  skylight: Skylight | undefined,
): number[] => [
  ...(dormer ? [dormer.from - 1.5 * THICKNESS, dormer.to + THICKNESS / 2] : []),
  ...(skylight ? getDoubledStarts(skylight) : []),
];

/** Ties and loft joists are in front of their rafters, behind those with a second one there, or in front of both. */
const getTiePosition = (center: number, doubled: readonly number[]): number =>
  [center + THICKNESS / 2, center - 1.5 * THICKNESS].find((z) => !doubled.includes(z)) ??
  center + 1.5 * THICKNESS;

/** Joists replace the ties over a porch with a ceiling. */
export const frameTies = (
  roof: Roof,
  loftLength: number,
  doubled: readonly number[],
  defaults: FramingDefaults,
): Member[] =>
  getTieCenters(roof, defaults)
    .filter((center) => center > loftLength)
    .filter((center) => roof.shape.wallHeight === 0 || center < roof.bodyLength)
    .map((center) => createTie('rafter tie', roof, getTiePosition(center, doubled), defaults));

/**
 * Frames the loft's joists from the back wall on; inches.
 * @param doubled where doubled rafters start
 */
export function frameLoft(
  design: ShedDesign,
  roof: Roof,
  loftLength: number,
  doubled: readonly number[],
  defaults: FramingDefaults,
): Member[] {
  const first = SECTIONS[getStudSection(design)].depth;
  const { loftSpacing, rafterSpacing } = defaults;
  const count = loftLength / loftSpacing;
  const centers = Array.from({ length: count }, (_, index) => (index + 1) * loftSpacing);
  const getPosition = (center: number) =>
    center % rafterSpacing === 0 ? getTiePosition(center, doubled) : center - THICKNESS / 2;
  return [first, ...centers.map(getPosition)].map((z) =>
    createTie('loft joist', roof, z, defaults),
  );
}
