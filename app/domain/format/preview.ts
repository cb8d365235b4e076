/** The beginning of a text on one line, cut between words, at most `length` characters and an ellipsis. */
export function preview(text: string, length = 140): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= length) return line;
  const cut = line.slice(0, length + 1).replace(/\s+\S*$/, '');
  return `${cut.slice(0, length)}…`;
}
