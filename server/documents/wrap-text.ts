/**
 * Breaks a text into lines at its spaces and line feeds; words that are wider than a line break anywhere. Its time
 * is linear in the length of the text.
 *
 * @param maxWidth of a line, in the unit of `measure`
 * @param measure the width of a text
 */
export function wrapText(
  text: string,
  maxWidth: number,
  measure: (text: string) => number,
): string[] {
  const widths = new Map<string, number>();
  const getWidth = (character: string) => {
    const width = widths.get(character) ?? measure(character);
    widths.set(character, width);
    return width;
  };
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (measure(longer) <= maxWidth) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      line = '';
      if (measure(word) <= maxWidth) {
        line = word;
        continue;
      }
      let width = 0;
      for (const character of word) {
        if (line && width + getWidth(character) > maxWidth) {
          lines.push(line);
          line = '';
          width = 0;
        }
        line += character;
        width += getWidth(character);
      }
    }
    return [...lines, line];
  });
}
