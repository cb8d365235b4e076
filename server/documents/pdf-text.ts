import { toPrintedText } from '#app/lib/printable.ts';
import { type Line, layOutParagraph } from './lay-out-text.ts';
import type { Face, TextPart, Typefaces, Weight } from './typefaces.ts';

/** Points, from the upper left corner of the page. */
export type Box = { left: number; top: number; width: number; height: number };

export type TextOptions = {
  size?: number;
  weight?: Weight;
  align?: 'left' | 'right' | 'center';
  color?: string;
  after?: number;
};

/** A part with its typeface's active features. With a list, pdfkit shapes its words together. */
type StyledPart = TextPart & { features?: PDFKit.Mixins.OpenTypeFeatures[] };

export const ink = '#111111';
export const lineGap = 1.5;
const tabularDigits: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
/** Scripts whose letters change order or form, so that PDF readers need the original text. */
const complexScript = new RegExp(
  ['Arabic', 'Hebrew', 'Devanagari', 'Gurmukhi', 'Gujarati', 'Bengali', 'Tamil']
    .map((script) => `\\p{Script=${script}}`)
    .join('|'),
  'u',
);

export type TextWriter = ReturnType<typeof createTextWriter>;

/** Writes text into a document in the site's typefaces, and in others for characters that they lack. */
export function createTextWriter(doc: PDFKit.PDFDocument, typefaces: Typefaces) {
  const registered = new Set<string>();
  const selectFace = ({ name, source, shape }: Face, size: number) => {
    // pdfkit reuses a file it opened by path, but would open it again for a registered name.
    if (!shape && typeof source === 'string') return doc.font(source).fontSize(size);
    if (registered.has(name)) return doc.font(name).fontSize(size);
    registered.add(name);
    doc.registerFont(name, source).font(name).fontSize(size);
    if (shape) shapeWith(getFont(doc), shape);
    return doc;
  };
  const getLineHeight = (size: number, weight: Weight) =>
    selectFace(typefaces.site[weight], size).currentLineHeight(true) + lineGap;

  /** Breaks a text into lines. */
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
    // The space separates the words of two lines for PDF readers.
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
    // A single line stays left, where readers of the rest look for it.
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
  return { selectFace, getLineHeight, layOut, writeLines, write, measure };
}

type Glyph = { advanceWidth: number };
type EmbeddedFont = {
  /** Thousandths of the size. */
  ascender: number;
  /** fontkit's own object. */
  font: {
    getGlyph(id: number, codePoints: number[]): Glyph;
    layout(text: string): {
      glyphs: Glyph[];
      positions: { xAdvance: number }[];
      advanceWidth: number;
    };
  };
};

/** Returns the selected typeface, which pdfkit's types leave out. */
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
