import { shorten, TablesError } from './errors.ts';
import { parseArrayElements } from './guards.ts';

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
 * Refuses a value that costs PostgreSQL far more memory than it has characters. Each time zone that a
 * date names (`2020-01-01 0:0 AAAAA-5`) is cached for the life of the connection, 23 kB a name, so dates
 * and times have to be ISO 8601. A numeric is written out: `1e131071` becomes 64 kB.
 *
 * @param type as `format_type` names it; of a list each element is checked
 * @throws TablesError 22007, 22003
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
 * @throws TablesError 22007, 22003
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

/** Checks what each row of a body writes to each column. @throws TablesError 22007, 22003 */
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
  throw new TablesError(
    400,
    '22007',
    `invalid input syntax for type ${type.replace(' without time zone', '')}: "${shorten(value)}"`,
  );
}

/** PostgreSQL 16 also reads `1_000`, `0x1f` and the like, which nothing here sends. */
const numericPattern = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|NaN|inf(?:inity)?)\s*$/i;

function checkNumeric(value: string) {
  if (/[_xob]/i.test(value) && !numericPattern.test(value)) {
    throw new TablesError(
      400,
      '22P02',
      `invalid input syntax for type numeric: "${shorten(value)}"`,
    );
  }
  const exponent = Number(/e([+-]?\d+)\s*$/i.exec(value)?.[1] ?? 0);
  if (value.length > maxNumericLength || Math.abs(exponent) > maxNumericExponent) throw overflow();
}

function overflow() {
  return new TablesError(400, '22003', 'value overflows numeric format');
}
