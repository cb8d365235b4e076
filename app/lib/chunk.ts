const defaultSize = 100;

/** Splits ids into lists of at most `size`, by default short enough for one URL each. */
export function chunk(ids: string[], size = defaultSize): string[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, step) => ids.slice(step * size, (step + 1) * size));
}
