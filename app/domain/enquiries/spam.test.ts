import { expect, test } from 'vitest';
import { checkFormAge, explainSpam, maxFormAgeMs, minFormAgeMs } from './spam.ts';

test.each([
  [undefined, undefined, 'no_token'],
  [-1, undefined, undefined],
  [-3_600_000, minFormAgeMs - 1, 'too_fast'],
  [0, undefined, 'too_fast'],
  [maxFormAgeMs + 1, undefined, 'no_token'],
  [maxFormAgeMs, undefined, undefined],
  [minFormAgeMs - 1, undefined, 'too_fast'],
  [minFormAgeMs - 1, minFormAgeMs, undefined],
  [minFormAgeMs - 1, minFormAgeMs - 1, 'too_fast'],
  [minFormAgeMs, undefined, undefined],
  [3_600_000, minFormAgeMs - 1, 'too_fast'],
  [3_600_000, 3000, undefined],
])('checkFormAge of a form of %s ms on a page open for %s ms: %s', (age, openFor, verdict) => {
  expect(checkFormAge(age, openFor)).toBe(verdict);
});

test('explainSpam returns a sentence for each reason, and one for a mark by hand', () => {
  expect(explainSpam(['markup', 'too_fast'])).toEqual([
    'It holds links written in forum or HTML markup.',
    'It was sent within two seconds after the page was opened.',
  ]);
  expect(explainSpam([])).toEqual(['It was marked by hand.']);
});
