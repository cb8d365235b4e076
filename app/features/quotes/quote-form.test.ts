import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { newDesign } from '#tests/fixtures/designs.ts';
import { anyQuoteContent, newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import {
  nextKey,
  parseDollars,
  parseQuantity,
  paymentForm,
  quoteForm,
  removeAlternative,
  toQuoteColumns,
  toQuoteForm,
  withoutFormerWording,
} from './quote-form.ts';
import { calculateTotals, formatQuantity } from './quote-totals.ts';

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
      // Without a drawing, there is nothing that has colours.
      const colors = content.design ? content.colors : undefined;
      expect(toQuoteColumns(quoteForm.parse(form), content)).toEqual({
        ...customer,
        content: { ...content, colors },
      });
    }),
    { numRuns: countRuns(300) },
  );
});

test('an item without a known price has to be priced', () => {
  const unpriced = toQuoteForm({ ...customer, content: newQuoteContent() }, ['shed']);
  const { error } = quoteForm.safeParse(unpriced);
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['items.0.price']);
});

const item = { ...newQuoteItemForm(), description: 'Shed' };

test.each<[string, object, string, string]>([
  [
    'a price',
    { items: [{ ...item, price: 'ten' }] },
    'items.0.price',
    'Please enter dollars up to 1,000,000, such as 350.50',
  ],
  [
    'a quantity',
    { items: [{ ...item, quantity: '0' }] },
    'items.0.quantity',
    'Please enter a number up to 100,000, such as 2.5',
  ],
  [
    'a description',
    { items: [{ ...item, description: ' ' }] },
    'items.0.description',
    'Please enter a description',
  ],
  [
    'a discount',
    { discount: { type: 'percent', value: '101' } },
    'discount.value',
    'Please enter an amount or a percentage',
  ],
  [
    'a deposit',
    { deposit: { type: 'amount', value: '5 %' } },
    'deposit.value',
    'Please enter an amount or a percentage',
  ],
  [
    'a discount without a unit',
    { discount: { type: 'none', value: '10' } },
    'discount.value',
    'Please choose $ or %, or empty this field',
  ],
  [
    'an email address',
    { customer_email: 'ann' },
    'customer_email',
    'Please enter an email address',
  ],
  ['a date', { validUntil: 'May' }, 'validUntil', 'Please enter a date'],
  [
    'a name of an alternative',
    { alternatives: ['', 'Metal'].map((title) => ({ key: 'a', title, description: '' })) },
    'alternatives.0.title',
    'Please enter a name',
  ],
  [
    'one alternative',
    { alternatives: [{ key: 'a', title: 'Wood', description: '' }] },
    'alternatives',
    'Please add another alternative, or remove this one',
  ],
])('quoteForm reports %s that is invalid', (_what, change, path, message) => {
  const { error } = quoteForm.safeParse({ ...form(), ...change });
  const [issue] = error?.issues ?? [];
  expect(error?.issues).toHaveLength(1);
  expect([issue?.path.join('.'), findMessage(issue)]).toEqual([path, message]);
});

/** The message that the form shows: that of the last member of a union. */
function findMessage(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : issue?.message;
}

function newQuoteItemForm() {
  return {
    key: 'shed',
    section: '',
    quantity: '1',
    unit: '',
    price: '100',
    taxable: true,
    optional: false,
    preselected: false,
    alternative: '',
  };
}

