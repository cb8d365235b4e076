import { type DesignGeometry, getDesignGeometry, type OpeningRect } from './design-geometry.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

/** A window, loft door or vent above the doors and windows of an end wall, in its middle. */
export type GableFeature = OpeningRect & {
  type: 'A-frame window' | 'loft door' | 'window' | 'vent';
};

/** The head of doors and windows with its casing, and the margin below the roof; inches. */
const HEAD = 80;
const MARGIN = 7;
/** The size of a vent, and the room that it needs in a gable; inches. */
const VENT = { width: 14.4, height: 12 };
const VENT_ROOM = { width: 19, height: 15 };
/** How far a vent may reach below the plates, as over windows in walls of 84 inches; inches. */
const MAX_BELOW_PLATES = 4;
/** The preferred level: above doors and windows, and above the plates, over the floor of a loft; inches. */
const MAX_ABOVE_HEAD = 24;
const ABOVE_PLATES = 8;
const MIN_PORCH_GABLE = 26.4;
const VENT_LEVEL_IN_PORCH_GABLE = 0.36;
const LOFT_DOOR = { width: 24, height: 26.4 };
const LOFT_DOOR_ROOM = { width: 26, height: 28 };
/** The width of an A-frame's window as a share of its height. */
const TRIANGLE_WIDTH_SHARE = 1.05;
/** The square window in the gable of a style, in inches. */
const GABLE_WINDOWS: Partial<Record<ShedDesign['style'], number>> = {
  Gambrel: 21.6,
  'Modern Farmhouse': 22,
};

/** The gables that have a vent if vents are chosen: not those with a window or a loft door, or without room. */
export const getVents = (design: ShedDesign): Wall[] => {
  const extras = [...design.extras, 'vents' as const];
  return (['front', 'back'] as const).filter(
    (wall) => findGableFeature({ ...design, extras }, wall)?.type === 'vent',
  );
};

/** The feature in the gable over an end wall; with a porch, the front gable is the porch's. */
export function findGableFeature(design: ShedDesign, wall: Wall): GableFeature | undefined {
  if (wall === 'left' || wall === 'right') return undefined;
  const geometry = getDesignGeometry(design);
  const { span, floorLevel, plateLevel, ridgeLevel } = geometry;
  const hasVents = design.extras.includes('vents');
  const create = (
    type: GableFeature['type'],
    size: { width: number; height: number },
    bottom: number,
  ): GableFeature => ({ type, ...size, left: (span - size.width) / 2, bottom });
  if (wall === 'front' && design.porchDepth > 0 && design.style !== 'A-Frame') {
    const [[, low] = [0, plateLevel]] = geometry.profile;
    const height = ridgeLevel - low;
    const bottom = low - floorLevel + VENT_LEVEL_IN_PORCH_GABLE * height;
    return hasVents && height > MIN_PORCH_GABLE ? create('vent', VENT, bottom) : undefined;
  }
  const plates = plateLevel - floorLevel;
  const head = design.openings.some((opening) => opening.wall === wall) ? HEAD : 0;
  const base = Math.max(head, plates);
  const highest = Math.max((head || plates) + MAX_ABOVE_HEAD, plates + ABOVE_PLATES);
  const findRoom = (width: number, height: number, lowest = base) =>
    fitBelowRoof(geometry, { lowest, highest }, width, height);

  const findVent = (): GableFeature | undefined => {
    if (!hasVents) return undefined;
    const lowest = Math.max(head, plates - MAX_BELOW_PLATES);
    const bottom = findRoom(VENT_ROOM.width, VENT_ROOM.height, lowest);
    return bottom === undefined ? undefined : create('vent', VENT, bottom);
  };
  if (design.style === 'A-Frame') {
    const room = ridgeLevel - floorLevel - base - 2 * MARGIN;
    const height = Math.min(room - 4, 54);
    if (wall === 'back' || height < 14) return findVent();
    return create('A-frame window', { width: TRIANGLE_WIDTH_SHARE * height, height }, base + 4);
  }
  const hasLoftDoor = design.style === 'Dutch Barn' || design.extras.includes('loft');
  if (wall === 'front' && hasLoftDoor) {
    const bottom = findRoom(LOFT_DOOR_ROOM.width, LOFT_DOOR_ROOM.height);
    if (bottom !== undefined) return create('loft door', LOFT_DOOR, bottom);
  }
  const size = GABLE_WINDOWS[design.style];
  const isGlazed = size !== undefined && (design.style === 'Gambrel' || wall === 'front');
  if (isGlazed && !hasVents) {
    const bottom = findRoom(size + 8, size + 4);
    if (bottom !== undefined) return create('window', { width: size, height: size }, bottom);
  }
  return findVent();
}

/**
 * The highest position of a rectangle in the middle of a gable.
 * @returns its bottom above the floor, in inches; undefined without room
 */
function fitBelowRoof(
  { span, profile, floorLevel }: DesignGeometry,
  { lowest, highest }: { lowest: number; highest: number },
  width: number,
  height: number,
): number | undefined {
  const x = (span - width) / 2;
  const roof = getHeightAt(profile, x) - floorLevel;
  const bottom = Math.min(roof - MARGIN - height, highest);
  return x > 0 && bottom >= lowest ? bottom : undefined;
}

/** The height of a profile at a distance from its start. */
function getHeightAt(profile: DesignGeometry['profile'], x: number): number {
  const index = profile.findIndex(([at]) => at >= x);
  const [to, from] = [profile[index], profile[index - 1]];
  if (to === undefined || from === undefined) return to?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}
