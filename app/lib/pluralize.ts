/** A number with its noun, such as `1 image`, `3 images`, `0 images`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  // The first use of Intl takes a phone 30 ms; most counts are small.
  return `${count < 1000 ? count : count.toLocaleString('en-CA')} ${count === 1 ? one : many}`;
}

/** A list of counts, such as `2 quote requests, 1 contact message and 3 images`, without those that are 0. */
export function pluralizeList(entries: [count: number, one: string, many?: string][]): string {
  const parts = entries.flatMap(([count, one, many]) =>
    count > 0 ? pluralize(count, one, many) : [],
  );
  return new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(parts) || 'nothing';
}
