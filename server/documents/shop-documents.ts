import { describeDesign } from '#app/features/designer/describe-design.ts';
import { FRAMING_NOTICE } from '#app/features/designer/design-labels.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { describeSkylight, type MaterialRow } from '#app/features/designer/extra-materials.ts';
import {
  type CutRow,
  createMaterialList,
  describeSpacing,
} from '#app/features/designer/material-list.ts';
import { formatDay } from '#app/lib/dates.ts';
import type { FramingDefaults } from '#drawing/design/lumber.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import { frameShed, type ShedFrame } from '#drawing/framing/frame-shed.ts';
import { BEVEL_NOTE } from '#drawing/framing/member.ts';
import type { SheetPlan } from '#drawing/framing/sheets.ts';
import {
  DIMENSION_NOTES,
  formatFootprint,
  formatLength,
  formatSixteenths,
} from '#drawing/geometry/lengths.ts';
import { formatArea, formatPieceSize } from '#drawing/geometry/material-sizes.ts';
import { toCorners } from '#drawing/geometry/prism.ts';
import { drawAxonometric } from '#drawing/views/lines/axonometric.ts';
import { drawElevation } from '#drawing/views/lines/elevations.ts';
import {
  countMembers,
  drawFraming,
  type MemberCount,
} from '#drawing/views/lines/framing-drawings.ts';
import type { FramingDrawing } from '#drawing/views/lines/framing-shapes.ts';
import {
  type DrawnShape,
  frameDrawing,
  type LineDrawing,
} from '#drawing/views/lines/line-drawing.ts';
import { drawPlan } from '#drawing/views/lines/plan.ts';
import { drawSheets } from '#drawing/views/lines/sheet-drawings.ts';
import { findScale } from './paint-line-drawing.ts';
import { createPdf, type Pdf, type PdfSetup } from './pdf.ts';
import type { Column } from './pdf-table.ts';
import type { Box } from './pdf-text.ts';
import { loadTypefaces } from './typefaces.ts';

/** The facts that a shop document states besides its design. */
export type DocumentFacts = {
  business: string;
  /** Why the design needs an engineer; empty within the range that the owner approved. */
  engineer: readonly string[];
  /** What is missing to decide that: the owner's limits, the climate. */
  missingLimits: readonly string[];
  /** How the shop frames. */
  framing: FramingDefaults;
  /** What its suppliers call the colors. */
  card: ColorCard;
  /** How the request's design was changed so that it can be built. */
  changes: readonly string[];
  request?: { number: string; customer: string; createdAt: string } | undefined;
};

/** Documents without a request have a fixed date, so that their bytes stay the same. */
const noDate = new Date(0);

/** Creates a document with the header and footer of every shop page. */
async function createShopPdf(
  name: string,
  design: ShedDesign,
  facts: DocumentFacts,
  orientation: PdfSetup['orientation'],
): Promise<Pdf> {
  const { business, engineer, missingLimits, request } = facts;
  const title = `${name}: ${getDesignTitle(design)}`;
  const reference = request ? `, request ${request.number}` : '';
  return createPdf({
    title,
    author: business,
    header: `${business}  ·  ${title}${reference}`.replace('·', '|'),
    warning: engineer.length > 0 ? 'Needs an engineer' : undefined,
    footer: [FRAMING_NOTICE, ...engineer, ...missingLimits].join(' '),
    orientation,
    typefaces: await loadTypefaces(facts),
    createdAt: request ? new Date(request.createdAt) : noDate,
  });
}

/** Lists the customer, dates and changes as names and values. */
const listFacts = ({
  request,
  engineer,
  missingLimits,
  changes,
}: DocumentFacts): [string, string][] => [
  ...(request
    ? ([
        ['Request', request.number],
        ['Customer', request.customer],
        ['Received', formatDay(request.createdAt)],
      ] satisfies [string, string][])
    : []),
  ...(changes.length > 0
    ? ([['Changed so it can be built', changes.join(' ')]] satisfies [string, string][])
    : []),
  ...(engineer.length + missingLimits.length > 0
    ? ([['Engineer', [...engineer, ...missingLimits].join(' ')]] satisfies [string, string][])
    : []),
];

