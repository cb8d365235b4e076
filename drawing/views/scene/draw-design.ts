import { getDesignBulk, turnToViewer } from '#drawing/design/design-panels.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { createShedPanels } from '#drawing/framing/frame-panels.ts';
import { placePanels } from '#drawing/geometry/panel.ts';
import { drawScene } from './scene.ts';
import { createScene, type Setting } from './setting.ts';

/**
 * Draws a shed in a setting as an SVG document, with snow on its roof in winter.
 * @param options.framing the frame instead of walls and roof, by `defaults`
 * @param options.fromBehind shows the side opposite to its entrance
 */
export function drawDesign(
  design: ShedDesign,
  setting: Setting,
  {
    framing = false,
    fromBehind = false,
    defaults,
  }: { framing?: boolean; fromBehind?: boolean; defaults?: FramingDefaults | undefined } = {},
): string {
  const snow = setting.season === 'winter';
  const built = createShedPanels(design, { snow, framing, defaults });
  const panels = turnToViewer(design, built);
  const turned = fromBehind ? placePanels(panels, 0, 0, 180) : panels;
  const scene = createScene({ panels: turned, ...getDesignBulk(design) }, setting);
  return drawScene({ ...scene, isFrame: framing });
}
