/** As many ids as an address has room for everywhere. */
const idsAtOnce = 100;

/** Cuts ids into lists of at most `size`, by default short enough for one URL each. */
export function idsInSteps(ids: string[], size = idsAtOnce): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, step) => ids.slice(step * size, (step + 1) * size));
}
