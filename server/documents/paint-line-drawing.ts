import type { Fill, LineDrawing, LineWeight } from '#drawing/views/lines/line-drawing.ts';
import type { Box } from './pdf-text.ts';

const fills: Record<Fill, string> = {
  solid: '#444444',
  wall: '#f0f0f0',
  roof: '#d2d2d2',
  paper: '#ffffff',
  glass: '#e4e4e4',
  ground: '#b8b8b8',
};
/** Points. */
const weights: Record<LineWeight, number> = { heavy: 1.5, medium: 0.6, light: 0.35, dashed: 0.5 };
const pointsPerInch = 72;
/** Inches on paper for a foot, as on a scale ruler. */
const scales = [
  [1, '1'],
  [3 / 4, '3/4'],
  [1 / 2, '1/2'],
  [3 / 8, '3/8'],
  [1 / 4, '1/4'],
  [3 / 16, '3/16'],
  [1 / 8, '1/8'],
] as const;

/** Finds the largest usual scale at which drawings fit into a box, as points per inch and as a label. */
export function findScale(
  drawings: readonly Pick<LineDrawing, 'width' | 'height'>[],
  box: Pick<Box, 'width' | 'height'>,
): { factor: number; label: string } | undefined {
  const max = Math.min(
    ...drawings.map(({ width, height }) => Math.min(box.width / width, box.height / height)),
  );
  for (const [inches, name] of scales) {
    const factor = (inches * pointsPerInch) / 12;
    if (factor <= max) return { factor, label: `Scale ${name} in = 1 ft, printed at 100%` };
  }
  return undefined;
}

/** Draws into the middle of a box, as large as fits unless a scale is given (points for an inch). */
export function paintLineDrawing(
  doc: PDFKit.PDFDocument,
  { left, top, width, height, shapes }: LineDrawing,
  box: Box,
  scale = Math.min(box.width / width, box.height / height),
): void {
  const x0 = box.left + (box.width - width * scale) / 2 - left * scale;
  const y0 = box.top + (box.height - height * scale) / 2 - top * scale;
  const toPage = ([x, y]: readonly [number, number]) => [x0 + x * scale, y0 + y * scale] as const;
  for (const shape of shapes) {
    if (shape.type === 'text') {
      const [x, y] = toPage(shape.at);
      const size = shape.size * scale;
      doc.save().fontSize(size).fillColor('#111111');
      if (shape.turn) doc.rotate(shape.turn, { origin: [x, y] });
      doc
        .text(shape.text, x - doc.widthOfString(shape.text) / 2, y, {
          lineBreak: false,
          baseline: 'alphabetic',
        })
        .restore();
      continue;
    }
    shape.points.map(toPage).forEach(([x, y], index) => {
      if (index === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    });
    doc.lineWidth(weights[shape.weight]).lineJoin('round');
    if (shape.weight === 'dashed') doc.dash(3, { space: 2 });
    else doc.undash();
    if (shape.type === 'area') doc.closePath().fillAndStroke(fills[shape.fill], '#111111');
    else doc.stroke('#111111');
  }
  doc.undash();
}
