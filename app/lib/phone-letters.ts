/** Digits of the letters A to Z on the keys of a telephone (ITU-T E.161). */
const keypad = '22233344455566677778889999';

const separators = String.raw`[-.\s\u2010-\u2015]{0,3}`;

/** A number of North America with capital letters, or with four letters after the exchange in either case. */
const numberWithLetters = new RegExp(
  String.raw`(^|[^\dA-Z])((?:\+?1${separators})?\(?[2-9]\d{2}\)?${separators})([2-9]\d{2}${separators}[A-Za-z]{4}|[\dA-Z](?:[-.]?[\dA-Z]){6,10})(?![\dA-Za-z])`,
  'g',
);

/**
 * Writes phone numbers such as `1-800-555-SHED` with digits, as `private.list_lettered_numbers` does for searches. Telephones
 * ignore letters after the seventh. Without a separator, a word in capitals behind three digits (`250 SHINGLES`) is no number.
 */
export function replacePhoneLetters(typed: string): string {
  return typed.replaceAll(numberWithLetters, (all, before: string, area: string, rest: string) => {
    const characters = rest.replaceAll(/[^\dA-Za-z]/g, '').slice(0, 7);
    const isWord = !/\d/.test(rest) && /^\d{3}\s*$/.test(area);
    if (isWord || !/[A-Z]/i.test(characters) || /EXT|X\d/.test(rest)) return all;
    const digits = characters
      .toUpperCase()
      .replaceAll(/[A-Z]/g, (letter) => keypad[letter.charCodeAt(0) - 65] ?? '');
    return before + area + digits;
  });
}
