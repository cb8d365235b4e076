const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * An animation without what it may say of itself: comments, and what programs add, such as where it
 * was taken (XMP). Its frames, their times and how often they repeat stay as they are.
 * @param bytes a GIF file (https://www.w3.org/Graphics/GIF/spec-gif89a.txt)
 * @throws RangeError where it is none, or cut off
 */
export function gifWithoutNotes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = (place: number): number => {
    const byte = bytes[place];
    if (byte === undefined) throw new RangeError('Not a whole GIF');
    return byte;
  };
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const colors = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  const afterBlocks = (start: number) => {
    let place = start;
    while (at(place) !== 0) place += at(place) + 1;
    return place + 1;
  };
  if (!/^GIF8[79]a$/.test(text(0, 6))) throw new RangeError('Not a GIF');

  let place = 13 + colors(at(10));
  const kept = [bytes.subarray(0, place)];
  while (at(place) !== 0x3b) {
    const isFrame = at(place) === 0x2c;
    if (!isFrame && at(place) !== 0x21) throw new RangeError('Not a whole GIF');
    const label = at(place + 1);
    const end = afterBlocks(isFrame ? place + 11 + colors(at(place + 9)) : place + 2);
    const isNote =
      !isFrame && (label === 0xfe || (label === 0xff && !loops.has(text(place + 3, place + 14))));
    if (!isNote) kept.push(bytes.subarray(place, end));
    place = end;
  }
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.byteLength, 1));
  let filled = 0;
  for (const part of kept) {
    whole.set(part, filled);
    filled += part.byteLength;
  }
  whole[filled] = 0x3b;
  return whole;
}
