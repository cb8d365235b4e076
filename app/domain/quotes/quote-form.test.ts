import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDesign } from '#tests/fixtures/designs.ts';
import { anyQuoteContent, newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import {
  nextKey,
  parsePercent,
  quoteForm,
  removeAlternative,
  toQuoteColumns,
  toQuoteForm,
} from './quote-form.ts';
import { calculateTotals } from './totals.ts';

const customer = {
  customer_name: 'Ann Fielder',
  customer_email: 'ann@example.com',
  customer_phone: null,
  customer_address: '5 Lake Road',
};

test('any content converts to the form and back', () => {
  fc.assert(
    fc.property(anyQuoteContent, (generated) => {
      const content = { ...generated, title: generated.title.trim() };
      const form = toQuoteForm({ ...customer, content });
      expect(toQuoteColumns(quoteForm.parse(form), content)).toEqual({ ...customer, content });
    }),
    { numRuns: 300 },
  );
});

test('an item without a known price has to be priced', () => {
  const unpriced = toQuoteForm({ ...customer, content: newQuoteContent() }, ['shed']);
  const { error } = quoteForm.safeParse(unpriced);
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['items.0.price']);
});

test.each<[string, object, string]>([
  ['a price', { items: [{ ...form().items[0], price: 'ten' }] }, 'items.0.price'],
  ['a quantity', { items: [{ ...form().items[0], quantity: '0' }] }, 'items.0.quantity'],
  ['a description', { items: [{ ...form().items[0], description: ' ' }] }, 'items.0.description'],
  ['a discount', { discount: { type: 'percent', value: '101' } }, 'discount.value'],
  ['a discount without a unit', { discount: { type: 'none', value: '10' } }, 'discount.value'],
  ['an e-mail address', { customer_email: 'ann' }, 'customer_email'],
  [
    'one alternative',
    { alternatives: [{ key: 'a', title: 'Wood', description: '' }] },
    'alternatives',
  ],
])('quoteForm reports %s that is invalid', (_what, change, path) => {
  const { error } = quoteForm.safeParse({ ...form(), ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test('toQuoteColumns throws for an item of an alternative that is missing', () => {
  const values = quoteForm.parse({
    ...form(),
    items: [{ ...form().items[0], alternative: 'gone' }],
  });
  expect(() => toQuoteColumns(values, newQuoteContent())).toThrow(
    'An item belongs to an alternative that is missing',
  );
});

test.each([
  [true, newDesign()],
  [false, null],
])('toQuoteColumns with hasDrawing %j has the design %j', (hasDrawing, design) => {
  const content = newQuoteContent({ design: newDesign() });
  const values = quoteForm.parse({ ...toQuoteForm({ ...customer, content }), hasDrawing });
  expect(toQuoteColumns(values, content).content.design).toEqual(design);
});

const withAlternatives = (ids: string[]) =>
  newQuoteContent({
    items: [
      newQuoteItem(),
      ...ids.map((id, index) =>
        newQuoteItem({ id: `of${id}`, alternative: id, unitCents: (index + 1) * 100_000 }),
      ),
    ],
    alternatives: ids.map((id) => ({ id, title: `Wood ${id}`, description: '' })),
  });

test.each([
  [['a', 'b', 'c'], ['shed', 'ofa', 'ofc'], ['a', 'c'], 945_000],
  [['a', 'b'], ['shed', 'ofa'], [], 945_000],
])('removeAlternative removes one of %j with its items', (ids, items, left, subtotal) => {
  const content = withAlternatives(ids);
  const before = toQuoteForm({ ...customer, content });
  const values = quoteForm.parse({ ...before, ...removeAlternative(before, 'b') });
  const changed = toQuoteColumns(values, content).content;
  expect(changed.items.map(({ id }) => id)).toEqual(items);
  expect(changed.alternatives.map(({ id }) => id)).toEqual(left);
  expect(calculateTotals(changed).subtotal).toBe(subtotal);
});

test('nextKey skips keys in use', () => {
  expect(nextKey('l', [])).toBe('l1');
  expect(nextKey('l', [{ key: 'l2' }])).toBe('l3');
  expect(nextKey('l', [{ key: 'l3' }, { key: 'l1' }])).toBe('l4');
});

function form() {
  return toQuoteForm({ ...customer, content: newQuoteContent() });
}

test.each([
  ['10', 1000],
  ['12.5 %', 1250],
  ['7,5%', 750],
  ['100', 10_000],
  ['101', undefined],
  ['$5', undefined],
  ['', undefined],
])('parsePercent(%o) is %o', (typed, basisPoints) => {
  expect(parsePercent(typed)).toBe(basisPoints);
});