const gap = 18;
const noteSize = 8.5;
/** In points. */
const logoBox = { width: 130, height: 36 };
/** The heights of a note, a note below a table of members, and a row of that table, in points. */
const noteHeight = 14;
const wrappedNoteHeight = 26;
const rowHeight = 17.4;
/** Points for an inch: 3/16 in = 1 ft. */
const minFactor = 1.125;

/** Cover, plan, elevations, framing and sheets of a design, on Letter pages. */
export async function renderShopDrawings(
  design: ShedDesign,
  facts: DocumentFacts,
  logo?: Uint8Array,
): Promise<Buffer> {
  const pdf = await createShopPdf('Shop drawings', design, facts, 'landscape');
  const frame = frameShed(design, facts.framing);
  const framing = drawFraming(design, frame);
  addTitle(pdf, `Shop drawings: ${getDesignTitle(design)}`, facts.business, logo);
  addCover(pdf, design, frame, facts);
  addDrawings(pdf, 'Floor plan', [drawPlan(design)], () =>
    summarizeDesign(design, 'imperial', facts.card),
  );
  const elevate = (wall: 'front' | 'back' | 'left' | 'right') =>
    drawElevation(design, wall, { defaults: facts.framing });
  addDrawings(pdf, 'Elevations: front and back', [elevate('front'), elevate('back')]);
  addDrawings(pdf, 'Elevations: left and right', [elevate('left'), elevate('right')]);
  addFraming(pdf, framing.floor);
  for (const drawing of [...framing.walls, ...framing.roof]) addFraming(pdf, drawing);
  addSheets(pdf, 'Floor sheets', frame, [frame.sheetPlans.subfloor, frame.sheetPlans.loft]);
  addSheets(pdf, 'Porch sheets', frame, [frame.sheetPlans.porch]);
  addSheets(pdf, 'Roof sheathing', frame, [frame.sheetPlans.deck]);
  const isSheathed = facts.framing.sidingOnSheathing.includes(design.material);
  addSheets(pdf, isSheathed ? 'Wall sheathing' : 'Siding panels', frame, [frame.sheetPlans.siding]);
  return pdf.finish();
}

/** Starts the first page with its title, and the logo (a PNG) beside it. */
function addTitle(pdf: Pdf, title: string, business: string, logo: Uint8Array | undefined) {
  pdf.addPage();
  if (!logo) return pdf.addHeading(title, 1);
  const { body } = pdf;
  const left = body.left + body.width - logoBox.width;
  pdf.addLogo(logo, { ...logoBox, left, top: body.top }, business, 'right');
  const logoEnd = pdf.getY();
  pdf.moveTo(body.top);
  pdf.addHeading(title, 1, { ...body, width: body.width - logoBox.width - gap });
  pdf.moveTo(Math.max(pdf.getY(), logoEnd));
}

function addCover(pdf: Pdf, design: ShedDesign, frame: ShedFrame, facts: DocumentFacts) {
  const { left, width, top, height } = pdf.body;
  const start = pdf.getY() + 6;
  const tableWidth = 340;
  const figure = {
    left,
    top: start,
    width: width - tableWidth - gap,
    height: top + height - start,
  };
  pdf.addDrawing(drawAxonometric(design), figure, {
    alt: summarizeDesign(design, 'imperial', facts.card),
  });
  const box = {
    left: left + width - tableWidth,
    top: start,
    width: tableWidth,
    height: figure.height,
  };
  const skylight = describeSkylight(design);
  const rows: [string, string][] = [
    ...listFacts(facts),
    ...describeDesign(design, facts.card).filter(([name]) => name !== 'Style'),
    ...(skylight ? [['Skylight', skylight] satisfies [string, string]] : []),
    ['Framing', describeSpacing(frame.spacing)],
    ['Height', `${formatPieceSize(frame.height)} above the ground, to the roof deck`],
    ['Footprint', formatArea(frame.footprint)],
    ['Roof', `${formatArea(frame.roofArea)} of deck`],
  ];
  pdf.moveTo(start);
  pdf.addTable(rows, factColumns, { box, size: 9 });
}

