/** A text with its first letter as a capital. */
export const capitalize = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Adds a full stop, unless the text ends a sentence, as in 5:30 p.m. or Marren Inc. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * The pattern of `like` for what contains a text, in PostgREST's syntax. It reads every * as %, so that one in the
 * text can only stand for any one character.
 */
export const toContainsPattern = (text: string): string =>
  `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
