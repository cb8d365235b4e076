import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { getCarriedSelection } from './selection.ts';

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
])('getCarriedSelection of %j is %j', (chosen, selection) => {
  expect(getCarriedSelection(content, chosen)).toEqual(selection);
});
