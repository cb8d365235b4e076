import { expect, test } from 'vitest';
import { readPostedSelection } from './posted-selection.ts';

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
