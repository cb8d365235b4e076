/** A number from 0 to below 1. */
export type Random = () => number;

/** Random numbers that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The text of a row's version: from some bytes to more than one page. */
export function createText(id: number, version: number): string {
  const words = `${id}/${version} `;
  return words.repeat(1 + ((id * 31 + version * 17) % 900));
}
