import { createSkids } from '../building/fixtures.ts';
import type { Mark, Panel } from '../building/panel.ts';
import {
  createEaveFrame,
  createGableFrame,
  createRoof,
  createWalls,
  type Volume,
  type WallMarks,
} from '../building/volume.ts';
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

/** The marks of the walls under the gables, front first, and under the eaves, front first. */
type WallOpenings = Pick<Volume, 'ends' | 'sides'>;

/** The walls and roof of a shed around the origin, in feet. */
export function createShedVolume(shed: ResolvedShed, openings: WallOpenings): Volume {
  const { width, depth, design } = shed;
  const isGable = ROOF_SHAPES[design.style].front === 'gable';
  return {
    frame: (isGable ? createGableFrame : createEaveFrame)(-width / 2, -depth / 2),
    profile: shed.profile,
    base: FLOOR_HEIGHT,
    length: isGable ? depth : width,
    wall: shed.wallColor,
    roof: shed.roof,
    ...openings,
  };
}

/** The skids, walls and roof of a shed. */
export function createBody(shed: ResolvedShed, openings: WallOpenings): ShedPart[] {
  const volume = createShedVolume(shed, openings);
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

/** The shed's siding with openings in it. */
export const withOpenings =
  (shed: ResolvedShed, openings: (w: number, h: number) => readonly Mark[]): WallMarks =>
  (w, h) => [...shed.cladWall(w, h), ...openings(w, h)];
