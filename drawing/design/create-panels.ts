import { type Panel, placePanels } from '../building/panel.ts';
import type { FramingDefaults } from '../framing/defaults.ts';
import { createFramePanels } from '../framing/frame-panels.ts';
import { frameShed, getMembers } from '../framing/frame-shed.ts';
import { createDesignParts, type ShedPart } from './create-parts.ts';
import { createFoundation } from './features.ts';
import { getEntrance } from './geometry.ts';
import { createFixturePanels } from './interior-panels.ts';
import { resolveShed } from './shed.ts';
import type { ShedDesign, Wall } from './shed-design.ts';

type PanelOptions = {
  snow?: boolean;
  framing?: boolean;
  defaults?: FramingDefaults | undefined;
};

/**
 * The panels of all parts of a shed (see `createDesignParts`), in feet.
 * @param options.framing the frame instead of walls and roof, by `defaults`
 */
export const createDesignPanels = (
  design: ShedDesign,
  { framing = false, defaults, ...options }: PanelOptions = {},
): Panel[] =>
  framing
    ? createFrame(design, defaults)
    : createDesignParts(design, options).flatMap(({ panels }) => panels);

/** The members of the frame with shelf and workbench, on the foundation if it is not a part of them. */
function createFrame(design: ShedDesign, defaults: FramingDefaults | undefined): Panel[] {
  const size = { width: 12 * design.width, length: 12 * design.length };
  const members = createFramePanels(getMembers(frameShed(design, defaults)), size);
  const frame = [...members, ...createFixturePanels(design)];
  return design.foundation === 'slab'
    ? [...createFoundation(resolveShed(design, false)), ...frame]
    : frame;
}

const TURN_TO_VIEWER: Record<Wall, number> = { front: 0, right: -90, back: 180, left: 90 };

/** Turns panels of a shed so that its entrance is towards positive z. */
export const turnEntranceToViewer = (design: ShedDesign, panels: readonly Panel[]): Panel[] =>
  placePanels(panels, 0, 0, TURN_TO_VIEWER[getEntrance(design)]);

/** The parts of a shed with its entrance towards positive z. */
export const createEntranceParts = (
  design: ShedDesign,
  options: { snow?: boolean } = {},
): ShedPart[] =>
  createDesignParts(design, options).map(({ name, panels }) => ({
    name,
    panels: turnEntranceToViewer(design, panels),
  }));

/** The panels of a shed with its entrance towards positive z, as images show it. */
export const createEntrancePanels = (design: ShedDesign, options: PanelOptions = {}): Panel[] =>
  turnEntranceToViewer(design, createDesignPanels(design, options));

/** The room that a shed takes with its entrance towards the viewer: across, in depth and above the ground; feet. */
export function getDesignBulk(design: ShedDesign): { w: number; d: number; h: number } {
  const { width, length, ridge } = resolveShed(design, false);
  const entrance = getEntrance(design);
  const isEnd = entrance === 'front' || entrance === 'back';
  const h = ridge + 0.4 + (design.extras.includes('cupola') ? 2.1 : 0);
  return isEnd ? { w: width, d: length, h } : { w: length, d: width, h };
}
