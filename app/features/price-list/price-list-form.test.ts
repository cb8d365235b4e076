import { describe, expect, test } from 'vitest';
import {
  emptyCostList,
  emptyPriceList,
  hasExpired,
  parseCostList,
  parsePriceList,
} from '#app/features/designer/price-list.ts';
import { newPriceList } from '#tests/fixtures/designs.ts';
import {
  gridSizes,
  type PriceListInput,
  priceListForm,
  toPriceListColumns,
  toPriceListForm,
} from './price-list-form.ts';

const columns = {
  prices: newPriceList({
    adjustments: [{ label: 'Winter discount', basisPoints: -1050 }],
    validUntil: '2026-12-31',
  }),
  costs: {
    base: { Gable: { start: 50_000, perSquareFoot: 3050 } },
    items: { 'extra.ramp': 4025 },
  } as const,
};

test('a price list converts to the form and back', () => {
  for (const each of [columns, { prices: emptyPriceList, costs: emptyCostList }]) {
    const form = toPriceListForm(each);
    expect(priceListForm.safeParse(form).success).toBe(true);
    expect(toPriceListColumns(form)).toEqual(each);
  }
});

test.each([
  [null, '2026-12-31T12:00:00Z', false],
  ['2026-12-31', '2027-01-01T04:59:00Z', false],
  ['2026-12-31', '2027-01-01T05:00:00Z', true],
])('a price list valid until %s has expired at %s: %s', (validUntil, now, hasIt) => {
  expect(hasExpired(newPriceList({ validUntil }), new Date(now))).toBe(hasIt);
});

test('the form shows dollars and percent, and every listed size', () => {
  const { base, items, adjustments } = toPriceListForm(columns);
  const gable = base.find(({ style }) => style === 'Gable');
  expect(gable).toMatchObject({ start: '1000', perSquareFoot: '50', costPerSquareFoot: '30.5' });
  expect(gable?.grid['10x12']).toBe('8000');
  expect(gable?.grid['8x8']).toBe('');
  expect(Object.keys(gable?.grid ?? {})).toEqual(gridSizes);
  expect(items.find(({ item }) => item === 'material.Duratemp')?.amount).toBe('8');
  expect(adjustments).toEqual([{ label: 'Winter discount', percent: '-10.5' }]);
});

test.each(['', '$', ' '])('a size with the price "%s" has none of its own', (price) => {
  const form = toPriceListForm(columns);
  const base = form.base.map((row) => ({ ...row, grid: { ...row.grid, '10x12': price } }));
  const { prices } = toPriceListColumns(priceListForm.parse({ ...form, base }));
  expect(prices.base.Gable.grid).not.toHaveProperty('10x12');
});

test('a size that is not listed retains its price', () => {
  const base = {
    ...emptyPriceList.base,
    Porch: { start: 0, perSquareFoot: 1, grid: { '9x11': 5 } },
  };
  const form = toPriceListForm({ prices: { ...emptyPriceList, base }, costs: emptyCostList });
  expect(toPriceListColumns(form).prices.base.Porch.grid).toEqual({ '9x11': 5 });
});

describe('amounts', () => {
  const withAmount = (amount: string) => {
    const form = toPriceListForm(columns);
    const [first, ...others] = form.items;
    return first ? { ...form, items: [{ ...first, amount }, ...others] } : form;
  };

  test.each([
    ['350', 35_000],
    ['$1,350.50', 135_050],
    ['8 %', 800],
    ['99,95', 9995],
    ['', 0],
    ['0.29', 29],
  ])('parses "%s" as %i', (text, expected) => {
    const form = priceListForm.parse(withAmount(text));
    expect(toPriceListColumns(form).prices.items.wallHeight.amount).toBe(expected);
  });

  test.each(['-1', '1.005', 'free', '1e3', '99999999', 'NaN', '12,3456', '1,23.4'])(
    'rejects "%s"',
    (text) => {
      expect(priceListForm.safeParse(withAmount(text)).success).toBe(false);
    },
  );
});

test('delivery is sorted by distance', () => {
  const delivery = [
    { upToKm: '100', amount: '250' },
    { upToKm: '50', amount: '' },
  ];
  expect(toPriceListColumns({ ...toPriceListForm(columns), delivery }).prices.delivery).toEqual([
    { upToKm: 50, amount: 0 },
    { upToKm: 100, amount: 25_000 },
  ]);
});

test('parsed price lists have their keys in one order', () => {
  const reversed = <T extends object>(record: T) =>
    Object.fromEntries(Object.entries(record).reverse());
  const stored = { ...columns.prices, items: reversed(columns.prices.items) };
  expect(JSON.stringify(parsePriceList(stored))).toBe(
    JSON.stringify(parsePriceList(columns.prices)),
  );
  expect(parseCostList({ base: {}, items: { 'extra.ramp': 5, porch: 0 } })).toEqual({
    base: {},
    items: { 'extra.ramp': 5 },
  });
});

test('a percentage and a distance that were added and left empty are valid and not saved', () => {
  const form = toPriceListForm(columns);
  const parse = (rows: Pick<PriceListInput, 'adjustments' | 'delivery'>) =>
    priceListForm.safeParse({ ...form, ...rows });
  const left = parse({
    adjustments: [...form.adjustments, { label: ' ', percent: '' }],
    delivery: [...form.delivery, { upToKm: '', amount: '' }],
  });
  expect(left.data && toPriceListColumns(left.data)).toEqual(toPriceListColumns(form));
  const half = parse({
    adjustments: [{ label: '', percent: '5' }],
    delivery: [{ upToKm: '', amount: '80' }],
  });
  expect(half.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['adjustments.0.label', 'Please enter a name for customers to see'],
    ['delivery.0.upToKm', 'Please enter kilometres'],
  ]);
});
