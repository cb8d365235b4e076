import { getOpeningRect, getWallLength, type OpeningRect } from './design-geometry.ts';
import { type DesignOpening, OPENINGS, type ShedDesign, type Wall } from './shed-design.ts';

/** The shutters beside a window, in inches: at least this wide, or a share of the window. */
const SHUTTERS = { width: 7.2, share: 0.34, gap: 4.8 };
const CORNER_BOARD = 4.5;
const CASING = 4.2;

/** An extra that each window has, if there is room for it. */
export type WindowTrim = 'flowerBoxes' | 'shutters';

/**
 * The windows that have flower boxes or shutters if the design has that extra. Transoms have neither;
 * shutters need room on both sides. `private.list_price_quantities` counts the same windows.
 */
export const getTrimmedWindows = (design: ShedDesign, trim: WindowTrim): DesignOpening[] =>
  design.openings.filter(
    (opening) =>
      OPENINGS[opening.type].kind === 'window' &&
      opening.type !== 'transom-48x12' &&
      (trim === 'flowerBoxes' || hasRoomForShutters(design, opening)),
  );

/** The width of each shutter beside a window, in inches. */
export const getShutterWidth = (windowWidth: number): number =>
  Math.max(SHUTTERS.width, windowWidth * SHUTTERS.share);

function hasRoomForShutters(design: ShedDesign, opening: DesignOpening): boolean {
  const rect = getOpeningRect(design, opening);
  const reach = SHUTTERS.gap + getShutterWidth(rect.width);
  const stretch = { left: rect.left - reach, width: rect.width + 2 * reach };
  return isClear(design, opening.wall, stretch, opening);
}

/** True if a stretch of a wall has no corner board and no opening other than `own`. */
function isClear(
  design: ShedDesign,
  wall: Wall,
  { left, width }: Pick<OpeningRect, 'left' | 'width'>,
  own: DesignOpening,
): boolean {
  if (left < CORNER_BOARD || left + width > getWallLength(design, wall) - CORNER_BOARD) {
    return false;
  }
  return design.openings
    .filter((other) => other.wall === wall && other !== own)
    .map((other) => getOpeningRect(design, other))
    .every(
      (other) => other.left - CASING >= left + width || other.left + other.width + CASING <= left,
    );
}
