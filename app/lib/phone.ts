import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { normalizeExtension } from './phone-extension.ts';
import { replacePhoneLetters } from './phone-letters.ts';

/**
 * The tel: URL (RFC 3966, E.164) of the phone number in what someone typed; numbers without a
 * country code are Canadian, and letters stand for digits. Undefined if there is no number. With other text around it, only the
 * first number counts, with an extension only if a word says so: a list of numbers would read as one.
 */
export function toPhoneHref(typed: string): string | undefined {
  const numbers = replacePhoneLetters(typed);
  const text = normalizeExtension(numbers.replace(/^([^\d+]*)00(?=\p{Zs}?[1-9])/u, '$1+'));
  const number = parsePhoneNumberFromString(text, 'CA');
  if (number?.isValid()) return number.getURI();
  const [first] = findPhoneNumbersInText(text, 'CA');
  if (!first) return undefined;
  const { startsAt, endsAt, number: found } = first;
  const hasExtension = text.slice(startsAt, endsAt).includes('ext');
  return hasExtension ? found.getURI() : `tel:${found.number}`;
}
