import type { CoveredSurface, SheetPlan } from '#drawing/framing/sheets.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import {
  createDimensions,
  type DrawnShape,
  frameDrawing,
  type LineDrawing,
} from './line-drawing.ts';

/** The height of text, in inches and as a share of the surface. */
const MIN_TEXT_SIZE = 5;
const TEXT_SHARE = 1 / 24;

/** The surfaces of a plan with the sheets that cover them, each part with the number of its sheet. */
export const drawSheets = ({ surfaces }: SheetPlan): LineDrawing[] => surfaces.map(drawSurface);

function drawSurface({ name, length, width, pieces }: CoveredSurface): LineDrawing {
  const textSize = Math.max(MIN_TEXT_SIZE, length * TEXT_SHARE);
  return frameDrawing(name, [
    ...pieces.flatMap((piece): DrawnShape[] => {
      const label = `${piece.sheet}`;
      const size = Math.min(textSize, piece.length / label.length, 0.8 * piece.width);
      return [
        {
          type: 'area',
          points: toCorners(piece.x, -piece.y - piece.width, piece.length, piece.width),
          fill: 'paper',
          weight: 'medium',
        },
        {
          type: 'text',
          at: [piece.x + piece.length / 2, -piece.y - piece.width / 2 + size / 3],
          text: label,
          turn: 0,
          size,
        },
      ];
    }),
    ...createDimensions([0, length], { side: 'below', at: 0, textSize }),
    ...createDimensions([0, -width], { side: 'right', at: length, textSize }),
  ]);
}
