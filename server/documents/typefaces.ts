import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { isInkless, toPrintedText } from '#app/lib/printable.ts';
import type { ShapedGlyph } from './shape-text.ts';

// The typefaces of documents: the site's own, and typefaces from packages for characters they lack.
// Fontsource packages contain slices of a variable font as WOFF2, which pdfkit can't read, so
// subset-font converts them to TrueType of one weight.

export type Weight = 'regular' | 'bold' | 'heading';

/** A typeface's file or its contents, and the name that a document registers it under. */
export type Face = {
  name: string;
  source: string | Buffer;
  /** For all typefaces except the site's own. */
  shape?: (text: string) => ShapedGlyph[];
};

/** A piece of a text and its typeface. */
export type TextPart = { text: string; face: Face };

/** The typefaces of a document. */
export type Typefaces = {
  /** The site's own. */
  site: Record<Weight, Face>;
  /** Returns true if the site's own typeface has every character of a text. */
  hasAll(text: string, weight: Weight): boolean;
  /**
   * Splits a text into parts of one typeface each. A word stays in one typeface if any has all its
   * characters; otherwise each character gets the first typeface that has it. A character without a
   * glyph becomes its code, such as [U+13000].
   */
  split(text: string, weight: Weight): TextPart[];
};

const { resolve } = createRequire(import.meta.url);
const getSiteFont = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url));
const readCharacters = (file: Buffer): Set<number> => {
  const font = create(file);
  return new Set('characterSet' in font ? font.characterSet : []);
};

/** A TrueType file for each weight, with the same characters. */
class TrueType {
  readonly faces: Record<Weight, Face>;
  #characters: Set<number> | undefined;
  #shaped: Promise<Record<Weight, Face>> | undefined;

  constructor(name: string, files: Record<Weight, string>) {
    const toFace = (weight: Weight) => ({ name: `${name}-${weight}`, source: files[weight] });
    this.faces = {
      regular: toFace('regular'),
      bold: toFace('bold'),
      heading: {
        ...toFace('heading'),
        name: `${name}-${files.heading === files.bold ? 'bold' : 'heading'}`,
      },
    };
  }

  listCharacters(): Set<number> {
    this.#characters ??= readCharacters(readFileSync(this.faces.regular.source));
    return this.#characters;
  }

  find(codePoint: number): TrueType | undefined {
    return this.listCharacters().has(codePoint) ? this : undefined;
  }

  load(): Promise<Record<Weight, Face>> {
    this.#shaped ??= this.#addShapers();
    return this.#shaped;
  }

  async #addShapers(): Promise<Record<Weight, Face>> {
    const { createShaper } = await import('./shape-text.ts');
    const addShaper = (face: Face): Face => ({
      ...face,
      shape: createShaper(readFileSync(face.source)),
    });
    const bold = addShaper(this.faces.bold);
    return { regular: addShaper(this.faces.regular), bold, heading: bold };
  }
}

type Range = [first: number, last: number];

/** A slice of a variable font. */
class Slice {
  readonly ranges: readonly Range[];
  readonly #name: string;
  readonly #path: string;
  #characters: Set<number> | undefined;
  /** One of many slices, loaded with the glyphs of some characters. */
  readonly isNumbered: boolean;
  #file: Promise<Buffer> | undefined;
  #whole: Promise<Record<Weight, Face>> | undefined;

  constructor(name: string, path: string, ranges: readonly Range[]) {
    this.ranges = ranges;
    this.#name = name;
    this.#path = path;
    this.isNumbered = /-\d+$/.test(name);
  }

  has(codePoint: number): boolean {
    if (!this.ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) return false;
    this.#characters ??= readCharacters(readFileSync(this.#path));
    return this.#characters.has(codePoint);
  }

  /**
   * The slice as TrueType. Letters of most scripts need glyphs of others, so the whole slice is
   * kept for later documents. A numbered slice is one of many and contains only the glyphs of some
   * characters.
   */
  load(characters: string): Promise<Record<Weight, Face>> {
    if (this.isNumbered) return this.#convert({}, characters);
    this.#whole ??= this.#convert({ keepAllGlyphs: true }, '');
    return this.#whole;
  }

  async #convert(
    options: { keepAllGlyphs?: boolean },
    characters: string,
  ): Promise<Record<Weight, Face>> {
    const [{ default: subsetFont }, { convert }, { createShaper }] = await Promise.all([
      import('subset-font'),
      import('fontverter'),
      import('./shape-text.ts'),
    ]);
    this.#file ??= convert(readFileSync(this.#path), 'sfnt');
    const file = await this.#file;
    const createFace = async (weight: string, wght: number): Promise<Face> => {
      const source = await subsetFont(file, characters, {
        ...options,
        targetFormat: 'sfnt',
        noHinting: true,
        variationAxes: { wght },
      });
      return { name: `${this.#name}-${weight}`, source, shape: createShaper(source) };
    };
    const bold = await createFace('bold', 700);
    return { regular: await createFace('regular', 400), bold, heading: bold };
  }
}

