import { createDesignPanels, getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ColorCard, ShedDesign, Wall } from '#drawing/design/shed-design.ts';
import { createShedFramePanels } from '#drawing/framing/frame-panels.ts';
import { drawScene } from './scene.ts';
import { createScene, type Setting } from './setting.ts';

/**
 * Draws a shed in a setting as an SVG document, with snow on its roof in winter.
 * @param options.framing the frame instead of walls and roof, by `defaults`
 * @param options.wall is shown; its entrance if none is given
 */
export function drawDesign(
  design: ShedDesign,
  setting: Setting,
  {
    framing = false,
    wall,
    defaults,
    card,
  }: {
    framing?: boolean;
    wall?: Wall | undefined;
    defaults?: FramingDefaults | undefined;
    card?: ColorCard | undefined;
  } = {},
): string {
  const snow = setting.season === 'winter';
  const built = framing
    ? createShedFramePanels(design, defaults)
    : createDesignPanels(design, { snow, card });
  const panels = turnToViewer(design, built, wall);
  const scene = createScene({ panels, ...getDesignBulk(design, wall) }, setting);
  return drawScene({ ...scene, isFrame: framing });
}
