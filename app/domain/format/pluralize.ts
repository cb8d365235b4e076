/** A number and what it counts, such as `1 picture`, `3 pictures`, `0 pictures`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`;
}

/** Counts in one sentence's part: `2 quote requests, 1 contact message and 3 pictures`; what is 0 is left out. */
export function pluralizeList(entries: [count: number, one: string, many?: string][]): string {
  const parts = entries.flatMap(([count, one, many]) =>
    count > 0 ? pluralize(count, one, many) : [],
  );
  return new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(parts) || 'nothing';
}
