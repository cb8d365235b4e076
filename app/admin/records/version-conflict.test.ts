import { describe, expect, test } from 'vitest';
import { newPriceList, newPriceListRow } from '#tests/fixtures/designs.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { describePriceField } from './describe-price-field.ts';
import { describeQuoteField } from './describe-quote-field.ts';
import { getChangedColumns, getDifferences, isSameValue } from './version-conflict.ts';

const base = {
  title: 'A',
  price: null,
  is_published: false,
  published_at: null,
  specifications: { standard_features: ['Door'], optional_upgrades: [] },
};
const mine = {
  ...base,
  title: 'B',
  price: 5,
  specifications: { standard_features: ['Door'], optional_upgrades: ['Ramp'] },
};
const theirs = {
  ...base,
  id: '1',
  title: 'C',
  is_published: true,
  published_at: '2026-01-01T00:00:00Z',
  specifications: { standard_features: ['Door', 'Window'], optional_upgrades: [] },
};

describe('getDifferences', () => {
  test('lists the differing fields by label, and which of them the form has changed', () => {
    expect(getDifferences(mine, theirs, base).map(({ label, isMine }) => [label, isMine])).toEqual([
      ['Title', true],
      ['Price', true],
      ['Standard Features', false],
      ['Optional Upgrades', true],
      ['Published', false],
    ]);
  });

  test('is empty for versions with the same values', () => {
    expect(getDifferences(mine, { ...mine, id: '1' }, base)).toEqual([]);
    expect(getDifferences({ subtitle: null }, { subtitle: '' }, {})).toEqual([]);
  });

  test('compares columns that belong together as one field', () => {
    const place = { latitude: 44.6, longitude: -79.4 };
    const moved = { latitude: 44.6, longitude: -79.5 };
    expect(getDifferences(place, moved, place)).toEqual([
      { path: 'latitude', label: 'Latitude and Longitude', isMine: false },
    ]);
  });

  test('ignores columns that the form does not have', () => {
    expect(getDifferences({ title: 'A' }, { title: 'A', slug: 'a' }, {})).toEqual([]);
  });
});

describe('getChangedColumns', () => {
  test('returns the changed columns only, and other keys of a JSON column as stored', () => {
    expect(getChangedColumns(mine, theirs, base)).toEqual({
      title: 'B',
      price: 5,
      specifications: { standard_features: ['Door', 'Window'], optional_upgrades: ['Ramp'] },
    });
  });

  test('changes several keys of one JSON column, and removes one that was emptied', () => {
    const changes = getChangedColumns(
      { hours: { monday: '9-5', tuesday: '9-5' } },
      { hours: { monday: '8-4', friday: '8-2', sunday: 'Closed' } },
      { hours: { monday: '8-4', sunday: 'Closed' } },
    );
    expect(JSON.parse(JSON.stringify(changes))).toEqual({
      hours: { monday: '9-5', tuesday: '9-5', friday: '8-2' },
    });
  });

  test('returns columns that belong together with each other', () => {
    const place = { latitude: 44.6, longitude: -79.4 };
    expect(getChangedColumns({ ...place, latitude: 45 }, place, place)).toEqual({
      latitude: 45,
      longitude: -79.4,
    });
  });

  test('returns nothing for an unchanged form', () => {
    expect(getChangedColumns(base, theirs, base)).toEqual({});
    expect(getChangedColumns({ title: '', images: [] }, theirs, {})).toEqual({});
  });
});

test.each([
  [null, '', true],
  [undefined, null, true],
  [undefined, [], true],
  [0, '', false],
  [false, null, false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', ''], false],
  ['1', 1, false],
])('isSameValue(%j, %j) is %s', (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same);
});

describe('of a price list', () => {
  const { prices } = newPriceListRow();
  const start = { prices, costs: { base: {}, items: { 'extra.ramp': 100 } } };
  const withBase = (style: 'Gable' | 'Gambrel', begin: number) => ({
    ...start,
    prices: {
      ...prices,
      base: { ...prices.base, [style]: { ...prices.base[style], start: begin } },
    },
  });

  test('styles and options are fields of their own, and keeping mine overwrites no other', () => {
    const mine = {
      ...withBase('Gable', 5),
      costs: { base: {}, items: {} },
    };
    const theirs = { ...withBase('Gambrel', 7), id: '1' };
    expect(getDifferences(mine, theirs, start).map(({ label, isMine }) => [label, isMine])).toEqual(
      [
        ['Base: Gable', true],
        ['Base: Gambrel', false],
        ['Cost: Ramp', true],
      ],
    );
    const { prices: saved, costs } = getChangedColumns(mine, theirs, start);
    expect(saved?.base).toMatchObject({ Gable: { start: 5 }, Gambrel: { start: 7 } });
    expect(saved?.items).toEqual(prices.items);
    expect(costs).toEqual({ base: {}, items: {} });
  });

  test('describePriceField shows dollars and units', () => {
    const { base, items, ...rest } = newPriceList({
      adjustments: [{ label: 'Season', basisPoints: -550 }],
      validUntil: '2026-12-31',
    });
    expect(describePriceField('prices.base.Gable', base.Gable)).toBe(
      'Start $1,000.00\n$50.00 per sq ft\n10x12: $8,000.00',
    );
    expect(describePriceField('prices.items.extra.ramp', items['extra.ramp'])).toBe(
      'Ramp: 100 $ each',
    );
    expect(describePriceField('costs.items.extra.ramp', 4050)).toBe('$40.50');
    expect(describePriceField('prices.adjustments', rest.adjustments)).toBe('Season: -5.5 %');
    expect(describePriceField('prices.delivery', rest.delivery)).toBe(
      'Up to 50 km: $0.00\nUp to 100 km: $250.00',
    );
    expect(describePriceField('prices.hst', rest.hst)).toBe('13 %, charged');
    expect(describePriceField('prices.validUntil', rest.validUntil)).toBe('December 31, 2026');
    expect(describePriceField('hints.permit', {})).toBeUndefined();
    expect(describePriceField('costs.base.Gable', undefined)).toBeUndefined();
  });
});

describe('a quote', () => {
  const columns = { customer_name: 'Ann', offer: newQuoteContent({ start: 'In May' }) };
  const mine = { ...columns, offer: { ...columns.offer, title: 'Mine', start: 'In June' } };
  const theirs = {
    ...columns,
    customer_name: 'Anna',
    offer: { ...columns.offer, title: 'Theirs' },
  };

  test('getDifferences lists the parts of the content', () => {
    expect(
      getDifferences(mine, theirs, columns).map(({ label, isMine }) => [label, isMine]),
    ).toEqual([
      ['Customer Name', false],
      ['Title', true],
      ['Start', true],
    ]);
  });

  test('getChangedColumns retains the parts that only the other has changed', () => {
    expect(getChangedColumns(mine, theirs, columns)).toEqual({
      offer: { ...theirs.offer, title: 'Mine', start: 'In June' },
    });
  });

  test('describeQuoteField names the alternative of an item', () => {
    const alternatives = [
      { id: 'a', title: 'Wood', description: '' },
      { id: 'b', title: 'Metal', description: 'Grey' },
    ];
    const offer = newQuoteContent({ items: [newQuoteItem({ alternative: 'b' })], alternatives });
    expect(describeQuoteField('offer.items', offer)).toBe(
      'Garden shed, 10 x 12 ft: 1 at $8,450.00, with Metal',
    );
    expect(describeQuoteField('offer.alternatives', offer)).toBe('Wood\nMetal: Grey');
    expect(describeQuoteField('offer.title', offer)).toBeUndefined();
  });
});
