import { expect, test } from 'vitest';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { listEmptyParts } from './empty-parts.ts';

test('listEmptyParts names what is empty, and what prevents sending', () => {
  const content = newQuoteContent({ terms: 'Ours' });
  expect(listEmptyParts({ customer_address: '5 Lake Road', content }, '12345 6789 RT0001')).toEqual(
    {
      required: [],
      optional: [],
    },
  );
  const empty = newQuoteContent({
    ...{ paymentTerms: ' ', start: '', duration: '', delivery: '', cancellation: '\n', terms: '' },
  });
  expect(listEmptyParts({ customer_address: null, content: empty }, '')).toEqual({
    required: ['Payment', 'Delivery', 'Cancellation', 'HST number'],
    optional: ["The customer's postal address", 'Start', 'Duration', 'Terms and conditions'],
  });
});
