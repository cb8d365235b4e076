import { expect, test } from 'vitest';
import {
  checkFormAge,
  explainSpam,
  maxFormAgeMs,
  minFormAgeMs,
  spamCheckFields,
  submissionIdField,
  verdictHeader,
} from './spam.ts';

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

test('forms have two weeks and at least two seconds, and the fields of the spam check', () => {
  expect([minFormAgeMs, maxFormAgeMs]).toEqual([2000, 1_209_600_000]);
  expect(spamCheckFields).toEqual({
    hidden: 'topic_link',
    token: 'form_token',
    openFor: 'page_open_for',
    challenge: 'cf-turnstile-response',
  });
  expect([submissionIdField, verdictHeader]).toEqual(['submission_id', 'x-form-verdict']);
});

test('explainSpam returns a sentence for each reason, and one for a mark by hand', () => {
  expect(explainSpam(['markup', 'too_fast'])).toEqual([
    'The message contains links in forum or HTML code.',
    'The form was sent within two seconds of opening the page.',
  ]);
  expect(
    explainSpam(['hidden_field', 'no_token', 'no_challenge', 'link_in_name', 'many_links']),
  ).toEqual([
    "A field that people can't see was filled in.",
    "The form didn't come from the website, or was opened more than two weeks ago.",
    "The sender didn't pass the robot check, or the check couldn't run.",
    'The name contains a web address.',
    'The message contains more than four links.',
  ]);
  expect(explainSpam(['a later reason'])).toEqual(['a later reason']);
  expect(explainSpam([])).toEqual(['Marked as spam by staff.']);
});
