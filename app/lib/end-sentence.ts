/** Adds a full stop, unless the text ends with one, as in 5:30 p.m. or Marren Inc. */
export function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
