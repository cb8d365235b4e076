import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalizeExtension } from './phone-extension.ts';

/** Digits of the letters A to Z on the keys of a telephone (ITU-T E.161). */
const keypad = '22233344455566677778889999';
const numberWithLetters =
  /(^|[^\dA-Z])((?:\+?1[-.\s]?)?\(?\d{3}\)?[-.\s]?)(\d{3}\s[A-Z]{4}|[\dA-Z](?:[-.]?[\dA-Z]){6,10})(?![\dA-Z])/g;

/** Writes numbers such as `1-800-555-SHED` with digits. Telephones ignore letters after the seventh. */
function replaceLetters(typed: string): string {
  return typed.replaceAll(numberWithLetters, (all, before: string, area: string, rest: string) => {
    const characters = rest.replaceAll(/[^\dA-Z]/g, '').slice(0, 7);
    if (!/[A-Z]/.test(characters) || /EXT|X\d/.test(rest)) return all;
    const digits = characters.replaceAll(
      /[A-Z]/g,
      (letter) => keypad[letter.charCodeAt(0) - 65] ?? '',
    );
    return before + area + digits;
  });
}

/**
 * The tel: URL (RFC 3966, E.164) of the phone number in what someone typed; numbers without a
 * country code are Canadian, and capital letters stand for digits. Undefined if there is no number. With other text around it, only the
 * first number counts, with an extension only if a word says so: a list of numbers would read as one.
 */
export function toPhoneHref(typed: string): string | undefined {
  const numbers = replaceLetters(typed);
  const text = normalizeExtension(numbers.replace(/^([^\d+]*)00(?=\p{Zs}?[1-9])/u, '$1+'));
  const number = parsePhoneNumberFromString(text, 'CA');
  if (number?.isValid()) return number.getURI();
  const [first] = findPhoneNumbersInText(text, 'CA');
  if (!first) return undefined;
  const { startsAt, endsAt, number: found } = first;
  const hasExtension = text.slice(startsAt, endsAt).includes('ext');
  return hasExtension ? found.getURI() : `tel:${found.number}`;
}
