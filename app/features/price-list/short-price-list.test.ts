import { expect, test } from 'vitest';
import { emptyPriceList, PRICE_ITEMS } from '#app/features/designer/price-list.ts';
import { newPriceList } from '#tests/fixtures/designs.ts';
import {
  addHst,
  describeShortPrices,
  fillPriceList,
  listFilled,
  shortPriceForm,
  toShortPrices,
} from './short-price-list.ts';

const typed = { base: '52', door: '320', window: '140', deliveryKm: '', delivery: '' };
const hst = { hst_charged: true, hstPercent: '13', hst_number: '' };
const whole = { ...typed, ...hst, visibility: 'itemised' };

test('an empty list gets a price for every style, and no option for nothing by accident', () => {
  const { base, items } = fillPriceList(emptyPriceList, { ...typed, base: '60', door: '400' });
  expect(base.Gable).toEqual({ start: 0, perSquareFoot: 6000, grid: {} });
  expect(base.Porch.perSquareFoot).toBe(7850);
  expect(items['opening.single-door-36'].amount).toBe(40_000);
  expect(items['opening.double-door-72'].amount).toBe(65_000);
  expect(items['extra.wiring'].amount).toBe(109_500);
  expect(items['material.Metal']).toMatchObject({ unit: 'percent', amount: 600 });
  const included = PRICE_ITEMS.filter((item) => items[item].amount === 0);
  expect(included).toEqual(['material.Wood', 'roofing.shingles', 'foundation.skids']);
});

test('a list with prices changes by percentage, and keeps what the form does not name', () => {
  const start = newPriceList({ adjustments: [{ label: 'Season', basisPoints: -500 }] });
  const filled = fillPriceList(start, { ...toShortPrices(start), base: '55', window: '231' });
  expect(filled.base.Gable).toEqual({
    start: 110_000,
    perSquareFoot: 5500,
    grid: { '10x12': 880_000 },
  });
  expect(filled.base.Gambrel).toEqual(start.base.Gambrel);
  expect(filled.items['opening.window-24x36'].amount).toBe(23_100);
  expect(filled.items['extra.ramp'].amount).toBe(10_000);
  expect(filled.items['extra.wiring'].amount).toBe(0);
  expect(filled.adjustments).toEqual(start.adjustments);
  expect(filled.delivery).toEqual(start.delivery);
});

test('a list that the form shows unchanged stays as it is', () => {
  const start = newPriceList();
  expect(fillPriceList(start, toShortPrices(start))).toEqual(start);
});

test('a list with sizes but no rate keeps its sizes', () => {
  const base = {
    ...emptyPriceList.base,
    Gable: { start: 0, perSquareFoot: 0, grid: { '10x12': 600_000 } },
  };
  const start = newPriceList({ base });
  expect(toShortPrices(start).base).toBe('50');
  const { Gable } = fillPriceList(start, { ...toShortPrices(start), base: '55' }).base;
  expect(Gable).toEqual({ start: 0, perSquareFoot: 0, grid: { '10x12': 660_000 } });
});

test('delivery replaces the first distance, keeps farther ones, and is left out when it is empty', () => {
  const fill = (deliveryKm: string, delivery: string) =>
    fillPriceList(newPriceList(), { ...typed, deliveryKm, delivery }).delivery;
  expect(fill('60', '50')).toEqual([
    { upToKm: 60, amount: 5000 },
    { upToKm: 100, amount: 25_000 },
  ]);
  expect(fill('100', '0')).toEqual([{ upToKm: 100, amount: 0 }]);
  expect(fill('', '')).toEqual([]);
});

test.each([
  ['base', { base: '' }],
  ['base', { base: '5200' }],
  ['base', { base: 'fifty' }],
  ['door', { door: '' }],
  ['window', { window: '-5' }],
  ['deliveryKm', { deliveryKm: '5.5', delivery: '0' }],
  ['deliveryKm', { delivery: '250' }],
  ['delivery', { deliveryKm: '50' }],
  ['delivery', { deliveryKm: '50', delivery: 'free' }],
  ['hstPercent', { hstPercent: '130' }],
  ['hst_number', { hst_number: '123' }],
])('the short form refuses a wrong %s', (field, wrong) => {
  expect(shortPriceForm.safeParse(whole).success).toBe(true);
  const paths = shortPriceForm
    .safeParse({ ...whole, ...wrong })
    .error?.issues.map(({ path }) => path[0]);
  expect(paths).toEqual([field]);
});

test('listFilled names what nobody typed', () => {
  const filled = listFilled(emptyPriceList, fillPriceList(emptyPriceList, typed));
  expect(filled).toContainEqual({ label: 'Gambrel', text: '$56.50 per sq ft' });
  expect(filled).toContainEqual({ label: 'Metal siding', text: '6% of the base' });
  expect(filled).toContainEqual({ label: 'Shelf', text: '$14.00 per ft of length' });
  expect(filled.map(({ label }) => label)).not.toContain('Gable');
  expect(filled.map(({ label }) => label)).not.toContain('Single door, 36 in');
});

test('HST is rounded once, and the note names the amounts', () => {
  expect(addHst(100_50, hst)).toBe(113_57);
  expect(addHst(100_50, { ...hst, hst_charged: false })).toBeNull();
  expect(describeShortPrices(typed)).toBe(
    'Short form: $52.00 per sq ft, door $320.00, window $140.00',
  );
});
