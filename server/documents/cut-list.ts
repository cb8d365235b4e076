import { getDesignTitle } from '#app/features/designer/design-summary.ts';
import { describeSpacing } from '#app/features/designer/designer-settings.ts';
import type { MaterialRow } from '#app/features/designer/extra-materials.ts';
import { type CutRow, createMaterialList } from '#app/features/designer/material-list.ts';
import { formatSixteenths } from '#app/lib/lengths.ts';
import { type DrawnShape, frameDrawing, toCorners } from '#drawing/design/line-drawing.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import type { FramingDefaults } from '#drawing/framing/defaults.ts';
import { BEVEL_NOTE } from '#drawing/framing/framing-drawings.ts';
import type { DocumentFacts } from './document-job.ts';
import type { Column, Pdf } from './pdf.ts';
import { createShopPdf, listFacts } from './shop-document.ts';

const barHeight = 15;
const blockHeight = 46;
/** Inches of the board; the line below the bar has all lengths. */
const minTextSize = 1.8;

/** The boards to buy and how to cut them, with a bar for each kind of board. */
export async function renderCutList(design: ShedDesign, facts: DocumentFacts): Promise<Buffer> {
  const pdf = await createShopPdf('Cut list', design, facts, 'portrait');
  const { framing } = facts;
  const { cuts, materials, spacing } = createMaterialList(design, framing);
  pdf.addPage(`Cut list: ${getDesignTitle(design)}`, 1);
  const known = [...listFacts(facts), ['Framing', describeSpacing(spacing)]];
  for (const [name, value] of known) pdf.addParagraph(`${name}: ${value}`);
  pdf.addHeading('Boards to buy', 2);
  pdf.addTable(
    materials.filter(({ group }) => group === 'Lumber'),
    boardColumns,
  );
  pdf.addPage('How to cut them');
  pdf.addParagraph(
    `Lengths in inches. Each cut takes ${formatSixteenths(framing.kerf)}, which is counted. Grey is left over. ${BEVEL_NOTE}`,
  );
  for (const cut of cuts) addCut(pdf, cut, framing);
  return pdf.finish();
}

const boardColumns: Column<MaterialRow>[] = [
  { header: 'Boards', share: 0.6, align: 'right', cell: ({ quantity }) => `${quantity}` },
  { header: 'Lumber', share: 1.4, cell: ({ item }) => item },
  { header: 'For', share: 4, cell: ({ note }) => note },
];

function addCut(pdf: Pdf, cut: CutRow, { kerf, stockLengths }: FramingDefaults) {
  const { left, top, width, height } = pdf.body;
  if (pdf.getY() + blockHeight > top + height) pdf.addPage('How to cut them, continued');
  const { lumber, stockLength, boards, pieces, rest } = cut;
  pdf.addParagraph(`${boards} x ${lumber}, ${stockLength} ft`, { weight: 'bold', size: 9.5 });
  const start = pdf.getY() - 3;
  const perInch = width / (12 * Math.max(...stockLengths));
  const described = pieces.map(
    ({ count, length, members }) => `${count} of ${length} (${members})`,
  );
  pdf.addDrawing(
    drawBoard(cut, kerf),
    { left, top: start, width: 12 * stockLength * perInch, height: barHeight },
    {
      alt: `A board of ${stockLength} ft cut into ${described.join(', ')}; ${formatSixteenths(rest)} left over.`,
      scale: perInch,
    },
  );
  pdf.moveTo(start + barHeight + 2);
  pdf.addParagraph(`${described.join('; ')}; left over ${formatSixteenths(rest)}`, { size: 8 });
  pdf.moveTo(pdf.getY() + 4);
}

/** The pieces of a board beside each other, with their lengths. */
function drawBoard({ stockLength, pieces, rest }: CutRow, kerf: number) {
  const depth = 5.4;
  const shapes: DrawnShape[] = [
    {
      type: 'area',
      points: toCorners(0, 0, 12 * stockLength, depth),
      fill: 'ground',
      weight: 'medium',
    },
  ];
  const lengths = pieces.flatMap(({ count, inches, length }) =>
    Array.from({ length: count }, () => ({ inches, length })),
  );
  let x = 0;
  for (const { inches, length } of lengths) {
    const size = Math.min(3.4, inches / (0.56 * length.length));
    const points = toCorners(x, 0, inches, depth);
    shapes.push({ type: 'area', points, fill: 'paper', weight: 'medium' });
    if (size > minTextSize) {
      const at: [number, number] = [x + inches / 2, depth / 2 + size * 0.35];
      shapes.push({ type: 'text', at, text: length, turn: 0, size });
    }
    x += inches + kerf;
  }
  if (rest > 8) {
    const at: [number, number] = [12 * stockLength - rest / 2, depth / 2 + 1.2];
    shapes.push({ type: 'text', at, text: formatSixteenths(rest), turn: 0, size: 3 });
  }
  const framed = frameDrawing('Board', shapes);
  return { ...framed, left: 0, top: 0, width: 12 * stockLength, height: depth };
}
