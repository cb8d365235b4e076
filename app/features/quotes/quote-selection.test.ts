import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import {
  getPossibleSelection,
  getProposedSelection,
  isPossibleSelection,
  offersChoice,
  readPostedSelection,
} from './quote-selection.ts';

const content = newQuoteContent({
  items: [
    newQuoteItem(),
    newQuoteItem({ id: 'ramp', optional: true, preselected: true }),
    newQuoteItem({ id: 'loft', optional: true }),
  ],
});
const proposal = { alternative: null, options: ['ramp'] };

test.each([
  [
    { alternative: null, options: ['loft'] },
    { alternative: null, options: ['loft'] },
  ],
  [
    { alternative: null, options: [] },
    { alternative: null, options: [] },
  ],
  [{ alternative: null, options: ['gone'] }, proposal],
  [{ alternative: 'gone', options: [] }, proposal],
  [null, proposal],
])('getPossibleSelection of %j is %j', (chosen, selection) => {
  expect(getPossibleSelection(content, chosen)).toEqual(selection);
});

const withAlternatives = newQuoteContent({
  alternatives: ['wood', 'metal'].map((id) => ({ id, title: id, description: '' })),
  items: [
    newQuoteItem(),
    newQuoteItem({ id: 'stain', optional: true, preselected: true, alternative: 'wood' }),
    newQuoteItem({ id: 'vent', optional: true, preselected: true, alternative: 'metal' }),
    newQuoteItem({ id: 'floor', preselected: true }),
  ],
});

test('getProposedSelection has the first alternative with its preselected options', () => {
  expect(getProposedSelection(withAlternatives)).toEqual({
    alternative: 'wood',
    options: ['stain'],
  });
  expect(getProposedSelection(content)).toEqual(proposal);
});

test.each([
  ['wood', ['stain'], true],
  ['metal', [], true],
  ['metal', ['stain'], false],
  ['metal', ['vent', 'vent'], false],
  ['metal', ['floor'], false],
  ['stone', [], false],
  [null, [], false],
])('isPossibleSelection of %j with %j is %j', (alternative, options, isPossible) => {
  expect(isPossibleSelection(withAlternatives, { alternative, options })).toBe(isPossible);
});

test('offersChoice is true with alternatives or options', () => {
  expect(offersChoice(content)).toBe(true);
  expect(offersChoice({ ...withAlternatives, items: [newQuoteItem()] })).toBe(true);
  expect(offersChoice(newQuoteContent())).toBe(false);
});

function post(...fields: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readPostedSelection(form);
}

test('readPostedSelection reads the options of all and of the chosen alternative', () => {
  expect(
    post(['option', 'ramp'], ['alternative', 'b'], ['option-a', 'vent'], ['option-b', 'loft']),
  ).toEqual({ alternative: 'b', options: ['ramp', 'loft'] });
});

test('readPostedSelection without any field is the selection of a quote without choices', () => {
  expect(post()).toEqual({ alternative: null, options: [] });
  expect(post(['alternative', ''])).toEqual({ alternative: null, options: [] });
});