/** A package of fontsource with a variable font in slices. */
class SlicedFont {
  readonly #name: string;
  readonly #used: readonly string[] | undefined;
  #slices: Slice[] | undefined;
  readonly #found = new Map<number, Slice | undefined>();

  /** @param used the slices in use; all without a list */
  constructor(name: string, used?: readonly string[]) {
    this.#name = name;
    this.#used = used;
  }

  listCharacters(): number[] {
    return this.#listSlices().flatMap(({ ranges }) =>
      ranges
        .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
        .filter((codePoint) => this.find(codePoint)),
    );
  }

  find(codePoint: number): Slice | undefined {
    if (!this.#found.has(codePoint)) {
      const slice = this.#listSlices().find((candidate) => candidate.has(codePoint));
      this.#found.set(codePoint, slice);
    }
    return this.#found.get(codePoint);
  }

  #listSlices(): Slice[] {
    this.#slices ??= this.#readSlices();
    return this.#slices;
  }

  #readSlices(): Slice[] {
    const folder = `@fontsource-variable/${this.#name}`;
    const ranges: Record<string, string> = JSON.parse(
      readFileSync(resolve(`${folder}/unicode.json`), 'utf8'),
    );
    return Object.entries(ranges).flatMap(([key, range]) => {
      // The slices of Chinese, Japanese and Korean have numbers, such as [101].
      const slice = key.replace(/[[\]]/g, '');
      if (this.#used && !this.#used.includes(slice)) return [];
      const path = resolve(`${folder}/files/${this.#name}-${slice}-wght-normal.woff2`);
      return [new Slice(`${this.#name}-${slice}`, path, parseRanges(range))];
    });
  }
}

/** The value of a CSS `unicode-range`. */
const parseRanges = (ranges: string): Range[] =>
  ranges.split(',').map((range) => {
    const [first = 0, last = first] = range
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [first, last];
  });

/** Characters that occur between letters of any script. */
const joiners = '\u200c\u200d';

type Font = TrueType | SlicedFont;
type Source = TrueType | Slice;

const figtree = { regular: getSiteFont('figtree-400'), bold: getSiteFont('figtree-700') };
const bricolage = getSiteFont('bricolage-grotesque-640');
const siteText = new TrueType('site', { ...figtree, heading: figtree.bold });
const siteHeadings = new TrueType('site-heading', {
  ...{ regular: bricolage, bold: bricolage, heading: bricolage },
});
const siteFonts: Record<Weight, TrueType> = {
  regular: siteText,
  bold: siteText,
  heading: siteHeadings,
};
const dejaVuBold = resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** Chinese in both scripts, Japanese, Korean: a Han character looks different in each. */
const hanFonts = {
  chinese: new SlicedFont('noto-sans-sc'),
  japanese: new SlicedFont('noto-sans-jp'),
  korean: new SlicedFont('noto-sans-kr'),
};
type HanFont = keyof typeof hanFonts;

/** Kana mean Japanese, Hangul Korean. Returns undefined for a text with neither or both. */
function findHanFont(text: string): HanFont | undefined {
  const hasKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  if (hasKana === /\p{Script=Hangul}/u.test(text)) return undefined;
  return hasKana ? 'japanese' : 'korean';
}

