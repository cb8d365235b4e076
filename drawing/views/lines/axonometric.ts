import { createEntranceParts } from '#drawing/design/design-panels.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { createView, type View } from '#drawing/geometry/camera.ts';
import { sortBackToFront } from '#drawing/geometry/depth-order.ts';
import { type Panel, toWorld } from '#drawing/geometry/panel.ts';
import { clipToConvex, toConvexPieces } from '#drawing/geometry/polygon.ts';
import { dot, type Point, sub } from '#drawing/geometry/vector.ts';
import { type DrawnShape, type Fill, frameDrawing, type LineDrawing } from './line-drawing.ts';

/** The distance of the viewer in feet, large enough to keep parallel edges parallel. */
const DISTANCE = 2000;
const TURN = (-35 * Math.PI) / 180;
const RISE = 0.42;
/** Smaller details are omitted, in feet. */
const MIN_DETAIL = 0.3;

/** A shed from its entrance side and above, in lines; inches of a foreshortened view, not to scale. */
export function drawAxonometric(design: ShedDesign): LineDrawing {
  const view = createView(
    {
      eye: [DISTANCE * Math.sin(TURN), RISE * DISTANCE, DISTANCE * Math.cos(TURN)],
      target: [0, 0, 0],
      focal: DISTANCE,
      horizon: 0,
    },
    12,
    12,
  );
  const parts = createEntranceParts(design);
  const fills = new Map(
    parts.flatMap(({ name, panels }) =>
      panels.map((panel) => [panel, getFill(name, panel.normal)]),
    ),
  );
  const panels = parts.flatMap((part) => part.panels);
  return frameDrawing(
    'View',
    sortBackToFront(panels, view).flatMap((panel): DrawnShape[] => {
      const outline = view.polygon(panel.corners);
      if (outline.length < 3) return [];
      return [
        { type: 'area', points: outline, fill: fills.get(panel) ?? 'paper', weight: 'medium' },
        ...drawDetails(panel, view),
      ];
    }),
  );
}

function getFill(part: string, [, up]: readonly [number, number, number]): Fill {
  if (part === 'roof' || part === 'dormer') return up > 0.2 ? 'roof' : 'paper';
  return part === 'walls' ? 'wall' : 'paper';
}

/** Doors, windows and trim; lines of siding and shingles would only darken the drawing. */
function drawDetails(panel: Panel, view: View): DrawnShape[] {
  const outline = panel.corners.map((corner): Point => {
    const offset = sub(corner, panel.origin);
    return [dot(offset, panel.u), dot(offset, panel.v)];
  });
  const pieces = toConvexPieces(outline);
  return panel.marks.flatMap((mark): DrawnShape[] => {
    if (mark.type === 'line' || (mark.type === 'area' && mark.lift === undefined)) return [];
    if (!isVisible(mark.points)) return [];
    return pieces
      .map((piece) => clipToConvex(mark.points, piece))
      .filter((points) => points.length > 2)
      .map((points) => ({
        type: 'area',
        points: view.polygon(points.map((point) => toWorld(panel, point))),
        fill: mark.type === 'glass' ? 'glass' : 'paper',
        weight: 'light',
      }));
  });
}

const isVisible = (points: readonly Point[]): boolean =>
  [0, 1].some((axis) => {
    const values = points.map((point) => point[axis] ?? 0);
    return Math.max(...values) - Math.min(...values) >= MIN_DETAIL;
  });
