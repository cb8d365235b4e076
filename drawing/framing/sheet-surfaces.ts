import { getBodyLength, hasSideWalls } from '#drawing/design/design-geometry.ts';
import { type Dormer, getDormerRoof } from '#drawing/design/dormer.ts';
import { type FramingDefaults, THICKNESS } from '#drawing/design/lumber.ts';
import { getTieInset, type Roof, type Side } from '#drawing/design/roof-levels.ts';
import { getEavePitch } from '#drawing/design/roof-shapes.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { Extent } from '#drawing/geometry/prism.ts';
import type { WallName } from './member.ts';
import { getPorchCeiling } from './porch-frame.ts';
import { getFlarePosition, getSlopeLengths } from './roof-frame.ts';
import {
  joinPlans,
  PLYWOOD,
  planGablePanels,
  planSheets,
  type SheetPlan,
  type SheetRow,
  SIDING_PANEL,
  type Surface,
} from './sheets.ts';
import type { SidingFaces } from './siding.ts';

/** How far the siding covers the rim below the floor, in inches. */
const MAX_SIDING_BELOW_FLOOR = 6;

/** The first name is for a roof with one slope on each side; the others go from the ridge down. */
const SLOPE_NAMES = ['slope', 'upper slope', 'lower slope', 'flared eave'];

/** How far siding panels reach below the floor, in inches. */
export const getSidingBelowFloor = (
  floorLevel: number,
  { minSidingLevel }: FramingDefaults,
): number => Math.max(0, Math.min(MAX_SIDING_BELOW_FLOOR, floorLevel - minSidingLevel));

/** The levels above the floor at which panels end above each other, up to the highest gable; inches. */
export const getSidingSeams = (belowFloor: number): number[] =>
  [1, 2].map((row) => row * SIDING_PANEL.width - belowFloor);

/** The loft's floor, which sheets cover; inches. Empty without a loft. */
export function getLoftSurfaces(roof: Roof, loftLength: number): Surface[] {
  if (!loftLength) return [];
  const inset = getTieInset(roof);
  return [{ name: 'Loft', length: loftLength, width: roof.span - 2 * inset }];
}

/**
 * Each slope in its parts, on whose rafters sheets meet; a dormer's roof replaces what it covers of the main slope.
 * Rafters are laid out from the back, which is on the right of the right slope.
 */
export function getRoofSurfaces(
  roof: Roof,
  dormer: Dormer | undefined,
  doubled: readonly number[],
  { rafterSpacing: spacing }: FramingDefaults,
): Surface[] {
  const { shape, span, length } = roof;
  const layout = Array.from({ length: Math.floor(length / spacing) }, (_, i) => (i + 1) * spacing);
  const create = (
    side: Side,
    name: string,
    width: number,
    { from, to, over = [from, to] }: { from: number; to: number; over?: Extent },
    getMiddle = (z: number) => z,
  ): Surface => ({
    name,
    length: to - from,
    width,
    isFromRight: side === 'right',
    joints: layout.filter((z) => z > over[0] && z < over[1]).map((z) => getMiddle(z) - from),
  });
  const whole = { from: -shape.rake, to: length + shape.rake, over: [0, length] as const };
  const toFlare = (z: number) => getFlarePosition(z - THICKNESS / 2, doubled) + THICKNESS / 2;
  const slopes = getSlopeLengths(roof);
  if (!dormer) {
    return (['left', 'right'] as const).flatMap((side) =>
      slopes.map((width, index, { length: count }) => {
        const name = SLOPE_NAMES[count - index - 1 + (count > 1 ? 1 : 0)] ?? 'slope';
        const title = `${side === 'left' ? 'Left' : 'Right'} ${name}`;
        const isFlare = index === 0 && shape.flare !== undefined;
        return create(side, title, width, whole, isFlare ? toFlare : undefined);
      }),
    );
  }
  const { side, from, to, overhang } = dormer;
  const [width = 0] = slopes;
  const cover = getDormerRoof(dormer, span);
  const below = (dormer.setback + shape.eave) * Math.hypot(1, getEavePitch(shape));
  const opposite = side === 'left' ? 'right' : 'left';
  const roofExtent = { from: from - overhang, to: to + overhang, over: [from, to] as const };
  return [
    create(opposite, 'Slope without dormer', width, whole),
    create(side, 'Slope behind the dormer', width, { ...whole, to: from, over: [0, from] }),
    create(side, 'Slope in front of the dormer', width, { ...whole, from: to, over: [to, length] }),
    create(side, 'Slope below the dormer', below, { from, to }),
    create(side, 'Roof of the dormer', cover.slope, roofExtent),
  ];
}

