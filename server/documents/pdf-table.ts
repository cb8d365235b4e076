import { type Box, ink, type TextWriter } from './pdf-text.ts';
import type { Weight } from './typefaces.ts';

/** A text, with an optional smaller text below it and a checkbox before it. */
type Cell = string | { text: string; detail?: string; box?: 'empty' | 'ticked' };

export type Column<Row> = {
  header: string;
  /** Share of the width. */
  share: number;
  align?: 'left' | 'right';
  /** The cell is the header of its row. */
  isRowHeader?: boolean;
  cell: (row: Row) => Cell;
};

type TableOptions<Row> = {
  box?: Box;
  size?: number;
  /** False for facts and sums, whose rows have headers. */
  hasHeader?: boolean;
  /** Rows of a section follow each other, below its name. */
  getSection?: (row: Row) => string;
  isStrong?: (row: Row) => boolean;
};

type Structure = PDFKit.PDFStructureElement;

/** The current page, and the functions that draw on it. */
type TablePage = Pick<TextWriter, 'write' | 'measure'> & {
  doc: PDFKit.PDFDocument;
  body: Box;
  /** Where the next row begins; rows end above `bottom`. */
  y: number;
  readonly bottom: number;
  /** The element that tables are tagged in. */
  readonly parent: Structure;
  startPage: () => void;
  tag: (
    type: string,
    options: object,
    draw: () => void,
    to: Structure,
    attributes?: Record<string, string | number>,
  ) => void;
  drawArtifact: (draw: () => void) => void;
};

const softInk = '#4d4d4d';
const tint = '#efefef';
/** The padding of a cell, and the side of a checkbox, in points. */
const cellPadding = 3;
const tickSize = 7.5;

