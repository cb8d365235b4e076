import { darken } from '#drawing/geometry/color.ts';
import {
  createDoubleDoor,
  createGarageDoor,
  createSingleDoor,
  createWindow,
  type DoorLook,
} from '#drawing/geometry/openings.ts';
import type { Mark } from '#drawing/geometry/panel.ts';
import type { DesignColors } from './colors.ts';
import { getOpeningRectInFeet } from './design-geometry.ts';
import {
  type DesignOpening,
  OPENINGS,
  type OpeningType,
  type ShedDesign,
  type Wall,
} from './shed-design.ts';
import { getTrimmedWindows, type WindowTrim } from './window-trim.ts';

const DOORS: Record<ShedDesign['style'], Pick<DoorLook, 'brace' | 'lites'>> = {
  'A-Frame': { brace: 'none', lites: true },
  'Dutch Barn': { brace: 'x' },
  Dormer: { brace: 'x', lites: true },
  Porch: { brace: 'x', lites: true },
  'Modern Farmhouse': { brace: 'z', lites: true },
  Gable: { brace: 'x' },
  Gambrel: { brace: 'z', lites: true },
};

const SASHES: Partial<Record<OpeningType, { columns: number; rows: number }>> = {
  'window-36x36': { columns: 4, rows: 2 },
  'transom-48x12': { columns: 4, rows: 1 },
};

/** How the doors of a design that swing look. */
export const getDoorLook = (
  { style }: ShedDesign,
  { door, trim }: Pick<DesignColors, 'door' | 'trim'>,
): DoorLook => ({ ...DOORS[style], color: door, trim });

/** The doors and windows of a wall with shutters and flower boxes; feet from the wall's left corner and the floor. */
export function createOpeningMarks(
  design: ShedDesign,
  wall: Wall,
  colors: DesignColors,
  snow: boolean,
): Mark[] {
  return design.openings
    .filter((opening) => opening.wall === wall)
    .flatMap((opening) => createMarks(design, opening, colors, snow));
}

function createMarks(
  design: ShedDesign,
  opening: DesignOpening,
  { door, trim }: DesignColors,
  snow: boolean,
): Mark[] {
  const { kind, leaves } = OPENINGS[opening.type];
  const { left: u, bottom: v, width: w, height: h } = getOpeningRectInFeet(design, opening);
  if (opening.type === 'roll-up-door-84') return createGarageDoor(u, v, w, h, door, trim, false);
  if (kind === 'door') {
    const look = getDoorLook(design, { door, trim });
    return (leaves === 2 ? createDoubleDoor : createSingleDoor)(u, v, w, h, look);
  }
  const hasTrim = (trim: WindowTrim) =>
    design.extras.includes(trim) && getTrimmedWindows(design, trim).includes(opening);
  return createWindow(u, v, w, h, {
    trim,
    ...SASHES[opening.type],
    flowers: !snow && hasTrim('flowerBoxes'),
    ...(hasTrim('shutters') ? { shutters: darken(door, 0.25) } : {}),
  });
}
