/** The entries of the browser's history that belong to a visit to the designer, by their index. */
export type VisitEntries = { first: number; current: number; last: number };

/**
 * @param entries undefined when the visit begins
 * @param isNew whether the entry was added, which removes those that followed
 */
export function moveToEntry(
  entries: VisitEntries | undefined,
  index: number,
  isNew: boolean,
): VisitEntries {
  if (!entries) return { first: index, current: index, last: index };
  return {
    first: Math.min(entries.first, index),
    current: index,
    last: isNew ? index : Math.max(entries.last, index),
  };
}
