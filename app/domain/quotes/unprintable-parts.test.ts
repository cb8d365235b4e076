import { expect, test } from 'vitest';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { describeUnprintable } from './unprintable-parts.ts';

const seller = { name: 'Hillside Sheds', legalName: '', address: '12 Mill Street' };
const customer = { name: 'Ann Fielder', address: '' };

test('characters without a glyph are named with the part of the quote', () => {
  const items = [
    newQuoteItem(),
    newQuoteItem({ id: 'b', description: '⅜ in bolts' }),
    newQuoteItem({ id: 'c', description: 'Vents 𓀀' }),
  ];
  const content = newQuoteContent({ items, terms: '𓀀𓀁𓀂𓀃𓀄𓀅' });
  expect(describeUnprintable({ content, customer, seller })).toEqual([
    'The PDF cannot print "𓀀" in the description of line 3.',
    'The PDF cannot print "𓀀", "𓀁", "𓀂", "𓀃", "𓀄" and 1 more in "Terms and conditions".',
  ]);
  expect(describeUnprintable({ content: newQuoteContent(), customer, seller })).toEqual([]);
});