test('toQuoteForm leaves empty what is not stored', () => {
  const content = newQuoteContent({ validUntil: null });
  const empty = { customer_email: null, customer_phone: null, customer_address: null };
  const values = toQuoteForm({ ...customer, ...empty, content }, ['shed']);
  expect(values).toMatchObject({
    customer_email: '',
    customer_phone: '',
    customer_address: '',
    validUntil: '',
    hasDrawing: false,
    title: 'Garden shed',
    start: 'In May 2027',
    items: [{ key: 'shed', quantity: '1', price: '', alternative: '' }],
    discount: { type: 'none', value: '' },
  });
  const complete = quoteForm.parse(toQuoteForm({ ...customer, ...empty, content }));
  expect(toQuoteColumns(complete, content)).toEqual({ ...customer, ...empty, content });
  expect(toQuoteForm({ ...customer, content }).items[0]?.price).toBe('8450.00');
  expect(
    toQuoteForm({ ...customer, content: newQuoteContent({ design: newDesign() }) }).hasDrawing,
  ).toBe(true);
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
  const content = newQuoteContent({ design: newDesign(), colors: [] });
  const values = quoteForm.parse({ ...toQuoteForm({ ...customer, content }), hasDrawing });
  const stored = toQuoteColumns(values, content).content;
  expect([stored.design, stored.colors]).toEqual([design, hasDrawing ? [] : undefined]);
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

test('withoutFormerWording removes the sentence about a deposit from payment terms', () => {
  const former = 'The deposit, if there is one, is due when you accept, the balance on delivery.';
  expect(withoutFormerWording(`${former} We take cards.`)).toBe(
    'The balance is due on delivery. We take cards.',
  );
  expect(withoutFormerWording('Cash only.')).toBe('Cash only.');
  const content = newQuoteContent({ paymentTerms: former });
  expect(toQuoteForm({ ...customer, content }).paymentTerms).toBe(
    'The balance is due on delivery.',
  );
});

test('nextKey skips keys in use', () => {
  expect(nextKey('l', [])).toBe('l1');
  expect(nextKey('l', [{ key: 'l2' }])).toBe('l3');
  expect(nextKey('l', [{ key: 'l3' }, { key: 'l1' }])).toBe('l4');
});

function form() {
  return toQuoteForm({ ...customer, content: newQuoteContent() });
}

test('formatQuantity and parseQuantity are inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (milli) => {
      expect(parseQuantity(formatQuantity(milli))).toBe(milli);
    }),
  );
});

test.each([
  ['1', 1000],
  ['2.5', 2500],
  ['0,125', 125],
  ['.5', 500],
  ['1,200', 1_200_000],
  ['1,200.5', 1_200_500],
  ['100000', 100_000_000],
  [' 2.5 ', 2500],
  ['', undefined],
  ['.', undefined],
  ['0', undefined],
  ['1.2345', undefined],
  ['-1', undefined],
  ['100000.001', undefined],
  ['1e3', undefined],
])('parseQuantity(%o) is %o', (typed, milli) => {
  expect(parseQuantity(typed)).toBe(milli);
});

test.each([
  ['8450', 845_000],
  [' $1,234.50 ', 123_450],
  ['0', 0],
  ['$8,450.00', 845_000],
  ['0.5', 50],
  ['1,000,000', 100_000_000],
  ['99,95', 9995],
  ['2288,98', 228_898],
  ['2.288,98', undefined],
  ['12,34', 1234],
  ['12,3456', undefined],
  ['8 %', undefined],
  ['1$', undefined],
  ['$$1', undefined],
  ['12 50', undefined],
  ['1000000.01', undefined],
  ['1.005', undefined],
  ['-1', undefined],
  ['', undefined],
])('parseDollars(%o) is %o', (typed, cents) => {
  expect(parseDollars(typed)).toBe(cents);
});

test.each([
  ['2000', 'cheque', { amount: 200_000, method: 'cheque' }],
  [' -350.50 ', 'card', { amount: -35_050, method: 'card' }],
  ['2000', '', ['method']],
  ['', '', ['amount', 'method']],
  ['0', 'cash', ['amount']],
  ['-0', 'cash', ['amount']],
  ['two', 'barter', ['amount', 'method']],
])('a payment of %j by %j is %o', (amount, method, outcome) => {
  const { data, error } = paymentForm.safeParse({ amount, method });
  expect(data ?? error?.issues.map(({ path }) => path[0])).toEqual(outcome);
});