const factColumns: Column<[string, string]>[] = [
  { header: 'This shed', share: 1, cell: ([name]) => name },
  { header: 'As designed', share: 2.2, cell: ([, value]) => value },
];

/** Drawings beside each other at one scale, or on pages of their own if they would be too small. */
function addDrawings(
  pdf: Pdf,
  title: string,
  drawings: readonly LineDrawing[],
  describe = (drawing: LineDrawing) => `${drawing.title} with dimensions.`,
) {
  const { left, width, top, height } = pdf.body;
  const each = (width - gap * (drawings.length - 1)) / drawings.length;
  const room = { width: each, height: height - (drawings.length > 1 ? 80 : 54) };
  const scale = findScale(drawings, room);
  if (drawings.length > 1 && (scale?.factor ?? 0) < minFactor) {
    for (const drawing of drawings) addDrawings(pdf, drawing.title, [drawing], describe);
    return;
  }
  pdf.addPage(title);
  const start = pdf.getY();
  drawings.forEach((drawing, index) => {
    const box: Box = { left: left + index * (each + gap), top: start, ...room };
    pdf.moveTo(start);
    if (drawings.length > 1) pdf.addHeading(drawing.title, 3, box);
    const figure = drawings.length > 1 ? { ...box, top: start + 20 } : box;
    pdf.addDrawing(drawing, figure, { alt: describe(drawing), scale: scale?.factor });
  });
  pdf.moveTo(top + height - 14);
  const note = `${scale?.label ?? 'Not to scale'}. ${DIMENSION_NOTES.imperial}`;
  pdf.addParagraph(note, { size: noteSize });
}

const memberColumns: Column<MemberCount>[] = [
  { header: 'No.', share: 0.5, align: 'right', cell: ({ count }) => `${count}` },
  { header: 'Member', share: 1.5, cell: ({ name }) => name },
  { header: 'Lumber', share: 0.8, cell: ({ section }) => section },
  { header: 'Inches', share: 1, align: 'right', cell: ({ length }) => formatSixteenths(length) },
];

function addFraming(pdf: Pdf, { drawing, members, notes }: FramingDrawing) {
  pdf.addPage(`Framing: ${drawing.title.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`);
  const { left, width, top, height } = pdf.body;
  const start = pdf.getY() + 4;
  const rows = countMembers(members);
  const tableWidth = rows.length > 0 ? 196 : 0;
  const end = top + height;
  // Notes stand beside the drawing, because its height decides its scale.
  const columnHeight = rowHeight * (rows.length + 1) + 8 + wrappedNoteHeight * (notes.length + 1);
  const isBeside = rows.length > 0 && columnHeight <= end - start;
  const figure = {
    left,
    top: start,
    width: width - tableWidth - (tableWidth ? gap : 0),
    height: end - start - (isBeside ? 0 : noteHeight * (notes.length + 1)),
  };
  const scale = findScale([drawing], figure);
  pdf.addDrawing(drawing, figure, {
    alt: `${drawing.title}: the position of each member, with dimensions. Its members are in the table.`,
    scale: scale?.factor,
  });
  const box = { left: left + width - tableWidth, top: start, width: tableWidth, height: 0 };
  const addNotes = (noteBox: Box) => {
    for (const note of [...notes, scale?.label ?? 'Not to scale.']) {
      pdf.addParagraph(note, { size: noteSize }, { ...noteBox, top: 0 });
    }
  };
  if (!isBeside) {
    pdf.moveTo(end - noteHeight * (notes.length + 1));
    addNotes(figure);
  }
  if (rows.length === 0) return;
  pdf.moveTo(start);
  pdf.addTable(rows, memberColumns, { box, size: 8 });
  if (isBeside) addNotes(box);
}

