import { describe, expect, test } from 'vitest';
import {
  describePrice,
  formatLineAmount,
  formatLineLabel,
  getMarginPercent,
  type PricedDesign,
} from './price.ts';

const facts = {
  priceListVersion: 3,
  basis: '3.itemised',
  validUntil: '2026-12-31',
  deliveryKm: [50],
  includesHst: true,
  includesDelivery: true,
};
const itemised: PricedDesign = {
  ...facts,
  visibility: 'itemised',
  lines: [],
  subtotal: 824_779,
  hst: 107_221,
  total: 932_000,
};
const now = new Date('2026-11-23T12:00:00-05:00');

describe('describePrice', () => {
  test('rounds a total to ten dollars and names the last day', () => {
    expect(describePrice(itemised, now)).toBe(
      'about $9,320, valid until December 31 (including HST and delivery)',
    );
    expect(describePrice({ ...itemised, total: 932_499 }, now)).toMatch(/^about \$9,320,/);
    expect(describePrice({ ...itemised, total: 932_500 }, now)).toMatch(/^about \$9,330,/);
  });

  test('names the year of another year, and no day if there is none', () => {
    expect(describePrice({ ...itemised, validUntil: '2027-03-01' }, now)).toBe(
      'about $9,320, valid until March 1, 2027 (including HST and delivery)',
    );
    expect(describePrice({ ...itemised, validUntil: null }, now)).toBe(
      'about $9,320 (including HST and delivery)',
    );
  });

  test.each([
    [{ includesDelivery: false }, '(including HST, without delivery)'],
    [{ includesHst: false }, '(including delivery)'],
    [{ includesHst: false, includesDelivery: false }, '(without delivery)'],
  ])('says what the total includes: %j', (included, phrase) => {
    expect(describePrice({ ...itemised, ...included }, now)).toBe(
      `about $9,320, valid until December 31 ${phrase}`,
    );
  });

  test('names a range, or nothing', () => {
    const range = { ...facts, visibility: 'range', low: 880_000, high: 1_080_000 } as const;
    expect(describePrice(range, now)).toBe(
      'between $8,800 and $10,800, valid until December 31 (including HST and delivery)',
    );
    expect(describePrice({ ...facts, visibility: 'none' }, now)).toBeUndefined();
  });
});

test('a line has its quantity, and says what is included or on request', () => {
  const line = { item: 'opening.window-24x36', label: 'Window', quantity: 2, cents: 42_050 };
  expect([formatLineLabel(line), formatLineAmount(line)]).toEqual(['2 x Window', '$420.50']);
  expect(formatLineLabel({ ...line, quantity: 1 })).toBe('Window');
  expect(formatLineLabel({ ...line, item: 'wallHeight', label: 'Higher walls' })).toBe(
    'Higher walls, 12 in',
  );
  expect(formatLineAmount({ ...line, cents: 0 })).toBe('included');
  expect(formatLineAmount({ ...line, cents: null })).toBe('on request');
});

test('the margin is what the costs leave of the price before tax', () => {
  expect(getMarginPercent({ subtotal: 1000, cost: 750 })).toBe(25);
  expect(getMarginPercent({ subtotal: 0, cost: 750 })).toBeUndefined();
});
