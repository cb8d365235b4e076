import { describe, expect, test } from 'vitest';
import {
  describeMargin,
  describePrice,
  formatLineAmount,
  formatLineLabel,
  type PricedDesign,
} from './price.ts';

const facts = {
  priceListVersion: 3,
  basis: '3.itemised',
  validUntil: '2026-12-31',
  deliveryKm: [50],
  includesHst: true,
  deliveryWithinKm: 50,
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
      'about $9,320, valid until December 31 (including HST and delivery within 50 km)',
    );
    expect(describePrice({ ...itemised, total: 932_499 }, now)).toMatch(/^about \$9,320,/);
    expect(describePrice({ ...itemised, total: 932_500 }, now)).toMatch(/^about \$9,330,/);
  });

  test('includes the year unless it is the current one, and omits a missing day', () => {
    expect(describePrice({ ...itemised, validUntil: '2027-03-01' }, now)).toBe(
      'about $9,320, valid until March 1, 2027 (including HST and delivery within 50 km)',
    );
    expect(describePrice({ ...itemised, validUntil: null }, now)).toBe(
      'about $9,320 (including HST and delivery within 50 km)',
    );
  });

  test.each([
    [{ deliveryWithinKm: null }, '(including HST, without delivery)'],
    [{ includesHst: false, deliveryWithinKm: 200 }, '(including delivery within 200 km)'],
    [{ includesHst: false, deliveryWithinKm: null }, '(without delivery)'],
  ])('says what the total includes: %j', (included, phrase) => {
    expect(describePrice({ ...itemised, ...included }, now)).toBe(
      `about $9,320, valid until December 31 ${phrase}`,
    );
  });

  test('formats a range, and returns undefined without a price', () => {
    const range = { ...facts, visibility: 'range', low: 880_000, high: 1_080_000 } as const;
    expect(describePrice(range, now)).toBe(
      'between $8,800 and $10,800, valid until December 31 (including HST and delivery within 50 km)',
    );
    const none = { visibility: 'none', basis: '3.none', priceListVersion: 3 } as const;
    expect(describePrice(none, now)).toBeUndefined();
  });
});

test('a line has its quantity, and whether it is included or on request', () => {
  const line = { item: 'opening.window-24x36', label: 'Window', quantity: 2, cents: 42_050 };
  expect([formatLineLabel(line), formatLineAmount(line)]).toEqual(['2 x Window', '$420.50']);
  expect(formatLineLabel({ ...line, quantity: 1 })).toBe('Window');
  expect(formatLineLabel({ ...line, item: 'wallHeight', label: 'Higher walls' })).toBe(
    'Higher walls, 12 in',
  );
  expect(formatLineLabel({ ...line, item: 'wallHeight', label: 'Walls', quantity: 1 })).toBe(
    'Walls, 6 in',
  );
  expect(formatLineAmount({ ...line, cents: 0 })).toBe('included');
  expect(formatLineAmount({ ...line, cents: null })).toBe('on request');
});

test('the margin is what the costs leave of the price before tax and delivery', () => {
  const delivery = { item: 'delivery', label: 'Delivery', quantity: 1, cents: 600 };
  const price = { lines: [delivery], subtotal: 1600, cost: 750 };
  expect(describeMargin(price)).toBe('margin 25 % without delivery');
  expect(describeMargin({ ...price, lines: [], subtotal: 1000 })).toBe(
    'margin 25 % without delivery',
  );
  const onRequest = { lines: [{ ...delivery, cents: null }], subtotal: 1000, cost: 750 };
  expect(describeMargin(onRequest)).toBe('margin 25 % without delivery');
  expect(describeMargin({ ...price, subtotal: 600 })).toBeUndefined();
  expect(describeMargin({ ...price, subtotal: 601, cost: 2 })).toBe(
    'margin -100 % without delivery',
  );
  const other = { ...delivery, item: 'base' };
  expect(describeMargin({ ...price, lines: [other, delivery] })).toBe(
    'margin 25 % without delivery',
  );
  expect(describeMargin({ ...price, lines: [other], subtotal: 1000 })).toBe(
    'margin 25 % without delivery',
  );
  expect(describeMargin({ ...price, cost: 0 })).toBeUndefined();
});
