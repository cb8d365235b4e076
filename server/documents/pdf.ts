import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { LineDrawing } from '#drawing/design/line-drawing.ts';
import { paintLineDrawing } from './paint-line-drawing.ts';

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
  orientation: 'portrait' | 'landscape';
  createdAt: Date;
};

export type Column<Row> = {
  header: string;
  /** Share of the width. */
  share: number;
  align?: 'left' | 'right';
  cell: (row: Row) => string;
};

type Weight = keyof typeof fonts;
type TextOptions = { size?: number; weight?: Weight; align?: 'left' | 'right' | 'center' };
type Structure = PDFKit.PDFStructureElement;

const getFont = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url));

const fonts = {
  regular: getFont('figtree-400'),
  bold: getFont('figtree-700'),
  heading: getFont('bricolage-grotesque-640'),
};
/** @types/pdfkit does not know it. */
const pdfUa = { subset: 'PDF/UA' } as unknown as Pick<PDFKit.PDFDocumentOptions, 'subset'>;
/** Readers tab through a page in the order of its tags (PDF/UA-1, 7.18.3). */
const tabOrder = { Tabs: 'S' };
const margin = 36;
const headerHeight = 30;
const footerHeight = 26;
const ink = '#111111';
const lineGap = 1.5;
export type Pdf = ReturnType<typeof createPdf>;

/** A tagged PDF (PDF/UA-1) on Letter pages with the site's typefaces; the same content gives the same bytes. */
export function createPdf(setup: PdfSetup) {
  const { title, header, warning, footer, author, orientation, createdAt } = setup;
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
    font: fonts.regular,
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

  const clean = (text: string, { weight = 'regular' }: TextOptions = {}) => {
    doc.font(fonts[weight]);
    // pdfkit's own typings leave out the typeface that it has parsed.
    const { font } = (doc as unknown as { _font: { font: Typeface } })._font;
    return replaceMissingGlyphs(text, font);
  };
  const setFont = ({ size = 9, weight = 'regular' }: TextOptions) =>
    doc.font(fonts[weight]).fontSize(size).fillColor(ink);
  const write = (text: string, box: Omit<Box, 'height'>, options: TextOptions = {}) => {
    setFont(options).text(clean(text, options), box.left, box.top, {
      width: box.width,
      align: options.align ?? 'left',
      lineGap,
    });
    return doc.y;
  };
  const measure = (text: string, columnWidth: number, options: TextOptions = {}) =>
    setFont(options).heightOfString(clean(text, options), { width: columnWidth, lineGap });
  /** Adds a tagged element with what is drawn meanwhile. */
  const tag = (type: string, options: object, draw: () => void, to = parent) => {
    const element = doc.struct(type, options);
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

  const addPage = (heading?: string, level: 1 | 2 = 2) => {
    doc.addPage({ size: 'LETTER', layout: orientation, margin: 0 });
    Object.assign(doc.page.dictionary.data, tabOrder);
    y = body.top;
    if (parent !== root) parent.end();
    parent = doc.struct('Sect');
    root.add(parent);
    if (heading) addHeading(heading, level);
  };
  const addHeading = (heading: string, level: 1 | 2 | 3 = 2, box: Box = body) => {
    const options = { size: { 1: 26, 2: 17, 3: 12 }[level], weight: 'heading' } as const;
    tag(`H${level}`, {}, () => {
      y = write(heading, { ...box, top: Math.max(y, box.top) }, options) + 6;
    });
  };
  const addParagraph = (text: string, options: TextOptions = {}, box: Box = body) => {
    const top = Math.max(y, box.top);
    tag('P', {}, () => {
      y = write(text, { ...box, top }, options) + 5;
    });
  };
  /** A drawing in a box at the largest of the usual scales that fits, or as large as fits. */
  const addDrawing = (
    drawing: LineDrawing,
    box: Box,
    { alt, scale }: { alt: string; scale?: number | undefined },
  ) => {
    const { left, top } = box;
    const bbox = [left, top, left + box.width, top + box.height];
    tag('Figure', { alt: clean(alt), bbox, placement: 'Block' }, () => {
      doc.font(fonts.regular);
      paintLineDrawing(doc, drawing, box, scale);
    });
  };
  const addTable = <Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    { box = body, size = 8.5 }: { box?: Box; size?: number } = {},
  ) => {
    const table = doc.struct('Table');
    parent.add(table);
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const padding = 3;
    let left = box.left;
    const cells = columns.map((column) => {
      const cell = { ...column, left, width: (box.width * column.share) / shares };
      left += cell.width;
      return cell;
    });
    const drawRow = (texts: readonly string[], type: 'TH' | 'TD', row: Structure | undefined) => {
      const weight = type === 'TH' ? 'bold' : 'regular';
      const heights = texts.map((text, i) =>
        measure(text, (cells[i]?.width ?? 0) - 2 * padding, { size, weight }),
      );
      const rowHeight = Math.max(...heights) + 2 * padding;
      texts.forEach((text, i) => {
        const cell = cells[i];
        if (!cell) return;
        const inner = {
          left: cell.left + padding,
          top: y + padding,
          width: cell.width - 2 * padding,
        };
        const draw = () => void write(text, inner, { size, weight, align: cell.align ?? 'left' });
        if (!row) drawArtifact(draw);
        else tag(type, type === 'TH' ? { scope: 'Column' } : {}, draw, row);
      });
      y += rowHeight;
      drawArtifact(() => {
        doc
          .moveTo(box.left, y)
          .lineTo(box.left + box.width, y)
          .lineWidth(type === 'TH' ? 0.9 : 0.35)
          .stroke(ink);
      });
    };
    const drawStructuredRow = (texts: readonly string[], type: 'TH' | 'TD') => {
      const row = doc.struct('TR');
      table.add(row);
      drawRow(texts, type, row);
      row.end();
    };
    const headers = columns.map(({ header: text }) => text);
    y = Math.max(y, box.top);
    drawStructuredRow(headers, 'TH');
    for (const row of rows) {
      const texts = columns.map(({ cell }) => cell(row));
      const heights = texts.map((text, i) =>
        measure(text, (cells[i]?.width ?? 0) - 2 * padding, { size }),
      );
      if (y + Math.max(...heights) + 2 * padding > bottom) {
        const section = parent;
        doc.addPage({ size: 'LETTER', layout: orientation, margin: 0 });
        Object.assign(doc.page.dictionary.data, tabOrder);
        parent = section;
        y = body.top;
        drawRow(headers, 'TH', undefined);
      }
      drawStructuredRow(texts, 'TD');
    }
    table.end();
    y += 8;
  };

  const addFrames = () => {
    const { start, count } = doc.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      doc.switchToPage(index);
      drawArtifact(() => {
        const half = body.width / 2;
        write(header, { left: margin, top: margin - 8, width: half });
        if (warning) {
          const options = { size: 10, weight: 'bold', align: 'right' } as const;
          write(warning, { left: margin + half, top: margin - 9, width: half }, options);
        }
        const line = (at: number) =>
          doc
            .moveTo(margin, at)
            .lineTo(margin + body.width, at)
            .lineWidth(0.7)
            .stroke(ink);
        line(margin + 16);
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
    addTable,
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

type Typeface = { hasGlyphForCodePoint: (codePoint: number) => boolean };

/** A letter without its accent, or a question mark, for what the typeface does not have. */
function replaceMissingGlyphs(text: string, font: Typeface): string {
  const has = (character: string) =>
    character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC'), (character) => {
    if (has(character)) return character;
    const [base = '?'] = character.normalize('NFD');
    return base !== character && has(base) ? base : '?';
  }).join('');
}