/** Sources of characters that the site's typeface lacks, in order of preference. */
const otherFonts: readonly Font[] = [
  siteText,
  new SlicedFont('noto-sans', [
    ...['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  ]),
  ...['arabic', 'hebrew', 'devanagari', 'gurmukhi', 'gujarati', 'bengali', 'tamil'].map(
    (script) => new SlicedFont(`noto-sans-${script}`, [script]),
  ),
  new SlicedFont('noto-sans-canadian-aboriginal', ['canadian-aboriginal']),
  // Fractions, signs, arrows and dingbats.
  new TrueType('dejavu', {
    regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: dejaVuBold,
    heading: dejaVuBold,
  }),
  ...Object.values(hanFonts),
  new SlicedFont('noto-emoji'),
];

/** All code points that have a glyph in a document, in ascending order. */
export const listPrintableCharacters = (): number[] =>
  [...new Set(otherFonts.flatMap((font) => [...font.listCharacters()]))].sort((a, b) => a - b);

/**
 * Loads the typefaces for the texts of a document.
 *
 * @param content a value that contains the texts at any depth
 */
export async function loadTypefaces(content: unknown): Promise<Typefaces> {
  const needed = new Map<Source, Set<string>>();
  const texts = listTexts(content).map(toPrintedText);
  // A name in Han characters only gets the forms of the other texts.
  const usual = findHanFont(texts.join(''));
  const orderFonts = (text: string): readonly Font[] => {
    const first = hanFonts[findHanFont(text) ?? usual ?? 'chinese'];
    const others = otherFonts.filter((font) => font !== first);
    return others.toSpliced(others.findIndex(isHanFont), 0, first);
  };
  for (const text of new Set(texts)) {
    const fonts = orderFonts(text);
    for (const word of new Set(splitWords(text))) {
      if (hasEach(siteText, word) && hasEach(siteHeadings, word)) continue;
      for (const { text: piece, font } of assignFonts(word, fonts)) {
        for (const character of piece) {
          const source = font?.find(character.codePointAt(0) ?? 0);
          if (source) needed.set(source, (needed.get(source) ?? new Set()).add(character));
        }
      }
    }
  }
  const loaded = new Map<Source, Record<Weight, Face>>();
  needed.delete(siteText);
  for (const [source, characters] of needed) {
    loaded.set(source, await source.load(`${joiners}${[...characters].join('')}`));
  }
  loaded.set(siteText, siteText.faces);
  // Ignores slices loaded for other documents, so that a text's typeface depends only on this
  // document.
  const toLoaded = (font: Font): FontFinder => ({
    find(codePoint) {
      const source = font.find(codePoint);
      if (!source || !loaded.has(source)) return undefined;
      const isWhole = !(source instanceof Slice) || !source.isNumbered;
      return isWhole || needed.get(source)?.has(String.fromCodePoint(codePoint))
        ? source
        : undefined;
    },
  });
  const getFace = (font: FontFinder, codePoint: number, weight: Weight) => {
    const source = font.find(codePoint);
    if (source === siteHeadings) return source.faces[weight];
    return source && loaded.get(source)?.[weight];
  };
  return {
    site: {
      regular: siteText.faces.regular,
      bold: siteText.faces.bold,
      heading: siteHeadings.faces.heading,
    },
    hasAll: (text, weight) => hasEach(siteFonts[weight], text),
    split(text, weight) {
      const parts: TextPart[] = [];
      const add = (added: string, face: Face) => {
        const last = parts.at(-1);
        if (last?.face === face) last.text += added;
        else parts.push({ text: added, face });
      };
      const siteFace = siteFonts[weight].faces[weight];
      const fonts = orderFonts(text).map(toLoaded);
      for (const word of splitWords(text)) {
        for (const { text: piece, font } of assignFonts(word, [siteFonts[weight], ...fonts])) {
          if (!font) add(formatMissing(piece), siteFace);
          else {
            for (const character of piece) {
              const codePoint = character.codePointAt(0) ?? 0;
              // A joiner gets the typeface of the letter before it.
              if (isInkless(codePoint)) add(character, parts.at(-1)?.face ?? siteFace);
              else add(character, getFace(font, codePoint, weight) ?? siteFace);
            }
          }
        }
      }
      return parts;
    },
  };
}

type FontFinder = { find(codePoint: number): Source | undefined };

const isHanFont = (font: Font) => Object.values<Font>(hanFonts).includes(font);

const listInked = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0).filter(
    (codePoint) => !isInkless(codePoint),
  );

const hasEach = (font: FontFinder, text: string) =>
  listInked(text).every((codePoint) => font.find(codePoint));

/**
 * Assigns one typeface to a word, or to each grapheme, or to each character; undefined if none has
 * a character.
 */
function assignFonts<Finder extends FontFinder>(
  word: string,
  fonts: readonly Finder[],
): { text: string; font: Finder | undefined }[] {
  const findFont = (text: string) => fonts.find((font) => hasEach(font, text));
  const whole = findFont(word);
  if (whole) return [{ text: word, font: whole }];
  return splitGraphemes(word).flatMap((grapheme) => {
    const font = findFont(grapheme);
    if (font) return [{ text: grapheme, font }];
    return Array.from(grapheme, (text) => ({ text, font: findFont(text) }));
  });
}

const formatMissing = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into what readers see as characters. */
export const splitGraphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const startsWithLetter = /^[\p{L}\p{M}\p{N}]/u;
const isLatin = /^[\n -~]*$/;

/** Splits a text into words and the graphemes between them. */
function splitWords(text: string): string[] {
  if (isLatin.test(text)) return text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]+/g) ?? [];
  const words: string[] = [];
  let isInWord = false;
  for (const grapheme of splitGraphemes(text)) {
    const isLetter = startsWithLetter.test(grapheme);
    if (isLetter && isInWord) words.push(`${words.pop()}${grapheme}`);
    else words.push(grapheme);
    isInWord = isLetter;
  }
  return words;
}

/** Lists all strings in a value. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(listTexts);
}
