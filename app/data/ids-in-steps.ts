/** As many ids as an address has room for everywhere. */
const idsAtOnce = 100;

/** Cuts ids into lists that are short enough to be asked for in one address each. */
export function idsInSteps(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / idsAtOnce);
  return Array.from({ length: count }, (_, step) =>
    ids.slice(step * idsAtOnce, (step + 1) * idsAtOnce),
  );
}
