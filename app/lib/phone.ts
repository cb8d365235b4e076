import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The tel: URL (RFC 3966, E.164) of the phone number in what someone typed; numbers without a
 * country code are Canadian. Undefined if there is no number. With other text around it, only the
 * first number counts, without an extension: a list of numbers would read as one.
 */
export function toPhoneHref(typed: string): string | undefined {
  const text = typed.replace(/\bposte\b/i, 'ext.');
  const number = parsePhoneNumberFromString(text, 'CA');
  if (number?.isValid()) return number.getURI();
  const [first] = findPhoneNumbersInText(text, 'CA');
  return first && `tel:${first.number.number}`;
}
