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
  const buffer = new Buffer();
  return (text) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // Marks stay separate characters.
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    const infos = buffer.getGlyphInfos();
    const ends = toClusterEnds(
      infos.map(({ cluster }) => cluster),
      text.length,
    );
    const sizes = new Map<number, number>();
    for (const { cluster } of infos) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
    let indexInCluster = 0;
    return infos.map(({ codepoint: id, cluster }, index) => {
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      indexInCluster = infos[index - 1]?.cluster === cluster ? indexInCluster + 1 : 0;
      const size = sizes.get(cluster) ?? 1;
      const codePoints =
        distribute(text.slice(cluster, ends.get(cluster)), size)[indexInCluster] ?? [];
      return { id, codePoints, xAdvance, yAdvance, xOffset, yOffset };
    });
  };
}

const joiner = 0x200d;

/** Assigns characters to each glyph of a cluster, because PDF readers show a glyph without any as its number. */
function distribute(characters: string, glyphs: number): number[][] {
  const toCodePoints = (text: string) => Array.from(text, (each) => each.codePointAt(0) ?? 0);
  const decomposed = toCodePoints(characters.normalize('NFD'));
  if (glyphs > 1 && decomposed.length === glyphs) return decomposed.map((codePoint) => [codePoint]);
  return [toCodePoints(characters), ...Array.from({ length: glyphs - 1 }, () => [joiner])];
}

function toClusterEnds(clusters: number[], length: number): Map<number, number> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]));
}
