import { HttpError } from '#backend/http-error.ts';
import { shorten } from './errors.ts';

const date = String.raw`\d{4,6}-\d{2}-\d{2}`;
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`;
const offset = String.raw`(?: ?(?:Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?`;
const dateTime = new RegExp(`^${date}(?:[T ]${time}${offset})?(?: BC)?$`, 'i');
const timeOfDay = new RegExp(`^${time}${offset}$`, 'i');

/** ISO 8601 for each type that PostgreSQL reads with names of time zones; ` BC` is its own output. */
const isoPatterns: Record<string, RegExp> = {
  date: dateTime,
  'timestamp without time zone': dateTime,
  'timestamp with time zone': dateTime,
  'time without time zone': timeOfDay,
  'time with time zone': timeOfDay,
};

const maxNumericLength = 1000;
const maxNumericExponent = 400;

/**
 * Rejects a value that costs PostgreSQL far more memory than it has characters. Each time zone that a
 * date names (`2020-01-01 0:0 AAAAA-5`) is cached for the life of the connection, 23 kB a name, so dates
 * and times have to be ISO 8601. A numeric is written out: `1e131071` becomes 64 kB.
 *
 * @param type as `format_type` names it; of a list each element is checked
 * @throws HttpError 22007, 22003
 */
export function checkValue(value: string, type: string): void {
  if (!isChecked(type)) return;
  if (type.endsWith('[]')) {
    for (const element of parseArrayElements(value)) {
      if (!/^\s*null\s*$/i.test(element)) checkScalar(element.trim(), type.slice(0, -2));
    }
  } else checkScalar(value, type);
}

/**
 * Checks a value of a JSON body as PostgreSQL casts it: strings by their text, all else by its JSON.
 *
 * @throws HttpError 22007, 22003
 */
export function checkJsonValue(value: unknown, type: string): void {
  if (value === null || value === undefined || !isChecked(type)) return;
  if (Array.isArray(value) && type.endsWith('[]')) {
    for (const element of value.flat(Number.POSITIVE_INFINITY)) {
      checkJsonValue(element, type.slice(0, -2));
    }
    return;
  }
  // JSON.parse turns 1e131071 into Infinity.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) throw overflow();
  checkValue(typeof value === 'string' ? value : JSON.stringify(value), type);
}

/** Checks what each row of a body writes to each column. @throws HttpError 22007, 22003 */
export function checkRows(
  rows: Record<string, unknown>[],
  columns: { name: string; type: string }[],
): void {
  for (const { name, type } of columns) {
    if (!isChecked(type)) continue;
    for (const row of rows) if (Object.hasOwn(row, name)) checkJsonValue(row[name], type);
  }
}

function isChecked(type: string): boolean {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  return element === 'numeric' || Object.hasOwn(isoPatterns, element);
}

function checkScalar(value: string, type: string) {
  if (type === 'numeric') return checkNumeric(value);
  if (isoPatterns[type]?.test(value)) return;
  throw new HttpError(
    400,
    '22007',
    `invalid input syntax for type ${type.replace(' without time zone', '')}: "${shorten(value)}"`,
  );
}

/** PostgreSQL 16 also reads `1_000`, `0x1f` and the like. */
const numericPattern = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|NaN|inf(?:inity)?)\s*$/i;

function checkNumeric(value: string) {
  if (/[_xob]/i.test(value) && !numericPattern.test(value)) {
    throw new HttpError(400, '22P02', `invalid input syntax for type numeric: "${shorten(value)}"`);
  }
  const exponent = Number(/e([+-]?\d+)\s*$/i.exec(value)?.[1] ?? 0);
  if (value.length > maxNumericLength || Math.abs(exponent) > maxNumericExponent) throw overflow();
}

function overflow() {
  return new HttpError(400, '22003', 'value overflows numeric format');
}

const maxLikeLength = 2000;
const maxExpressionCost = 2000;
const maxBrackets = 1000;
const backReference = /\\[1-9]/;
/** `(?x)` allows spaces and comments inside a repetition, `(?b)` and `***` change the syntax itself. */
const syntaxOptions = /^\s*\*\*\*|\(\?[a-z]+\)/i;

/**
 * Rejects regular expressions that cost too much memory to compile, such as `(a{255}){255}`: the cost
 * is taken as the length times the repetitions.
 *
 * @throws HttpError 2201B
 */
export function checkExpression(pattern: string) {
  const repetitions = [...pattern.matchAll(/\{\s*(\d*)\s*,?\s*(\d*)/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    1,
  );
  const isLarge = pattern.length * repetitions > maxExpressionCost;
  if (isLarge || backReference.test(pattern) || syntaxOptions.test(pattern)) {
    throw new HttpError(
      400,
      '2201B',
      'invalid regular expression: regular expression is too complex',
    );
  }
}

/**
 * Returns the elements of an array literal of PostgreSQL, of all dimensions, for checks of each. Text
 * outside of quotes retains the spaces that PostgreSQL trims.
 */
export function parseArrayElements(literal: string): string[] {
  const elements: string[] = [];
  let element = '';
  let isElement = false;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of literal) {
    if (!isEscaped && character === '\\') {
      isEscaped = true;
      continue;
    }
    if (!isEscaped && !isQuoted && '{},'.includes(character)) {
      if (isElement) elements.push(element);
      element = '';
      isElement = false;
      continue;
    }
    isElement ||= isEscaped || character.trim() !== '';
    if (!isEscaped && character === '"') isQuoted = !isQuoted;
    else element += character;
    isEscaped = false;
  }
  return isElement ? [...elements, element] : elements;
}

/** Rejects a pattern of like that may recurse deeper than the stack allows. @throws HttpError 22025 */
export function checkLike(pattern: string) {
  if (pattern.length > maxLikeLength) {
    throw new HttpError(400, '22025', `LIKE pattern is longer than ${maxLikeLength} characters`);
  }
}

/** Rejects JSON in a parameter that may nest deeper than the stack allows. @throws HttpError 22P02 */
export function checkJson(value: string) {
  if ((value.match(/[[{]/g)?.length ?? 0) > maxBrackets) {
    throw new HttpError(400, '22P02', `JSON value has more than ${maxBrackets} brackets`);
  }
}
