import { describeDesign } from '#app/features/designer/describe-design.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { describeSpacing } from '#app/features/designer/designer-settings.ts';
import { describeSkylight } from '#app/features/designer/extra-materials.ts';
import { formatInches, formatSixteenths } from '#app/lib/lengths.ts';
import { drawAxonometric } from '#drawing/design/axonometric.ts';
import { drawElevation } from '#drawing/design/elevations.ts';
import type { LineDrawing } from '#drawing/design/line-drawing.ts';
import { drawPlan } from '#drawing/design/plan.ts';
import type { ShedDesign } from '#drawing/design/shed-design.ts';
import { frameShed, type ShedFrame } from '#drawing/framing/frame-shed.ts';
import {
  countMembers,
  drawFraming,
  type FramingDrawing,
  type MemberCount,
} from '#drawing/framing/framing-drawings.ts';
import { drawSheets } from '#drawing/framing/sheet-drawings.ts';
import type { SheetPlan } from '#drawing/framing/sheets.ts';
import type { DocumentFacts } from './document-job.ts';
import { findScale } from './paint-line-drawing.ts';
import type { Box, Column, Pdf } from './pdf.ts';
import { createShopPdf, listFacts } from './shop-document.ts';

const gap = 18;
const noteSize = 8.5;
/** Of a note, of one below a table of members, and of a row of the table; points. */
const noteHeight = 14;
const wrappedNoteHeight = 26;
const rowHeight = 17.4;
/** Points for an inch: 3/16 in = 1 ft. */
const minFactor = 1.125;

/** Cover, plan, elevations, framing and sheets of a design, on Letter pages. */
export async function renderShopDrawings(
  design: ShedDesign,
  facts: DocumentFacts,
): Promise<Buffer> {
  const pdf = await createShopPdf('Shop drawings', design, facts, 'landscape');
  const frame = frameShed(design, facts.framing);
  const framing = drawFraming(design, frame);
  addCover(pdf, design, frame, facts);
  addDrawings(pdf, 'Floor plan', [drawPlan(design)], () => summarizeDesign(design));
  const elevate = (wall: 'front' | 'back' | 'left' | 'right') =>
    drawElevation(design, wall, facts.framing);
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

function addCover(pdf: Pdf, design: ShedDesign, frame: ShedFrame, facts: DocumentFacts) {
  pdf.addPage(`Shop drawings: ${getDesignTitle(design)}`, 1);
  const { left, width, top, height } = pdf.body;
  const start = pdf.getY() + 6;
  const tableWidth = 290;
  const figure = {
    left,
    top: start,
    width: width - tableWidth - gap,
    height: top + height - start,
  };
  pdf.addDrawing(drawAxonometric(design), figure, { alt: summarizeDesign(design) });
  const box = {
    left: left + width - tableWidth,
    top: start,
    width: tableWidth,
    height: figure.height,
  };
  const skylight = describeSkylight(design);
  const rows: [string, string][] = [
    ...listFacts(facts),
    ...describeDesign(design).filter(([name]) => name !== 'Style'),
    ...(skylight ? [['Skylight', skylight] satisfies [string, string]] : []),
    ['Framing', describeSpacing(frame.spacing)],
    ['Height', `${formatSixteenths(frame.height)} in above the ground, to the roof deck`],
    ['Footprint', `${frame.footprint} sq ft`],
    ['Roof', `${frame.roofArea.toFixed(1)} sq ft of deck`],
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
  describe = (drawing: LineDrawing) => `${drawing.title} with dimensions in feet and inches.`,
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
  pdf.addParagraph(scale?.label ?? 'Not to scale', { size: noteSize });
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
  // Notes beside the drawing leave it the height that decides its scale.
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

/** Surfaces with the parts of sheets that cover them, two columns on a page. */
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
  return `${formatInches(48)} x ${formatInches(96)} sheets: ${count}${waste}.`;
}