/** The lengths of the roof's rakes, eaves and ridge, in inches, for drip edge and ridge caps. */
export function getRoofEdges(roof: Roof, dormer: Dormer | undefined) {
  const eave = roof.length + 2 * roof.shape.rake;
  const slopes = getSlopeLengths(roof);
  const rakes = [...slopes, ...slopes, ...slopes, ...slopes];
  if (!dormer) return { rakes, eaves: [eave, eave], ridge: eave };
  const cover = getDormerRoof(dormer, roof.span);
  return {
    rakes: [...rakes, cover.slope, cover.slope],
    eaves: [eave, eave, cover.length],
    ridge: eave,
  };
}

/** Siding is laid out from the same corner as the studs that carry the edges of its panels. */
export function getSidingFaces(
  design: ShedDesign,
  roof: Roof,
  dormer: Dormer | undefined,
  framed: Record<WallName, { isFromRight: boolean }>,
  { belowFloor, dormerSpacing: spacing }: { belowFloor: number; dormerSpacing: number },
): SidingFaces {
  const { span } = roof;
  const bodyLength = getBodyLength(design);
  const width = design.wallHeight + belowFloor;
  const toWall = (wall: WallName, name: string, length: number): Surface => {
    const { isFromRight } = framed[wall];
    return { name, length, width, isFromRight };
  };
  const walls: Surface[] = hasSideWalls(design)
    ? [
        toWall('left', 'Left wall', bodyLength),
        toWall('right', 'Right wall', bodyLength),
        toWall('front', 'Front wall', span),
        toWall('back', 'Back wall', span),
      ]
    : [];
  const base = hasSideWalls(design) ? 0 : belowFloor;
  const heightAt = (x: number) => base + getSidingHeight(roof, x);
  const kind = hasSideWalls(design) ? 'gable' : 'wall';
  const faces: Surface[] = dormer
    ? [
        {
          name: 'Face of the dormer',
          length: dormer.to - dormer.from,
          width: dormer.plate - dormer.header,
          isFromRight: dormer.side === 'right',
          spacing,
        },
      ]
    : [];
  const cheeks: Surface[] = dormer
    ? [
        { name: 'Left cheek', ...getCheekSize(dormer, span), isFromRight: true, spacing },
        { name: 'Right cheek', ...getCheekSize(dormer, span), spacing },
      ]
    : [];
  const area = base * span + getGableArea(roof);
  // Gable studs are laid out from the left of the front.
  const isFromRight = (end: 'front' | 'back') =>
    hasSideWalls(design) ? end === 'back' : framed[end].isFromRight;
  const gables = [
    { name: `Front ${kind}`, span, heightAt, area, isFromRight: isFromRight('front') },
    { name: `Back ${kind}`, span, heightAt, area, isFromRight: isFromRight('back') },
  ];
  return { walls: [...walls, ...faces], cheeks, gables };
}

/** The ceiling of a porch and the gable over the wall behind it, of the same plywood. */
export function planPorchSheets(roof: Roof, defaults: FramingDefaults): SheetPlan {
  const ceiling = getPorchCeiling(roof);
  const gables = ceiling.map(() => ({
    name: 'Gable behind the porch',
    span: roof.span,
    heightAt: (x: number) => getSidingHeight(roof, x),
    isFromRight: false,
  }));
  return joinPlans(
    planSheets(ceiling, { sheet: PLYWOOD, spacing: defaults.joistSpacing }),
    planGablePanels(gables, { sheet: SIDING_PANEL, spacing: defaults.studSpacing }, defaults.kerf),
  );
}

/** The area of a gable above the plates, in square inches. */
const getGableArea = ({ shape: { slope }, span }: Roof): number =>
  slope.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = slope[index] ?? [x, y];
    return sum + (x - fromX) * (y + fromY);
  }, 0) *
  span ** 2;

/** The height of a gable over the plates at a distance from the corner; inches. */
function getSidingHeight({ shape, span }: Roof, x: number): number {
  const across = Math.min(x, span - x) / span;
  const index = shape.slope.findIndex(([at]) => at >= across);
  const [fromX, fromY] = shape.slope[Math.max(0, index - 1)] ?? [0, 0];
  const [toX, toY] = shape.slope[Math.max(1, index)] ?? [1, 0];
  return span * (fromY + ((toY - fromY) * (across - fromX)) / (toX - fromX));
}

/** The rectangle around the triangle between a dormer's roof and the main roof. */
const getCheekSize = ({ setback, plate, header }: Dormer, span: number): SheetRow => ({
  length: span / 2 - setback,
  width: plate - header,
});
