import { TablesError } from './errors.ts';

const longestLike = 2000;
const largestExpression = 2000;
const mostBrackets = 1000;
const backReference = /\\[1-9]/;
/** `(?x)` would let blanks and comments stand inside a repetition, out of sight of the count here. */
const embeddedOptions = /^(?:\*\*\*|\(\?[a-z]+\))/i;

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
  if (isLarge || backReference.test(pattern) || embeddedOptions.test(pattern)) {
    throw new TablesError(
      400,
      '2201B',
      'invalid regular expression: regular expression is too complex',
    );
  }
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
