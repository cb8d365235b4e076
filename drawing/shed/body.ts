import { createRamp, createSkids } from '../building/fixtures.ts';
import {
  createDoubleDoor,
  createGableWindow,
  createLamp,
  createSingleDoor,
  createVent,
  createWindow,
} from '../building/openings.ts';
import type { Mark, Panel } from '../building/panel.ts';
import {
  createEaveFrame,
  createGableFrame,
  createRoof,
  createWalls,
  type Volume,
  type WallMarks,
} from '../building/volume.ts';
import { darken } from '../color.ts';
import { toFeet } from '../vector.ts';
import type { Opening } from './openings.ts';
import { FLOOR_HEIGHT, type ResolvedShed } from './resolve-design.ts';
import { ROOF_SHAPES } from './roof-shapes.ts';

/** A named piece of a shed, with its panels in feet. */
export type ShedPart = {
  name:
    | 'skids'
    | 'walls'
    | 'roof'
    | 'dormer'
    | 'cupola'
    | 'hay hood'
    | 'awning'
    | 'porch'
    | 'ramp'
    | 'step';
  panels: readonly Panel[];
};

/** The walls and roof of a shed around the origin, in feet. */
export function createShedVolume(shed: ResolvedShed): Volume {
  const { width, depth, design } = shed;
  const [front, back, left, right] = (['front', 'back', 'left', 'right'] as const).map(
    (wall): WallMarks =>
      (w, h) => [
        ...shed.cladWall(w, h),
        ...shed.openings[wall].flatMap((opening) => createOpeningMarks(opening, shed)),
      ],
  ) as [WallMarks, WallMarks, WallMarks, WallMarks];
  const isGable = ROOF_SHAPES[design.style].front === 'gable';
  return {
    frame: (isGable ? createGableFrame : createEaveFrame)(-width / 2, -depth / 2),
    profile: shed.profile,
    base: FLOOR_HEIGHT,
    length: isGable ? depth : width,
    wall: shed.wallColor,
    roof: shed.roof,
    ends: isGable ? [front, back] : [right, left],
    sides: isGable ? [right, left] : [front, back],
  };
}

/** The skids, walls and roof of a shed. */
export function createBody(shed: ResolvedShed): ShedPart[] {
  const volume = createShedVolume(shed);
  return [
    createSkidPart(shed),
    { name: 'walls', panels: createWalls(volume) },
    { name: 'roof', panels: createRoof(volume) },
  ];
}

/** The skids under the floor. */
export const createSkidPart = ({ width, depth }: ResolvedShed): ShedPart => ({
  name: 'skids',
  panels: createSkids(-width / 2, -depth / 2, width, depth, FLOOR_HEIGHT),
});

/** A ramp as wide as the first opening of the front, its door. */
export function createRampPart({ openings, width, depth }: ResolvedShed): ShedPart {
  const [door] = openings.front;
  const panels = door
    ? createRamp(-width / 2 + toFeet(door.left), depth / 2, toFeet(door.width), FLOOR_HEIGHT)
    : [];
  return { name: 'ramp', panels };
}

function createOpeningMarks(opening: Opening, shed: ResolvedShed): readonly Mark[] {
  const { trimColor: trim, doorColor: color } = shed;
  const left = toFeet(opening.left);
  const bottom = toFeet(opening.bottom);
  const width = toFeet(opening.width);
  const height = toFeet(opening.height);
  switch (opening.type) {
    case 'double door':
      return createDoubleDoor(left, bottom, width, height, { ...opening, color, trim });
    case 'single door':
      return createSingleDoor(left, bottom, width, height, { ...opening, color, trim });
    case 'window': {
      const { shutterShade, columns = 2, rows = 2, flowers = false } = opening;
      return createWindow(left, bottom, width, height, {
        trim,
        columns,
        rows,
        flowers: flowers && !shed.snow,
        ...(shutterShade === undefined ? {} : { shutters: darken(color, shutterShade) }),
      });
    }
    case 'gable window':
      return createGableWindow(left, bottom, width, height, trim);
    case 'vent':
      return createVent(left, bottom, width, height, trim);
    case 'lamp':
      return createLamp(left + width / 2, bottom);
  }
}
