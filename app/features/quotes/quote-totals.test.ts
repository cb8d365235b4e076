import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyQuoteWithSelection, newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { quoteContentSchema } from './quote-content.ts';
import {
  calculateTotals,
  divideHalfUp,
  formatQuantity,
  getPossibleSelection,
  getProposedSelection,
  isPossibleSelection,
  offersChoice,
  readPostedSelection,
} from './quote-totals.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('calculateTotals', () => {
  test('a subtotal of 8,450.00 has 1,098.50 of HST and a total of 9,548.50', () => {
    expect(calculateTotals(newQuoteContent())).toEqual({
      lines: [{ id: 'shed', cents: 845_000, included: true }],
      subtotal: 845_000,
      discount: 0,
      taxable: 845_000,
      hst: 109_850,
      total: 954_850,
      deposit: 0,
    });
  });

  test.each([
    [1, 1, 0],
    [500, 1, 1],
    [499, 1, 0],
    [1500, 333, 500],
    [2675, 100, 268],
    [333, 10_000, 3330],
    [100_000_000, 100_000_000, 10_000_000_000_000],
  ])('%d thousandths at %d cents are %d cents', (quantityMilli, unitCents, cents) => {
    const { lines } = calculateTotals(
      newQuoteContent({ items: [newQuoteItem({ quantityMilli, unitCents })] }),
    );
    expect(lines[0]?.cents).toBe(cents);
  });

  test('HST is rounded once, on the sum', () => {
    const items = ['a', 'b', 'c'].map((id) => newQuoteItem({ id, unitCents: 4 }));
    // 0.52 cents of each line would be 3 cents.
    expect(calculateTotals(newQuoteContent({ items }))).toMatchObject({ subtotal: 12, hst: 2 });
  });

  test('a discount reduces taxable and other lines in proportion', () => {
    const items = [
      newQuoteItem({ unitCents: 75_000 }),
      newQuoteItem({ id: 'permit', unitCents: 25_000, taxable: false }),
    ];
    expect(
      calculateTotals(newQuoteContent({ items, discount: { type: 'amount', cents: 10_000 } })),
    ).toMatchObject({
      subtotal: 100_000,
      discount: 10_000,
      taxable: 67_500,
      hst: 8775,
      total: 98_775,
    });
    expect(
      calculateTotals(newQuoteContent({ items, discount: { type: 'percent', basisPoints: 1000 } })),
    ).toMatchObject({ discount: 10_000, taxable: 67_500, total: 98_775 });
  });

  test('neither discount nor deposit exceeds what it is part of', () => {
    const amount = { type: 'amount', cents: 100_000_000 } as const;
    expect(calculateTotals(newQuoteContent({ discount: amount, deposit: amount }))).toMatchObject({
      discount: 845_000,
      hst: 0,
      total: 0,
      deposit: 0,
    });
    expect(calculateTotals(newQuoteContent({ deposit: amount })).deposit).toBe(954_850);
  });

  test('only the chosen alternative and the selected options count', () => {
    const content = newQuoteContent({
      alternatives: [
        { id: 'wood', title: 'Wood', description: '' },
        { id: 'metal', title: 'Metal', description: '' },
      ],
      items: [
        newQuoteItem({ id: 'base', unitCents: 100 }),
        newQuoteItem({ id: 'a', unitCents: 1000, alternative: 'wood' }),
        newQuoteItem({ id: 'b', unitCents: 10_000, alternative: 'metal' }),
        newQuoteItem({ id: 'ramp', unitCents: 100_000, optional: true, preselected: true }),
        newQuoteItem({ id: 'vent', unitCents: 1_000_000, optional: true, alternative: 'metal' }),
      ],
    });
    expect(calculateTotals(content).subtotal).toBe(101_100);
    expect(calculateTotals(content, { alternative: 'metal', options: [] }).subtotal).toBe(10_100);
    expect(calculateTotals(content, { alternative: 'metal', options: ['vent'] }).subtotal).toBe(
      1_010_100,
    );
    expect(isPossibleSelection(content, { alternative: 'wood', options: ['vent'] })).toBe(false);
    expect(isPossibleSelection(content, { alternative: null, options: [] })).toBe(false);
    expect(isPossibleSelection(content, { alternative: 'wood', options: ['base'] })).toBe(false);
    expect(isPossibleSelection(content, { alternative: 'wood', options: ['ramp', 'ramp'] })).toBe(
      false,
    );
  });

  test('the lines of any quote add up to its total', () => {
    fc.assert(
      fc.property(anyQuoteWithSelection, ({ content, selection }) => {
        expect(quoteContentSchema.safeParse(content).error).toBeUndefined();
        expect(isPossibleSelection(content, selection)).toBe(true);
        const totals = calculateTotals(content, selection);
        const { subtotal, discount, taxable, hst, total, deposit } = totals;
        const included = totals.lines.filter((line) => line.included);
        const amounts = [subtotal, discount, taxable, hst, total, deposit];
        expect(amounts.every(Number.isSafeInteger)).toBe(true);
        expect(subtotal).toBe(sum(included.map(({ cents }) => cents)));
        expect(total).toBe(subtotal - discount + hst);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(subtotal);
        expect(taxable).toBeGreaterThanOrEqual(0);
        expect(taxable).toBeLessThanOrEqual(subtotal - discount);
        expect(deposit).toBeGreaterThanOrEqual(0);
        expect(deposit).toBeLessThanOrEqual(total);
        const rate = content.hst.charged ? BigInt(content.hst.basisPoints) : 0n;
        const rest = 2n * (BigInt(hst) * 10_000n - BigInt(taxable) * rate);
        expect(rest > -10_000n && rest <= 10_000n).toBe(true);
      }),
      { numRuns: countRuns(2000) },
    );
  });

  test('the parts of a discount add up, and are within a cent of their share', () => {
    fc.assert(
      fc.property(anyQuoteWithSelection, ({ content, selection }) => {
        const { lines, subtotal, discount, taxable } = calculateTotals(content, selection);
        const taxableLines = sum(
          lines
            .filter(
              ({ id, included }) =>
                included && content.items.find((item) => item.id === id)?.taxable,
            )
            .map(({ cents }) => cents),
        );
        const taxableDiscount = taxableLines - taxable;
        const otherLines = subtotal - taxableLines;
        expect(discount - taxableDiscount).toBeGreaterThanOrEqual(0);
        expect(discount - taxableDiscount).toBeLessThanOrEqual(otherLines);
        const exact = BigInt(discount) * BigInt(taxableLines);
        const rounded = BigInt(taxableDiscount) * BigInt(subtotal);
        const distance = exact > rounded ? exact - rounded : rounded - exact;
        expect(2n * distance <= BigInt(subtotal)).toBe(true);
      }),
      { numRuns: countRuns(2000) },
    );
  });

  test('another selected option never lowers the total', () => {
    fc.assert(
      fc.property(anyQuoteWithSelection, ({ content, selection }) => {
        const withoutDiscount = { ...content, discount: null };
        const { total } = calculateTotals(withoutDiscount, selection);
        for (const option of selection.options) {
          const options = selection.options.filter((id) => id !== option);
          expect(
            calculateTotals(withoutDiscount, { ...selection, options }).total,
          ).toBeLessThanOrEqual(total);
        }
      }),
      { numRuns: countRuns(500) },
    );
  });

  test('the proposal of any quote is possible', () => {
    fc.assert(
      fc.property(anyQuoteWithSelection, ({ content }) => {
        const proposal = getProposedSelection(content);
        expect(isPossibleSelection(content, proposal)).toBe(true);
        expect(calculateTotals(content)).toEqual(calculateTotals(content, proposal));
      }),
      { numRuns: countRuns(500) },
    );
  });
});

test('divideHalfUp rounds a half up', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (dividend, divisor) => {
        const quotient = divideHalfUp(dividend, divisor);
        const rest = 2n * (quotient * divisor - dividend);
        expect(rest > -divisor && rest <= divisor).toBe(true);
      },
    ),
  );
});

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

test.each([
  [12_000, '12'],
  [2500, '2.5'],
  [125, '0.125'],
  [1050, '1.05'],
  [100_000_000, '100000'],
])('formatQuantity(%d) is %s', (milli, text) => {
  expect(formatQuantity(milli)).toBe(text);
});
