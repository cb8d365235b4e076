import { describe, expect, test } from 'vitest';
import {
  describeInclusions,
  describeListedPrice,
  describeListing,
  unknownTerms,
} from './listing-terms.ts';
import {
  describeChoice,
  describeMargin,
  describePrice,
  describeTotal,
  formatLineAmount,
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
  test('names the price, the tax, the total and the last day', () => {
    expect(describePrice(itemised, now)).toBe(
      '$8,248 + HST, $9,320 in total, valid until December 31 (including delivery within 50 km)',
    );
  });

  test('includes the year unless it is the current one, and omits a missing day', () => {
    expect(describePrice({ ...itemised, validUntil: '2027-03-01' }, now)).toBe(
      '$8,248 + HST, $9,320 in total, valid until March 1, 2027 (including delivery within 50 km)',
    );
    expect(describePrice({ ...itemised, validUntil: null }, now)).toBe(
      '$8,248 + HST, $9,320 in total (including delivery within 50 km)',
    );
  });

  test.each([
    [
      { deliveryWithinKm: null },
      '$8,248 + HST, $9,320 in total, valid until December 31 (without delivery)',
    ],
    [
      { includesHst: false, deliveryWithinKm: 200 },
      '$8,248, valid until December 31 (including delivery within 200 km)',
    ],
    [
      { includesHst: null, deliveryWithinKm: null },
      '$8,248 before tax, valid until December 31 (without delivery)',
    ],
  ])('says what the price includes: %j', (included, phrase) => {
    expect(describePrice({ ...itemised, ...included }, now)).toBe(phrase);
  });

  test('has what else prices include, as a listing does', () => {
    const included = 'including delivery within 50 km, floor and doors';
    expect(describePrice({ ...itemised, validUntil: null }, now, 'floor and doors')).toBe(
      `$8,248 + HST, $9,320 in total (${included})`,
    );
    expect(describeListing(8248, { hstBasisPoints: 1300, included })).toBe(
      `$8,248 + HST, $9,320 in total (${included})`,
    );
    expect(describeListing(8248, unknownTerms)).toBe('$8,248 before tax');
    const delivered = { ...itemised, deliveryWithinKm: null, validUntil: null };
    expect(describePrice(delivered, now, 'floor')).toContain(
      ' (including floor, without delivery)',
    );
  });

  test('formats a range, and returns undefined without a price', () => {
    const range = { ...facts, visibility: 'range', low: 880_000, high: 1_080_000 } as const;
    const totals = { low: 994_400, high: 1_220_400 };
    expect(describePrice({ ...range, totals }, now)).toBe(
      'between $8,800 and $10,800 + HST, $9,944 to $12,204 in total, valid until December 31 (including delivery within 50 km)',
    );
    expect(describePrice({ ...range, includesHst: false, totals: null }, now)).not.toMatch(
      /HST|total|tax/,
    );
    expect(describePrice(range, now)).toBe(
      'between $8,800 and $10,800, valid until December 31 (including HST and delivery within 50 km)',
    );
    expect(describePrice({ ...range, validUntil: null, deliveryWithinKm: null }, now)).toBe(
      'between $8,800 and $10,800 (including HST, without delivery)',
    );
    const none = { visibility: 'none', basis: '3.none', priceListVersion: 3 } as const;
    expect(describePrice(none, now)).toBeUndefined();
  });
});

test('describeTotal has the tax in the figure, or says that it is not known', () => {
  expect(describeTotal(itemised)).toBe('$9,320 with HST');
  expect(describeTotal({ ...itemised, includesHst: false })).toBe('$8,248');
  expect(describeTotal({ ...itemised, includesHst: null })).toBe('$8,248 before tax');
  const range = { ...facts, visibility: 'range', low: 880_000, high: 1_080_000 } as const;
  const totals = { low: 994_400, high: 1_220_400 };
  expect(describeTotal({ ...range, totals })).toBe('$9,944 to $12,204 with HST');
  expect(describeTotal({ ...range, includesHst: false, totals: null })).toBe('$8,800 to $10,800');
  const none = { visibility: 'none', basis: '3.none', priceListVersion: 3 } as const;
  expect(describeTotal(none)).toBeUndefined();
});

test('describeChoice has what a choice adds, or its part of the total once it is chosen', () => {
  const prices = { up: 145, down: -1090, same: 0, asked: null };
  const describe = (key: string, isChosen?: boolean) => describeChoice(prices, key, isChosen);
  expect(describe('up')).toBe('+ $145');
  expect(describe('down')).toBe('− $1,090');
  expect(describe('same')).toBe('same price');
  expect(describe('asked')).toBe('on request');
  expect(describe('refused')).toBe('');
  expect(describe('down', true)).toBe('$1,090 included');
  expect(describe('same', true)).toBe('included');
  expect(describe('present', true)).toBe('included');
  expect(describeChoice(null, 'up')).toBe('');
  expect(describeChoice(null, 'up', true)).toBe('');
});

describe('describeListedPrice', () => {
  const lines = [{ item: 'delivery', label: 'Delivery', quantity: 1, cents: 0 }];

  test('has the tax, total and delivery that a design of the same price has', () => {
    const price = { ...itemised, lines, subtotal: 745_000, hst: 96_850, total: 841_850 };
    expect(describePrice(price, now)).toContain('$7,450 + HST, $8,419 in total');
    expect(describeListedPrice(7450, 1300)).toEqual({ tax: '+ HST', total: '$8,419 in total' });
    expect(describeInclusions(50, 'floor and doors')).toBe(
      'including delivery within 50 km, floor and doors',
    );
  });

  test('states nothing that is not entered', () => {
    expect(describeListedPrice(7450, 0)).toEqual({ tax: '' });
    expect(describeInclusions(null)).toBe('');
    expect(describeInclusions(null, 'floor')).toBe('including floor');
    expect(describeListedPrice(7450, unknownTerms.hstBasisPoints)).toEqual({ tax: 'before tax' });
  });
});

test('a line has its amount, or is included or on request', () => {
  const line = { item: 'opening.window-24x36', label: 'Window', quantity: 2, cents: 42_050 };
  expect(formatLineAmount(line)).toBe('$420.50');
  expect(formatLineAmount({ ...line, cents: 0 })).toBe('included');
  expect(formatLineAmount({ ...line, cents: null })).toBe('on request');
});

test('the margin is what the costs leave of the price before tax and delivery', () => {
  const delivery = { item: 'delivery', label: 'Delivery', quantity: 1, cents: 600 };
  const price = { lines: [delivery], subtotal: 1600, cost: 750 };
  expect(describeMargin(price)).toBe('margin 25% without delivery');
  expect(describeMargin({ ...price, lines: [], subtotal: 1000 })).toBe(
    'margin 25% without delivery',
  );
  const onRequest = { lines: [{ ...delivery, cents: null }], subtotal: 1000, cost: 750 };
  expect(describeMargin(onRequest)).toBe('margin 25% without delivery');
  expect(describeMargin({ ...price, subtotal: 600 })).toBeUndefined();
  expect(describeMargin({ ...price, subtotal: 601, cost: 2 })).toBe(
    'margin -100% without delivery',
  );
  const other = { ...delivery, item: 'base' };
  expect(describeMargin({ ...price, lines: [other, delivery] })).toBe(
    'margin 25% without delivery',
  );
  expect(describeMargin({ ...price, lines: [other], subtotal: 1000 })).toBe(
    'margin 25% without delivery',
  );
  expect(describeMargin({ ...price, cost: 0 })).toBeUndefined();
});