/** Returns the function that adds a tagged table, and repeats its headers on each page that it continues on. */
export function createTableWriter(page: TablePage) {
  const { doc, body, bottom, startPage, write, measure, tag, drawArtifact } = page;

  const addTable = <Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    options: TableOptions<Row> = {},
  ) => {
    const { box = body, size = 8.5, hasHeader = true, getSection, isStrong } = options;
    const table = doc.struct('Table');
    page.parent.add(table);
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    let left = box.left;
    const places = columns.map(({ share, align = 'left' }) => {
      const place = { left, width: (box.width * share) / shares, align };
      left += place.width;
      return place;
    });
    const headers = columns.map(
      ({ header: text }, i): PlacedCell => ({
        ...placeCell(text, places[i]),
        weight: 'bold',
        type: 'TH',
        attributes: { Scope: 'Column' },
      }),
    );
    const placeRow = (row: Row): PlacedCell[] => {
      const weight = isStrong?.(row) ? 'bold' : 'regular';
      return columns.map(({ cell, isRowHeader }, i) => ({
        ...placeCell(cell(row), places[i]),
        weight,
        type: isRowHeader ? 'TH' : 'TD',
        ...(isRowHeader ? { attributes: { Scope: 'Row' } } : {}),
      }));
    };
    const placeSection = (text: string): PlacedCell => ({
      ...placeCell(text, { left: box.left, width: box.width, align: 'left' }),
      weight: 'bold',
      type: 'TH',
      attributes: { Scope: 'Column', ColSpan: columns.length },
    });
    const drawRow = (cells: PlacedCell[], row: Structure | undefined, isTinted = false) => {
      const rowHeight = measureRow(cells, size);
      const rule = cells.some(({ weight }) => weight === 'bold') && !isTinted ? 0.9 : 0.35;
      drawArtifact(() => {
        if (isTinted) doc.rect(box.left, page.y, box.width, rowHeight).fill(tint);
        for (const cell of cells) drawTickBox(cell, size);
      });
      for (const cell of cells) {
        if (row) tagCell(cell, size, row);
        else drawArtifact(() => drawCell(cell, size));
      }
      page.y += rowHeight;
      drawArtifact(() => drawRule(box, rule));
    };
    const drawStructuredRow = (cells: PlacedCell[], isTinted?: boolean) => {
      const row = doc.struct('TR');
      table.add(row);
      drawRow(cells, row, isTinted);
      row.end();
    };
    page.y = Math.max(page.y, box.top);
    if (hasHeader) drawStructuredRow(headers);
    let section = '';
    for (const row of rows) {
      const cells = placeRow(row);
      const nextSection = getSection?.(row) ?? section;
      const heading = nextSection === section ? [] : [placeSection(nextSection)];
      section = nextSection;
      const needed =
        measureRow(cells, size) + (section && heading[0] ? measureRow(heading, size) : 0);
      if (page.y + needed > bottom) {
        startPage();
        if (hasHeader) drawRow(headers, undefined);
      }
      if (section && heading[0]) drawStructuredRow(heading, true);
      drawStructuredRow(cells, isStrong?.(row) && !hasHeader);
    }
    table.end();
    page.y += 8;
  };
  const measureRow = (cells: PlacedCell[], size: number) =>
    2 * cellPadding +
    Math.max(
      ...cells.map(({ text, detail, textWidth, weight }) => {
        const below = detail ? measure(detail, textWidth, { size: size - 1 }) : 0;
        return measure(text, textWidth, { size, weight }) + below;
      }),
    );
  const drawCell = ({ text, textLeft, textWidth, weight, align }: PlacedCell, size: number) =>
    write(
      text,
      { left: textLeft, width: textWidth, top: page.y + cellPadding },
      { size, weight, align },
    );
  const tagCell = (cell: PlacedCell, size: number, row: Structure) => {
    const { type, attributes, detail, textLeft, textWidth, align } = cell;
    const tableAttributes = attributes && { O: 'Table', ...attributes };
    if (!detail) {
      return tag(type, {}, () => void drawCell(cell, size), row, tableAttributes);
    }
    const element = doc.struct(type);
    setAttributes(element, tableAttributes);
    row.add(element);
    let top = page.y;
    const drawText = () => {
      top = drawCell(cell, size);
    };
    tag('P', {}, drawText, element);
    const below = { left: textLeft, width: textWidth, top };
    tag(
      'P',
      {},
      () => void write(detail, below, { size: size - 1, align, color: softInk }),
      element,
    );
    element.end();
  };
  const drawTickBox = ({ box, textLeft }: PlacedCell, size: number) => {
    if (!box) return;
    const x = textLeft - tickSize - 4;
    const top = page.y + cellPadding + (size - tickSize) / 2 + 1;
    doc.rect(x, top, tickSize, tickSize).lineWidth(0.7).stroke(ink);
    if (box === 'empty') return;
    doc
      .moveTo(x + 1.5, top + tickSize / 2)
      .lineTo(x + tickSize * 0.42, top + tickSize - 2)
      .lineTo(x + tickSize - 1.3, top + 1.6)
      .lineWidth(1.1)
      .stroke(ink);
  };
  const drawRule = ({ left, width: ruleWidth }: Box, weight: number) =>
    doc
      .moveTo(left, page.y)
      .lineTo(left + ruleWidth, page.y)
      .lineWidth(weight)
      .stroke(ink);

  return addTable;
}

/** pdfkit doesn't write ColSpan, and @types/pdfkit lacks the dictionary. */
export function setAttributes(
  element: Structure,
  attributes: Record<string, string | number> | undefined,
) {
  const { dictionary } = element as unknown as { dictionary: { data: object } };
  if (attributes) Object.assign(dictionary.data, { A: attributes });
}

type PlacedCell = {
  type: 'TH' | 'TD';
  attributes?: Record<string, string | number>;
  text: string;
  detail?: string | undefined;
  box?: 'empty' | 'ticked' | undefined;
  textLeft: number;
  textWidth: number;
  weight: Weight;
  align: 'left' | 'right';
};

function placeCell(
  cell: Cell,
  place = { left: 0, width: 0, align: 'left' as 'left' | 'right' },
): Omit<PlacedCell, 'type' | 'weight' | 'attributes'> {
  const { text, detail, box } = typeof cell === 'string' ? { text: cell } : cell;
  const indent = cellPadding + (box ? tickSize + 4 : 0);
  return {
    ...{ text, detail, box, align: place.align },
    textLeft: place.left + indent,
    textWidth: place.width - indent - cellPadding,
  };
}
