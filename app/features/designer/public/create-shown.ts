import { getDesignGeometry, getEntrance, WALL_ANGLES } from '#drawing/design/design-geometry.ts';
import { createDesignPanels, getDesignBulk } from '#drawing/design/design-panels.ts';
import { createLightPools } from '#drawing/design/light-pools.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import { resolveShed } from '#drawing/design/resolve-shed.ts';
import {
  type ColorCard,
  OPENINGS,
  type ShedDesign,
  type Wall,
} from '#drawing/design/shed-design.ts';
import { createShedFramePanels } from '#drawing/framing/frame-panels.ts';
import { createOpenShed, type OpenShed } from '#drawing/framing/open-shed.ts';
import { createFigures, FIGURES } from '#drawing/geometry/figures.ts';
import { createLight } from '#drawing/geometry/light.ts';
import { placePanels } from '#drawing/geometry/panel.ts';
import { toFeet } from '#drawing/geometry/vector.ts';
import { type DesignView, getMood } from '../design-view.ts';
import type { Shown } from './webgl-view.ts';

/** What visitors choose to see. It is not part of the URL. */
export type ViewOptions = {
  hasOpenDoors: boolean;
  isInside: boolean;
  /** A person, a mower and a tractor beside the shed; seen inside, the tractor stands in it if it fits. */
  hasFigures: boolean;
};

/** What the view that turns shows of a design; a frame has neither doors nor an inside of its own. */
export function createShown(
  design: ShedDesign,
  view: DesignView,
  { hasOpenDoors, isInside, hasFigures }: ViewOptions,
  defaults?: FramingDefaults,
  card?: ColorCard,
): Shown {
  const mood = getMood(view);
  const snow = view.season === 'winter';
  const isFrame = view.framing === true;
  const isOpen = (hasOpenDoors || isInside) && !isFrame;
  const { lampsOn } = createLight(mood, 0);
  const { panels, inside, walls }: OpenShed = isOpen
    ? createOpenShed(design, { snow, hasOpenDoors, isInside, isLit: lampsOn, defaults, card })
    : {
        panels: isFrame
          ? createShedFramePanels(design, defaults)
          : createDesignPanels(design, { snow, card }),
        ...{ inside: [], walls: [] },
      };
  const wall = view.facing ?? getEntrance(design);
  const facing = WALL_ANGLES[wall];
  const bulk = getDesignBulk(design, wall);
  const { floorLevel, ridgeLevel } = getDesignGeometry(design);
  const isParked = isInside && !isFrame && hasRoomForTractor(design, wall, bulk.d);
  const floor = isParked ? toFeet(floorLevel) : undefined;
  const figures = hasFigures ? placePanels(createFigures(bulk, floor), 0, 0, facing) : [];
  const isLightSeen = mood === 'night' && !isFrame && !isInside;
  return {
    panels: [...panels, ...figures],
    inside,
    walls,
    pools: isLightSeen ? createLightPools(resolveShed(design, snow), { hasOpenDoors }) : [],
    width: design.width,
    length: design.length,
    height: toFeet(ridgeLevel),
    facing,
    bulk,
    season: view.season,
    mood,
  };
}

const INCHES_PER_METRE = 1 / 0.0254;
/** Two walls, and a hand's breadth before and behind the tractor. */
const WALLS_AND_GAPS = 16;

/** @param depth of the shed from the entrance's wall, in feet */
function hasRoomForTractor(design: ShedDesign, entrance: Wall, depth: number): boolean {
  const [width, length] = [FIGURES.tractor.width, FIGURES.tractor.length].map(
    (metres) => metres * INCHES_PER_METRE,
  ) as [number, number];
  const isAtEnd = entrance === 'front' || entrance === 'back';
  const room = 12 * (depth - (isAtEnd ? design.porchDepth : 0));
  const hasDoor = design.openings.some(({ type, wall }) => {
    const opening = OPENINGS[type];
    return wall === entrance && opening.kind === 'door' && opening.width > width;
  });
  return hasDoor && room >= length + WALLS_AND_GAPS;
}
