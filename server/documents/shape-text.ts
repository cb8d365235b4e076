import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs';

/** A glyph with the characters that it stands for, and its place in units of the typeface. */
export type ShapedGlyph = {
  id: number;
  codePoints: number[];
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
};

/**
 * Shapes text with HarfBuzz, glyphs from left to right: fontkit, which pdfkit uses otherwise, fails for some letters
 * of Devanagari and Arabic. The direction is that of the script of the first letter.
 *
 * @param file TrueType
 */
export function createShaper(file: Uint8Array): (text: string) => ShapedGlyph[] {
  const font = new Font(new Face(new Blob(file)));
  return (text) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // A mark remains a character of its own.
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    const infos = buffer.getGlyphInfos();
    const ends = toClusterEnds(
      infos.map(({ cluster }) => cluster),
      text.length,
    );
    return infos.map(({ codepoint: id, cluster }, index) => {
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const isFirst = infos[index - 1]?.cluster !== cluster;
      const characters = isFirst ? text.slice(cluster, ends.get(cluster)) : '';
      const codePoints = Array.from(characters, (character) => character.codePointAt(0) ?? 0);
      return { id, codePoints, xAdvance, yAdvance, xOffset, yOffset };
    });
  };
}

function toClusterEnds(clusters: number[], length: number): Map<number, number> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]));
}
