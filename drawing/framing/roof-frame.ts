import { getEavePitch, getRidgeRise, getRoofLine, type RoofShape } from '../shed/roof-shapes.ts';
import type { Point } from '../vector.ts';
import { FRAMING_DEFAULTS, type FramingDefaults, SECTIONS } from './defaults.ts';
import { createAlong, getMaxLength } from './floor-frame.ts';
import { createLayout } from './layout.ts';
import type { Member, MemberName } from './member.ts';
import { clipOutline, type Extent, mirrorOutline } from './prism.ts';
import { splitAtSupport } from './splices.ts';

/** A roof between the walls. Lengths in inches. */
export type Roof = {
  shape: RoofShape;
  /** From eave to eave, from outside to outside of the walls. */
  span: number;
  /** From gable to gable, and of the enclosed part. */
  length: number;
  bodyLength: number;
  /** From the ground to the top of the plates, or to the floor without side walls. */
  plate: number;
};

export type Side = 'left' | 'right';

/** A piece of a pair of rafters on the left: its outline above the plates, and its length. */
export type RafterPiece = {
  name: MemberName;
  outline: Point[];
  length: number;
  cutAllowance: number;
};

const THICKNESS = 1.5;
/** Of collar ties and lofts without side walls, in inches above the floor. */
const A_FRAME_TIE_LEVEL = 78;
/** Of the enclosed length, and in inches. */
const LOFT_SHARE = 1 / 2;
const MIN_LOFT = 48;
/** From the outside of the wall to the inner end of a flare rafter, in inches. */
const FLARE_END = 6;
/** What a rafter's tail leaves free above the ground, in inches. */
const MIN_TAIL = 1;

/** How far the upper edge of rafters is above the plate at the outside of the wall, in inches. */
export function getHeelHeight(
  { slope, hasRidgeBoard }: RoofShape,
  defaults: FramingDefaults,
): number {
  if (!hasRidgeBoard) return 0;
  const pitch = getEavePitch({ slope });
  return SECTIONS[defaults.rafter].depth * Math.hypot(1, pitch) - defaults.seatCut * pitch;
}

/** From the top of the plates to the top of the roof deck at the ridge, in inches. */
export function getRoofHeight(
  { shape, span }: Pick<Roof, 'shape' | 'span'>,
  defaults: FramingDefaults,
): number {
  const [below, ridge] = shape.slope.slice(-2);
  const pitch = below && ridge ? (ridge[1] - below[1]) / (ridge[0] - below[0]) : 0;
  const board = shape.hasRidgeBoard ? SECTIONS[defaults.ridge].thickness / 2 : 0;
  const rise = getRidgeRise(shape, span) - board * pitch;
  return getHeelHeight(shape, defaults) + rise + defaults.deckThickness * Math.hypot(1, pitch);
}

/**
 * From the slope line of a shape to the underside of the roof as it is drawn, so that its ridge is as high
 * as that of the frame; inches.
 */
export const getRoofRaise = (
  shape: RoofShape,
  span: number,
  defaults: FramingDefaults = FRAMING_DEFAULTS,
): number => getRoofHeight({ shape, span }, defaults) - getRidgeRise(shape, span) - shape.thickness;

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

/**
 * The lower edge of the rafters above the plates, in inches.
 * @param x from the outside of either wall
 */
export function getUnderside(
  { shape, span }: Pick<Roof, 'shape' | 'span'>,
  x: number,
  defaults: FramingDefaults,
): number {
  const fromWall = Math.min(x, span - x);
  const { slope } = shape;
  const depth = SECTIONS[defaults.rafter].depth;
  const heel = getHeelHeight(shape, defaults);
  const heights = slope.slice(1).map(([toX, toY], index) => {
    const [fromX, fromY] = slope[index] ?? [0, 0];
    const pitch = (toY - fromY) / (toX - fromX);
    return heel + fromY * span + (fromWall - fromX * span) * pitch - depth * Math.hypot(1, pitch);
  });
  return Math.min(...heights);
}

/** The lower edge of the rafters at the ridge, or of the board between them, above the plates; inches. */
export function getRidgeUnderside(
  roof: Pick<Roof, 'shape' | 'span'>,
  defaults: FramingDefaults,
): number {
  const rafters = getUnderside(roof, roof.span / 2, defaults);
  if (!roof.shape.hasRidgeBoard) return rafters;
  const top = getRoofHeight(roof, { ...defaults, deckThickness: 0 });
  return Math.min(rafters, top - SECTIONS[defaults.ridge].depth);
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

/** Where the underside changes its slope between two positions. */
function findKink(under: (x: number) => number, from: number, to: number): Point {
  const step = 1e-3;
  const lowerPitch = (under(from) - under(from - step)) / step;
  const upperPitch = (under(to) - under(to - step)) / step;
  const x =
    (under(to) - upperPitch * to - (under(from) - lowerPitch * from)) / (lowerPitch - upperPitch);
  return [x, under(from) + lowerPitch * (x - from)];
}

/** The flatter piece at the eave beside each rafter of a roof with flared eaves. */
export function getFlarePiece(
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

/** A piece at both or one of the slopes. */
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
export function getTieCenters({ length }: Roof, { maxTieSpacing }: FramingDefaults): number[] {
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

/** From the plates, or from the floor without side walls, to the underside of ties and lofts; inches. */
export const getTieLevel = ({ shape }: Pick<Roof, 'shape'>): number =>
  shape.wallHeight > 0 ? 0 : A_FRAME_TIE_LEVEL;

/** From the outside of the walls to the ends of ties and lofts, in inches. */
export const getTieInset = (roof: Pick<Roof, 'shape'>): number =>
  getTieLevel(roof) / getEavePitch(roof.shape);

/** The back part of a shed, in whole spacings of a loft's joists; inches. */
export function getLoftLength(
  bodyLength: number,
  { loftSpacing }: FramingDefaults = FRAMING_DEFAULTS,
): number {
  const target = Math.max(MIN_LOFT, bodyLength * LOFT_SHARE);
  return loftSpacing * Math.floor(target / loftSpacing);
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
