import { brotliDecompressSync } from 'node:zlib';

/** Offsets and tags are those of https://www.w3.org/TR/WOFF2/ (a table directory of known tags). */
const headerLength = 48;
const tags = { cmap: 0, glyf: 10, loca: 11 };
const tagFollows = 63;

/**
 * Which characters a typeface's file holds, from its character map.
 * @param file a WOFF2 file of one typeface, whose map is of format 4 (the first plane)
 * @returns their code points
 */
export function readCharacters(file: Buffer): Set<number> {
  return parseCharacterMap(characterMap(file));
}

function characterMap(file: Buffer): Buffer {
  let at = headerLength;
  const number = () => {
    for (let value = 0; ; ) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let map: [from: number, to: number] | undefined;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === tagFollows) at += 4;
    const version = flags >> 6;
    let length = number();
    // Outlines are stored in a form of their own unless the version says otherwise.
    const transformed = tag === tags.glyf || tag === tags.loca ? version !== 3 : version !== 0;
    if (transformed) length = number();
    if (tag === tags.cmap) map = [start, start + length];
    start += length;
  }
  if (!map) throw new Error('The file has no character map');
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...map);
}

function parseCharacterMap(map: Buffer): Set<number> {
  const count = map.readUInt16BE(2);
  const subtables = Array.from({ length: count }, (_, n) => map.readUInt32BE(8 + n * 8));
  const table = subtables.map((at) => map.subarray(at)).find((at) => at.readUInt16BE(0) === 4);
  if (!table) throw new Error('The character map has no table of format 4');
  const segments = table.readUInt16BE(6) / 2;
  const characters = new Set<number>();
  for (let n = 0; n < segments; n += 1) {
    const last = table.readUInt16BE(14 + n * 2);
    const first = table.readUInt16BE(16 + segments * 2 + n * 2);
    for (let code = first; code <= last && code < 0xffff; code += 1) characters.add(code);
  }
  return characters;
}
