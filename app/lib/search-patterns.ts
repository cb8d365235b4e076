import { maxSearchLength } from './limits.ts';
import { replacePhoneLetters } from './phone-letters.ts';
import { toContainsPattern } from './text.ts';

const maxWords = 10;

const between = String.raw`[\s().,:_·/\u2010-\u2015\u2212-]*`;

/** Phone numbers: of North America with or without country and area code, and international ones. */
const telephone = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:tel|telephone|phone|cell|mobile|fax|ph|[tpmcf](?=[.:]))[.:]?\s*)?(?<!\d)(?:(?:(?:\+|00)?1${between})?\(?\d{3}${between}\d{3}${between}\d{4}|(?<!\+)\d{3}[\s.\u2010-\u2015-]?\d{4}|(?:\+|00|011)${between}(?!1)\d(?:${between}\d){6,14})(?!\d)(?:\s*(?:[;,]?\s*ext(?:ension|\.)?|[;,]?\s*x|#)[\s.:=]*\d{1,7}(?!\w))?`,
  'gu',
);

const separator = String.raw`[\s.·/\u2010-\u2015\u2212-]`;

/** The country code of a number of North America that is not typed to its end. */
const startOfTelephone = new RegExp(
  String.raw`(?<!\S)(?:(?:\+|00)1${separator}*(?=[(\d])|1(?:${separator}+(?=\(?\d{3}(?!\d))|(?=\(\d{3})))`,
  'gu',
);

/** A word of digits and what is written between those of a phone number, such as '(705)555'. */
const partOfTelephone =
  /^(?:\(\d{3}\)?|\d{3}[.-]\d|[+(]*(?:\d[().·/\u2010-\u2015\u2212-]*){5,})[\d().-]*$/u;

/**
 * One pattern of `like` per word or phone number of a search, in PostgREST's syntax; typed
 * wildcards are escaped. Digits of phone numbers match in every spelling.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
export function toLikePatterns(search: string): string[] {
  const patterns: string[] = [];
  const rest = normalizeSearch(search)
    .slice(0, maxSearchLength)
    .replace(telephone, (number) => {
      patterns.push(toTelephonePattern(number));
      return ' ';
    })
    .replace(startOfTelephone, '');
  // Quotation marks and commas around a number are not words.
  const isWord = patterns.length > 0 ? /[\p{L}\p{N}]/u : /./u;
  for (const word of rest.split(/\s+/u).filter((part) => isWord.test(part))) {
    patterns.push(partOfTelephone.test(word) ? toTelephonePattern(word) : toContainsPattern(word));
  }
  return patterns.slice(0, maxWords);
}

/** The patterns for rows whose search text has phone numbers with letters in digits, too. */
export function toContactPatterns(search: string): string[] {
  return toLikePatterns(replacePhoneLetters(search));
}

/** Whether texts match a search as rows match its `toContactPatterns` in the database. */
export function matchesSearch(texts: (string | null)[], search: string): boolean {
  const text = texts.join(' ');
  const whole = normalizeSearch(`${text} ${replacePhoneLetters(text)}`);
  return toContactPatterns(search).every((pattern) => {
    let rest = whole;
    return toExpressions(pattern).every((part) => {
      const found = part.exec(rest);
      if (found) rest = rest.slice(found.index + found[0].length);
      return found !== null;
    });
  });
}

/** The parts of a pattern of `like` between its wildcards `%`. */
function toExpressions(pattern: string): RegExp[] {
  const parts = [''];
  for (const [token, escaped] of pattern.matchAll(/\\(.)|./gsu)) {
    if (token === '%') parts.push('');
    else parts.push(parts.pop() + (token === '_' ? '.' : toLiteral(escaped ?? token)));
  }
  return parts.map((part) => new RegExp(part, 'su'));
}

const toLiteral = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * The groups of digits with anything between them: they match the digits that each row has of its
 * phone number, and other spellings in its texts. The country code 1, what is dialled before the
 * country code of others (00, 011) and the zero of numbers such as +44 (0)20 are left out.
 */
function toTelephonePattern(number: string): string {
  const [, spelled = number, extension = ''] =
    /^(.*?\d)(?:[\s;,]*(?:ext|x|#)\D*(\d+))?$/su.exec(number) ?? [];
  const main = spelled.replace(/^\D*011\D*(?=[2-9])/, '').replace(/^(\D*\d{1,4}\s*)\(0\)/, '$1');
  const digits = main.replace(/\D/g, '').replace(/^0+/, '');
  const local = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? /^([2-9]\d{2})(\d{4})$/.exec(digits);
  // Any of the first three digits of +442079460958 may be the last of its country code.
  const [, ...international] = /^(?:\+|00|011)([2-9])(\d)(\d)(\d{4,})$/.exec(spelled.trim()) ?? [];
  const groups = local
    ? local.slice(1)
    : international.length > 0
      ? international
      : (main.replace(/^\D*(?:0+|1(?=[2-9]\d{4,}$))/, '').match(/\d+/g) ?? []);
  return `%${[...groups, extension].filter(Boolean).join('%')}%`;
}

function normalizeSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\0]/gu, '')
    .toLowerCase();
}
