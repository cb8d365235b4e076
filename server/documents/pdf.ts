import PDFDocument from 'pdfkit';
import { toPrintedText } from '#app/lib/printable.ts';
import type { LineDrawing } from '#drawing/views/lines/line-drawing.ts';
import { paintLineDrawing } from './paint-line-drawing.ts';
import { createTableWriter, setAttributes } from './pdf-table.ts';
import { type Box, createTextWriter, ink, lineGap, type TextOptions } from './pdf-text.ts';
import type { Typefaces } from './typefaces.ts';

export type PdfSetup = {
  title: string;
  /** Above each page on the left, and on the right in bold. */
  header: string;
  warning?: string | undefined;
  /** Below each page. */
  footer: string;
  author: string;
  /** Typefaces for all characters of the document. */
  typefaces: Typefaces;
  orientation: 'portrait' | 'landscape';
  createdAt: Date;
  margin?: number;
  /** Paragraphs may continue on the next page. Those beside drawings stay on their page. */
  hasFlowingText?: boolean;
  /** The first page has a letterhead instead of the header. */
  hasLetterhead?: boolean;
};

type Structure = PDFKit.PDFStructureElement;

/** @types/pdfkit lacks this value. */
const pdfUa = { subset: 'PDF/UA' } as unknown as Pick<PDFKit.PDFDocumentOptions, 'subset'>;
/** Readers tab through a page in the order of its tags (PDF/UA-1, 7.18.3). */
const tabOrder = { Tabs: 'S' };
const headerHeight = 30;
const footerHeight = 26;
const paragraphGap = 5;
export type Pdf = ReturnType<typeof createPdf>;

/**
 * Creates a tagged PDF (PDF/UA-1) on Letter pages in the site's typefaces, and in others for
 * characters they lack. The same content gives the same bytes.
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

  const { selectFace, getLineHeight, layOut, writeLines, write, measure } = createTextWriter(
    doc,
    typefaces,
  );
  /** Adds a tagged element with everything that `draw` draws. */
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
  /** Continues on another page unless enough room is left. */
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
  /** Adds a drawing in a box, at the given scale or as large as fits. */
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
  /** Adds a PNG at the top of a box, as large as fits, and moves below it. */
  const addLogo = (png: Uint8Array, box: Box, alt: string, align: 'left' | 'right' = 'left') => {
    const { top } = box;
    const source = Buffer.from(png);
    // The IHDR chunk comes first (https://www.w3.org/TR/png-3/#11IHDR).
    const pixels = { width: source.readUInt32BE(16), height: source.readUInt32BE(20) };
    const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
    const size = { width: pixels.width * scale, height: pixels.height * scale };
    const left = box.left + (align === 'right' ? box.width - size.width : 0);
    const bbox = [left, top, left + size.width, top + size.height];
    tag('Figure', { alt: toPrintedText(alt), bbox, placement: 'Block' }, () => {
      doc.image(source, left, top, size);
    });
    y = top + size.height + paragraphGap;
  };
  const addTable = createTableWriter({
    ...{ doc, body, bottom, startPage, write, measure, tag, drawArtifact },
    get y() {
      return y;
    },
    set y(top) {
      y = top;
    },
    get parent() {
      return parent;
    },
  });

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
    addLogo,
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