/** Draws surfaces with the parts of sheets that cover them, in two columns. */
function addSheets(pdf: Pdf, title: string, frame: ShedFrame, plans: readonly SheetPlan[]) {
  const used = plans.filter(({ surfaces }) => surfaces.length > 0);
  const drawings = used.flatMap(drawSheets);
  if (drawings.length === 0) return;
  const columns = drawings.length > 4 ? 3 : Math.min(2, drawings.length);
  const perPage = 2 * columns;
  for (let first = 0; first < drawings.length; first += perPage) {
    pdf.addPage(first === 0 ? title : `${title}, continued`);
    pdf.addParagraph(
      `${describeSheets(title, frame, used)} Parts with the same number are cut from one sheet.`,
    );
    const { left, width, top, height } = pdf.body;
    const start = pdf.getY() + 2;
    const shown = drawings.slice(first, first + perPage);
    const rows = Math.ceil(shown.length / columns);
    const each = (width - gap * (columns - 1)) / columns;
    const rowHeight = (top + height - start - 16) / rows;
    const room = { width: each, height: rowHeight - 30 };
    const scale = findScale(drawings, room);
    shown.forEach((drawing, index) => {
      const box = {
        left: left + (index % columns) * (each + gap),
        top: start + Math.floor(index / columns) * rowHeight,
        ...room,
      };
      const alt = `${drawing.title}: the sheets that cover it, with the size of each part.`;
      pdf.moveTo(box.top);
      pdf.addHeading(drawing.title, 3, box);
      pdf.addDrawing(drawing, { ...box, top: box.top + 20 }, { alt, scale: scale?.factor });
    });
    pdf.moveTo(top + height - 12);
    pdf.addParagraph(scale?.label ?? 'Not to scale', { size: noteSize });
  }
}

function describeSheets(title: string, { sheets }: ShedFrame, plans: readonly SheetPlan[]): string {
  const count = plans.reduce((sum, plan) => sum + plan.sheets, 0);
  const toBuy: Record<string, number> = {
    'Roof sheathing': sheets.deckWithWaste,
    'Wall sheathing': sheets.sidingWithWaste,
  };
  const waste = toBuy[title] ? ` by this layout; ${toBuy[title]} to buy, with waste` : '';
  return `${formatFootprint({ width: 4, length: 8 })} sheets: ${count}${waste}.`;
}

const barHeight = 15;
const blockHeight = 46;
/** Inches of the board; the line below the bar has all lengths. */
const minTextSize = 1.8;

/** The boards to buy and how to cut them, with a bar for each kind of board. */
export async function renderCutList(
  design: ShedDesign,
  facts: DocumentFacts,
  logo?: Uint8Array,
): Promise<Buffer> {
  const pdf = await createShopPdf('Cut list', design, facts, 'portrait');
  const { framing, card } = facts;
  const { cuts, materials, spacing } = createMaterialList(design, framing, card);
  addTitle(pdf, `Cut list: ${getDesignTitle(design)}`, facts.business, logo);
  const known = [...listFacts(facts), ['Framing', describeSpacing(spacing)]];
  for (const [name, value] of known) pdf.addParagraph(`${name}: ${value}`);
  pdf.addHeading('Boards to buy', 2);
  pdf.addTable(
    materials.filter(({ group }) => group === 'Lumber'),
    boardColumns,
  );
  pdf.addPage('How to cut them');
  pdf.addParagraph(
    `Boards show lengths in inches. Each cut takes ${formatPieceSize(framing.kerf)}, which is counted. Grey is left over. ${BEVEL_NOTE}`,
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
  const boardLength = formatLength(12 * stockLength);
  pdf.addParagraph(`${boards} x ${lumber}, ${boardLength}`, { weight: 'bold', size: 9.5 });
  const start = pdf.getY() - 3;
  const perInch = width / (12 * Math.max(...stockLengths));
  const described = pieces.map(
    ({ count, inches, members }) => `${count} of ${formatPieceSize(inches)}, ${members}`,
  );
  const leftOver = formatPieceSize(rest);
  pdf.addDrawing(
    drawBoard(cut, kerf),
    { left, top: start, width: 12 * stockLength * perInch, height: barHeight },
    {
      alt: `A board of ${boardLength} cut into ${described.join('; ')}; ${leftOver} left over.`,
      scale: perInch,
    },
  );
  pdf.moveTo(start + barHeight + 2);
  pdf.addParagraph(`${described.join('; ')}; left over ${leftOver}`, { size: 8 });
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
