/** True where every word of the search stands somewhere in the texts; case and accents do not matter. */
export function matches(texts: (string | null)[], search: string): boolean {
  const whole = plain(texts.join(' '));
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
