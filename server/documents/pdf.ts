import PDFDocument from 'pdfkit';
import { toPrintedText } from '#app/domain/format/printable.ts';
import type { LineDrawing } from '#drawing/views/lines/line-drawing.ts';
import { type Line, layOutParagraph } from './lay-out-text.ts';
import { paintLineDrawing } from './paint-line-drawing.ts';
import type { Face, TextPart, Typefaces, Weight } from './typefaces.ts';

/** Points, from the upper left corner of the page. */
export type Box = { left: number; top: number; width: number; height: number };

export type PdfSetup = {
  title: string;
  /** Above each page on the left, and on the right in bold. */
  header: string;
  warning?: string | undefined;
  /** Below each page. */
  footer: string;
  author: string;
  /** With what the texts of the document need. */
  typefaces: Typefaces;
  orientation: 'portrait' | 'landscape';
  createdAt: Date;
  margin?: number;
  /** Paragraphs continue on other pages. Those beside drawings stay on their page. */
  hasFlowingText?: boolean;
  /** The first page has a letterhead instead of the header. */
  hasLetterhead?: boolean;
};

/** A text, below it a smaller one, and before it a box to tick. */
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

export type TextOptions = {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right' | 'center';
  color?: string;
  after?: number;
};
type Structure = PDFKit.PDFStructureElement;

/** A part with the features of its typeface that are on; with a list, pdfkit shapes its words together. */
type StyledPart = TextPart & { features?: PDFKit.Mixins.OpenTypeFeatures[] };

/** @types/pdfkit does not know it. */
const pdfUa = { subset: 'PDF/UA' } as unknown as Pick<PDFKit.PDFDocumentOptions, 'subset'>;
/** Readers tab through a page in the order of its tags (PDF/UA-1, 7.18.3). */
const tabOrder = { Tabs: 'S' };
const headerHeight = 30;
const footerHeight = 26;
const ink = '#111111';
const softInk = '#4d4d4d';
const tint = '#efefef';
const lineGap = 1.5;
const paragraphGap = 5;
const tabularDigits: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
/** Scripts whose letters change their order or form, so that readers need the text as it was typed. */
const complexScript = new RegExp(
  ['Arabic', 'Hebrew', 'Devanagari', 'Gurmukhi', 'Gujarati', 'Bengali', 'Tamil']
    .map((script) => `\\p{Script=${script}}`)
    .join('|'),
  'u',
);
/** Between the text of a cell and its edges, and the side of a box to tick. */
const cellPadding = 3;
const tickSize = 7.5;
export type Pdf = ReturnType<typeof createPdf>;

/**
 * A tagged PDF (PDF/UA-1) on Letter pages with the site's typefaces, and others for what they lack; the same content
 * gives the same bytes.
 */
