import { darken } from '#drawing/geometry/color.ts';
import { createPanel, type Panel, placePanels } from '#drawing/geometry/panel.ts';
import { clipPolygon } from '#drawing/geometry/vector.ts';
import { createRoof, createWalls } from '#drawing/geometry/volume.ts';
import { getEntrance, hasSideWalls } from './design-geometry.ts';
import { createDormer } from './dormer-panels.ts';
import {
  createApproach,
  createDoorAwning,
  createFoundation,
  createHayHood,
  createRidgeCupola,
  createSkylight,
} from './feature-panels.ts';
import { createPorch } from './porch-panels.ts';
import { resolveShed, type Shed } from './resolve-shed.ts';
import type { ColorCard, ShedDesign, Wall } from './shed-design.ts';

/** A named piece of a shed, with its panels in feet. */
export type ShedPart = {
  name:
    | 'foundation'
    | 'walls'
    | 'roof'
    | 'dormer'
    | 'skylight'
    | 'cupola'
    | 'hay hood'
    | 'awning'
    | 'porch'
    | 'ramp'
    | 'step';
  panels: readonly Panel[];
};

export type PanelOptions = { snow?: boolean; card?: ColorCard | undefined };

/**
 * The parts of a shed from the ground up, around the middle of its footprint: the front towards
 * positive z, the right wall towards positive x.
 * @returns panels in feet; only the parts that the design has
 */
export function createDesignParts(
  design: ShedDesign,
  { snow = false, card }: PanelOptions = {},
): ShedPart[] {
  const shed = resolveShed(design, snow, card);
  const parts: ShedPart[] = [
    { name: 'foundation', panels: createFoundation(shed) },
    { name: 'walls', panels: createShedWalls(shed) },
    { name: 'roof', panels: [...createRoof(shed.volume), ...createOpenCeiling(shed)] },
    ...createAttachedParts(shed),
  ];
  return parts.filter(({ panels }) => panels.length > 0);
}

/** The parts attached to foundation, walls and roof. @returns panels in feet */
export function createAttachedParts(shed: Shed): ShedPart[] {
  const { extras } = shed.design;
  return [
    { name: 'dormer', panels: createDormer(shed) },
    { name: 'skylight', panels: createSkylight(shed) },
    { name: 'cupola', panels: extras.includes('cupola') ? createRidgeCupola(shed) : [] },
    { name: 'hay hood', panels: createHayHood(shed) },
    { name: 'awning', panels: createDoorAwning(shed) },
    { name: 'porch', panels: shed.porchDepth > 0 ? createPorch(shed) : [] },
    createApproach(shed),
  ];
}

/** The panels of all parts of a shed (see `createDesignParts`), in feet. */
export const createDesignPanels = (design: ShedDesign, options?: PanelOptions): Panel[] =>
  createDesignParts(design, options).flatMap(({ panels }) => panels);

const TURN_TO_VIEWER: Record<Wall, number> = { front: 0, right: -90, back: 180, left: 90 };

/** Turns panels of a shed so that a wall is towards positive z. */
export const turnToViewer = (
  design: ShedDesign,
  panels: readonly Panel[],
  wall: Wall = getEntrance(design),
): Panel[] => placePanels(panels, 0, 0, TURN_TO_VIEWER[wall]);

/** The parts of a shed with its entrance towards positive z. */
export const createEntranceParts = (design: ShedDesign, options?: PanelOptions): ShedPart[] =>
  createDesignParts(design, options).map(({ name, panels }) => ({
    name,
    panels: turnToViewer(design, panels),
  }));

/** The panels of a shed with its entrance towards positive z, as images show it. */
export const createEntrancePanels = (design: ShedDesign, options?: PanelOptions): Panel[] =>
  turnToViewer(design, createDesignPanels(design, options));

/** The room that a shed takes with a wall towards the viewer: across, in depth and above the ground; feet. */
export function getDesignBulk(
  design: ShedDesign,
  wall: Wall = getEntrance(design),
): { w: number; d: number; h: number } {
  const { width, length, ridge } = resolveShed(design, false);
  const isEnd = wall === 'front' || wall === 'back';
  const h = ridge + 0.4 + (design.extras.includes('cupola') ? 2.1 : 0);
  return isEnd ? { w: width, d: length, h } : { w: length, d: width, h };
}

/** The walls around the room up to the roof; an A-frame has no side walls. */
export function createBodyWalls(shed: Shed): { name: Wall; panel: Panel }[] {
  const { volume, length, porchDepth, design } = shed;
  const [front, back, right, left] = createWalls({ ...volume, length: length - porchDepth });
  const walls = { front, back, right, left };
  return (Object.entries(walls) as [Wall, Panel | undefined][]).flatMap(([name, panel]) =>
    panel && (hasSideWalls(design) || panel.height > 0.1) ? [{ name, panel }] : [],
  );
}

/** The walls as they are seen from outside: the front ends at the ceiling of a porch. */
function createShedWalls(shed: Shed): Panel[] {
  const { porchDepth, profile, plate, design } = shed;
  const ceiling = profile[0]?.[1] ?? plate;
  const hasCeiling = porchDepth > 0 && hasSideWalls(design);
  return createBodyWalls(shed).map(({ name, panel }) =>
    name === 'front' && hasCeiling
      ? { ...panel, corners: clipPolygon(panel.corners, ([, y]) => ceiling + 0.01 - y) }
      : panel,
  );
}

/** Over the porch of an A-frame, the underside of its roof; other porches have a ceiling. */
function createOpenCeiling({ design, volume, length, porchDepth }: Shed): Panel[] {
  if (design.style !== 'A-Frame' || porchDepth === 0) return [];
  const { frame, profile, roof } = volume;
  const wall = length - porchDepth;
  return profile.slice(1).map((to, i) => {
    const from = profile[i] ?? to;
    const corners = [
      frame(from[0], from[1], wall),
      frame(from[0], from[1], length),
      frame(to[0], to[1], length),
      frame(to[0], to[1], wall),
    ];
    const inside = frame((from[0] + to[0]) / 2, 1000, length);
    return createPanel(corners, darken(roof.fascia, 0.18), { inside, graded: false, casts: false });
  });
}
