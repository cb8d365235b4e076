import { FRAMING_DEFAULTS, type FramingDefaults, SECTIONS } from './lumber.ts';
import { getEavePitch, getRidgeRise, type RoofShape } from './roof-shapes.ts';

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

/** The level of collar ties and lofts in sheds without side walls, in inches above the floor. */
const A_FRAME_TIE_LEVEL = 78;
/** A loft's share of the enclosed length, and its least length in inches. */
const LOFT_SHARE = 1 / 2;
const MIN_LOFT = 48;

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
