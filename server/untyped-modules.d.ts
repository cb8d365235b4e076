declare module 'gltf-validator' {
  type Message = { code: string; message: string; severity: number; pointer?: string };
  const validator: {
    validateBytes(bytes: Uint8Array): Promise<{ issues: { messages: Message[] } }>;
  };
  export default validator;
}

declare module 'bidi-js' {
  type EmbeddingLevels = {
    levels: Uint8Array;
    /** `end` is inclusive. */
    paragraphs: { start: number; end: number; level: number }[];
  };
  type Bidi = {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): EmbeddingLevels;
    /** `end` is inclusive. */
    getReorderSegments(
      text: string,
      levels: EmbeddingLevels,
      start?: number,
      end?: number,
    ): [start: number, end: number][];
    getMirroredCharacter(character: string): string | null;
  };
  export default function bidiFactory(): Bidi;
}

declare module 'linebreak' {
  type Break = { position: number; required: boolean };
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}

declare module 'fontverter' {
  export function convert(font: Buffer, format: 'sfnt'): Promise<Buffer>;
}

declare module 'subset-font' {
  type SubsetOptions = {
    keepAllGlyphs?: boolean;
    targetFormat?: 'sfnt';
    noHinting?: boolean;
    variationAxes?: Record<string, number>;
  };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