export function createPdf(setup: PdfSetup) {
  const { title, header, warning, footer, author, typefaces, orientation, createdAt } = setup;
  const { margin = 36, hasLetterhead = false, hasFlowingText = false } = setup;
  const doc = new PDFDocument({
    size: 'LETTER',
    layout: orientation,
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    ...pdfUa,
    pdfVersion: '1.7',
    lang: 'en-CA',
    displayTitle: true,
    font: typefaces.site.regular.source as string,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  let parent: Structure = root;
  let y = 0;

  const [width, height] = orientation === 'landscape' ? [792, 612] : [612, 792];
  const body: Box = {
    left: margin,
    top: margin + headerHeight,
    width: width - 2 * margin,
    height: height - 2 * margin - headerHeight - footerHeight,
  };
  const bottom = body.top + body.height;

  const registered = new Set<string>();
  const selectFace = ({ name, source, shape }: Face, size: number) => {
    // By its path pdfkit finds a file that it has opened; a registered name would make it open the file again.
    if (!shape && typeof source === 'string') return doc.font(source).fontSize(size);
    if (registered.has(name)) return doc.font(name).fontSize(size);
    registered.add(name);
    doc.registerFont(name, source).font(name).fontSize(size);
    if (shape) shapeWith(getFont(doc), shape);
    return doc;
  };
  const getLineHeight = (size: number, weight: Weight) =>
    selectFace(typefaces.site[weight], size).currentLineHeight(true) + lineGap;

  /** The lines into which a text breaks. */
  const layOut = (text: string, columnWidth: number, options: TextOptions): Line<StyledPart>[] => {
    const { size = 9, weight = 'regular', align } = options;
    const siteFace = typefaces.site[weight];
    const style = (part: TextPart): StyledPart =>
      part.face === siteFace && align !== 'right'
        ? part
        : { ...part, features: part.face === siteFace ? tabularDigits : [] };
    return toPrintedText(text)
      .split('\n')
      .flatMap((paragraph) => {
        const parts = typefaces.hasAll(paragraph, weight)
          ? [{ text: paragraph, face: siteFace }]
          : typefaces.split(paragraph, weight);
        return layOutParagraph(parts.map(style), columnWidth, ({ face, features }, piece) =>
          selectFace(face, size).widthOfString(piece, features ? { features } : {}),
        );
      });
  };
  const drawLine = (line: Line<StyledPart>, box: Omit<Box, 'height'>, options: TextOptions) => {
    const { size = 9, weight = 'regular', align = 'left', color = ink } = options;
    const site = selectFace(typefaces.site[weight], size);
    const baseline = box.top + (getFont(site).ascender / 1000) * size;
    const runs = line.runs.map((run) => {
      const { face, features = run.isRtl ? [] : undefined } = run.part;
      const textOptions = features ? { features } : {};
      const runWidth = selectFace(face, size).widthOfString(run.text, textOptions);
      return { face, text: run.text, width: runWidth, textOptions };
    });
    const lineWidth = runs.reduce((sum, run) => sum + run.width, 0);
    const rest = box.width - lineWidth;
    let x = box.left + { left: 0, center: rest / 2, right: rest }[align];
    const isReordered = line.runs.some(({ isRtl }) => isRtl) || complexScript.test(line.text);
    if (isReordered) doc.markContent('Span', { actual: line.text });
    for (const { face, text, width: runWidth, textOptions } of runs) {
      selectFace(face, size)
        .fillColor(color)
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', ...textOptions });
      x += runWidth;
    }
    if (isReordered) doc.endMarkedContent();
    // The space separates the words of two lines for readers.
    if (line.isSpaced) {
      selectFace(typefaces.site[weight], size).text(' ', x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
    }
  };
  const writeLines = (
    lines: readonly Line<StyledPart>[],
    box: Omit<Box, 'height'>,
    options: TextOptions,
  ) => {
    const lineHeight = getLineHeight(options.size ?? 9, options.weight ?? 'regular');
    // A line alone stays where a reader of the rest looks for it.
    const isRightToLeft = lines.length > 1 && lines.every(({ isRtl, text }) => isRtl || !text);
    const align = options.align ?? (isRightToLeft ? 'right' : 'left');
    lines.forEach((line, index) => {
      drawLine(line, { ...box, top: box.top + index * lineHeight }, { ...options, align });
    });
    return box.top + lines.length * lineHeight;
  };
  const write = (text: string, box: Omit<Box, 'height'>, options: TextOptions = {}) =>
    writeLines(layOut(text, box.width, options), box, options);
  const measure = (text: string, columnWidth: number, options: TextOptions = {}) =>
    layOut(text, columnWidth, options).length *
    getLineHeight(options.size ?? 9, options.weight ?? 'regular');
  /** Adds a tagged element with what is drawn meanwhile. */
  const tag = (
    type: string,
    options: object,
    draw: () => void,
    to = parent,
    attributes?: Record<string, string | number>,
  ) => {
    const element = doc.struct(type, options);
    setAttributes(element, attributes);
    to.add(element);
    const content = doc.markStructureContent(type);
    draw();
    doc.endMarkedContent();
    element.add(content);
    element.end();
  };
  const drawArtifact = (draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') => {
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
  };

  const startPage = () => {
    doc.addPage({ size: 'LETTER', layout: orientation, margin: 0 });
    Object.assign(doc.page.dictionary.data, tabOrder);
    y = body.top;
  };
  const addPage = (heading?: string, level: 1 | 2 = 2) => {
    startPage();
    if (parent !== root) parent.end();
    parent = doc.struct('Sect');
    root.add(parent);
    if (heading) addHeading(heading, level);
  };
  /** Continues on another page unless so much room is left. */
  const requireRoom = (needed: number) => {
    if (y + needed > bottom) startPage();
  };
  const addHeading = (heading: string, level: 1 | 2 | 3 = 2, box: Box = body) => {
    const options = { size: { 1: 26, 2: 17, 3: 12 }[level], weight: 'heading' } as const;
    tag(`H${level}`, {}, () => {
      y = write(heading, { ...box, top: Math.max(y, box.top) }, options) + 6;
    });
  };
  const addParagraph = (text: string, options: TextOptions = {}, box: Box = body) => {
    const lines = layOut(text, box.width, options);
    const lineHeight = getLineHeight(options.size ?? 9, options.weight ?? 'regular');
    y = Math.max(y, box.top);
    const isLong = y + lines.length * lineHeight - lineGap > bottom;
    if (hasFlowingText && isLong) {
      const element = doc.struct('P');
      parent.add(element);
      while (lines.length > 0) {
        const fitting = Math.floor((bottom - y) / lineHeight);
        if (fitting < Math.min(2, lines.length)) {
          startPage();
          continue;
        }
        const content = doc.markStructureContent('P');
        y = writeLines(lines.splice(0, fitting), { ...box, top: y }, options);
        doc.endMarkedContent();
        element.add(content);
      }
      element.end();
    } else {
      tag('P', {}, () => {
        y = writeLines(lines, { ...box, top: y }, options);
      });
    }
    y += options.after ?? paragraphGap;
  };
  /** A drawing in a box at the largest of the usual scales that fits, or as large as fits. */
  const addDrawing = (
    drawing: LineDrawing,
    box: Box,
    { alt, scale }: { alt: string; scale?: number | undefined },
  ) => {
    const { left, top } = box;
    const bbox = [left, top, left + box.width, top + box.height];
    tag('Figure', { alt: toPrintedText(alt), bbox, placement: 'Block' }, () => {
      selectFace(typefaces.site.regular, 9);
      paintLineDrawing(doc, drawing, box, scale);
    });
  };
  const addPhoto = (photo: Uint8Array, box: Box, alt: string) => {
    const { left, top, width: boxWidth, height: boxHeight } = box;
    const bbox = [left, top, left + boxWidth, top + boxHeight];
    tag('Figure', { alt: toPrintedText(alt), bbox, placement: 'Block' }, () => {
      doc.save().rect(left, top, boxWidth, boxHeight).clip();
      const cover: [number, number] = [boxWidth, boxHeight];
      doc.image(Buffer.from(photo), left, top, { cover, align: 'center', valign: 'center' });
      doc.restore();
    });
  };
  const addTable = <Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    options: TableOptions<Row> = {},
  ) => {
    const { box = body, size = 8.5, hasHeader = true, getSection, isStrong } = options;
    const table = doc.struct('Table');
    parent.add(table);
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
        if (isTinted) doc.rect(box.left, y, box.width, rowHeight).fill(tint);
        for (const cell of cells) drawTickBox(cell, size);
      });
      for (const cell of cells) {
        if (row) tagCell(cell, size, row);
        else drawArtifact(() => drawCell(cell, size));
      }
      y += rowHeight;
      drawArtifact(() => drawRule(box, rule));
    };
    const drawStructuredRow = (cells: PlacedCell[], isTinted?: boolean) => {
      const row = doc.struct('TR');
      table.add(row);
      drawRow(cells, row, isTinted);
      row.end();
    };
    y = Math.max(y, box.top);
    if (hasHeader) drawStructuredRow(headers);
    let section = '';
    for (const row of rows) {
      const cells = placeRow(row);
      const nextSection = getSection?.(row) ?? section;
      const heading = nextSection === section ? [] : [placeSection(nextSection)];
      section = nextSection;
      const needed =
        measureRow(cells, size) + (section && heading[0] ? measureRow(heading, size) : 0);
      if (y + needed > bottom) {
        startPage();
        if (hasHeader) drawRow(headers, undefined);
      }
      if (section && heading[0]) drawStructuredRow(heading, true);
      drawStructuredRow(cells, isStrong?.(row) && !hasHeader);
    }
    table.end();
    y += 8;
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
      { left: textLeft, width: textWidth, top: y + cellPadding },
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
    let top = y;
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
    const top = y + cellPadding + (size - tickSize) / 2 + 1;
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
      .moveTo(left, y)
      .lineTo(left + ruleWidth, y)
      .lineWidth(weight)
      .stroke(ink);

  const addFrames = () => {
    const { start, count } = doc.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      doc.switchToPage(index);
      drawArtifact(() => {
        const half = body.width / 2;
        const hasHeader = index > 0 || !hasLetterhead;
        if (hasHeader) write(header, { left: margin, top: margin - 8, width: half });
        if (warning && hasHeader) {
          const options = { size: 10, weight: 'bold', align: 'right' } as const;
          write(warning, { left: margin + half, top: margin - 9, width: half }, options);
        }
        const line = (at: number) =>
          doc
            .moveTo(margin, at)
            .lineTo(margin + body.width, at)
            .lineWidth(0.7)
            .stroke(ink);
        if (hasHeader) line(margin + 16);
        line(height - margin - 14);
        const foot = height - margin - 8;
        write(footer, { left: margin, top: foot, width: body.width - 90 }, { size: 8.5 });
        const page = `Page ${index + 1} of ${count}`;
        const right = { left: margin + body.width - 90, top: foot, width: 90 };
        write(page, right, { size: 8.5, align: 'right' });
      }, 'Pagination');
    }
  };

  return {
    body,
    getY: () => y,
    moveTo: (top: number) => {
      y = top;
    },
    addPage,
    addHeading,
    addParagraph,
    addDrawing,
    addPhoto,
    addTable,
    requireRoom,
    measure,
    drawArtifact: (draw: (target: PDFKit.PDFDocument) => void) => drawArtifact(() => draw(doc)),
    async finish(): Promise<Buffer> {
      addFrames();
      if (parent !== root) parent.end();
      root.end();
      doc.end();
      return ended;
    },
  };
}

type Glyph = { advanceWidth: number };
type EmbeddedFont = {
  /** Thousandths of the size. */
  ascender: number;
  /** As fontkit has it. */
  font: {
    getGlyph(id: number, codePoints: number[]): Glyph;
    layout(text: string): {
      glyphs: Glyph[];
      positions: { xAdvance: number }[];
      advanceWidth: number;
    };
  };
};

/** The selected typeface, which pdfkit's own typings leave out. */
const getFont = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: EmbeddedFont })._font;

function shapeWith({ font }: EmbeddedFont, shape: NonNullable<Face['shape']>) {
  font.layout = (text) => {
    const shaped = shape(text);
    const positions = shaped.map(({ id: _id, codePoints: _codePoints, ...position }) => position);
    return {
      glyphs: shaped.map(({ id, codePoints }) => font.getGlyph(id, codePoints)),
      positions,
      // pdfkit scales the positions.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

/** pdfkit writes no ColSpan by itself, and @types/pdfkit does not know the dictionary. */
function setAttributes(
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
