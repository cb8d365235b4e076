const summaryLength = 160;

/** Cuts a text at the end of a word to one line of at most `limit` characters. */
export function summarize(text: string, limit = summaryLength): string {
  const line = [...toOneLine(text)];
  if (line.length <= limit) return line.join('');
  const cut = line.slice(0, limit - 1).join('');
  const wordEnd = /[\s,;:.]/.test(line[limit - 1] ?? '') ? cut.length : cut.lastIndexOf(' ');
  const words = wordEnd > 0 ? cut.slice(0, wordEnd) : cut;
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Cuts a text between words to one line of at most `length` characters and an ellipsis. */
export function truncateLine(text: string, length = 140): string {
  const line = toOneLine(text);
  if (line.length <= length) return line;
  const cut = line.slice(0, length + 1).replace(/\s+\S*$/, '');
  return `${truncate(cut, length)}…`;
}

/** The start of a text, at most `length` UTF-16 code units. It never ends with half of a surrogate pair. */
export function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text without line ends and repeated blanks. */
export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of rich text, without tags, entities or the breaks between its blocks. */
export function plainText(html: string): string {
  const text = html
    .replace(/<(?:\/(?:p|h\d|li|blockquote|pre|td|th)|br|hr)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) =>
      name ? (entities[name.toLowerCase()] ?? entity) : character(decimal, hex),
    );
  return toOneLine(text);
}

function character(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
