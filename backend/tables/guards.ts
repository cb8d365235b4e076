import { TablesError } from './errors.ts';

const longestLike = 2000;
const largestExpression = 2000;
const mostBrackets = 1000;
const backReference = /\\[1-9]/;
/** `(?x)` allows spaces and comments inside a repetition, `(?b)` and `***` change the syntax itself. */
const syntaxOptions = /^\s*\*\*\*|\(\?[a-z]+\)/i;

/**
 * Refuses values that are small to send and ruinous to evaluate. The embedded database answers
 * nobody any more once a statement has overflowed its stack, which a regular expression of thirteen
 * characters, `(a{255}){255}`, can do: its size here is its length times its repetitions.
 *
 * @throws TablesError 2201B
 */
export function checkExpression(pattern: string) {
  const repetitions = [...pattern.matchAll(/\{\s*(\d*)\s*,?\s*(\d*)/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    1,
  );
  const isLarge = pattern.length * repetitions > largestExpression;
  if (isLarge || backReference.test(pattern) || syntaxOptions.test(pattern)) {
    throw new TablesError(
      400,
      '2201B',
      'invalid regular expression: regular expression is too complex',
    );
  }
}

/**
 * Returns the elements of an array literal of PostgreSQL as it reads them, of all dimensions, for
 * checks that look at each. Text outside of quotes keeps the spaces that PostgreSQL trims.
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

/** Refuses a pattern of like with more wildcards than the stack has room for. @throws TablesError 22025 */
export function checkLike(pattern: string) {
  if (pattern.length > longestLike) {
    throw new TablesError(400, '22025', `LIKE pattern is longer than ${longestLike} characters`);
  }
}

/** Refuses JSON in a parameter that could nest deeper than the stack allows. @throws TablesError 22P02 */
export function checkJson(value: string) {
  if ((value.match(/[[{]/g)?.length ?? 0) > mostBrackets) {
    throw new TablesError(400, '22P02', `JSON value has more than ${mostBrackets} brackets`);
  }
}
