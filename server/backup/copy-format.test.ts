import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRuns } from '#tests/support/count-runs.ts';
import { parseCopyLine, toCopyLine } from './copy-format.ts';

test('a row is one line and is parsed to the same values', () => {
  const character = fc.constantFrom(
    '\\',
    'N',
    '.',
    '\t',
    '\n',
    '\r',
    '\v',
    '\b',
    '\f',
    '\u2028',
    'é',
    '😀',
    'n',
  );
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }),
    fc.array(character).map((characters) => characters.join('')),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (row) => {
      const line = toCopyLine(row);
      expect(line).not.toMatch(/[\n\r]/);
      expect(line).not.toBe('\\.');
      expect(parseCopyLine(line)).toEqual(row);
    }),
    { numRuns: countRuns(300) },
  );
});

test('null, an empty text and the text \\N are different', () => {
  expect(toCopyLine([null, '', '\\N'])).toBe('\\N\t\t\\\\N');
});
