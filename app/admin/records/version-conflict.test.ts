import { describe, expect, test } from 'vitest';
import { type Field, getChangedColumns, getDifferences, isSameValue } from './version-conflict.ts';

const fields: Record<string, Field | null> = {
  title: 'Title',
  subtitle: 'Subtitle',
  price: 'Price',
  specifications: {
    keys: { standard_features: 'Standard Features', optional_upgrades: 'Optional Upgrades' },
  },
  images: { label: 'Images', show: 'images' },
  is_published: { label: 'Published', companion: 'published_at' },
  published_at: null,
  latitude: { label: 'Latitude and Longitude', companion: 'longitude' },
  longitude: null,
  hours: { keys: { monday: 'Monday', tuesday: 'Tuesday', sunday: 'Sunday' } },
};

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
    expect(
      getDifferences(fields, mine, theirs, base).map(({ label, isMine }) => [label, isMine]),
    ).toEqual([
      ['Title', true],
      ['Price', true],
      ['Standard Features', false],
      ['Optional Upgrades', true],
      ['Published', false],
    ]);
  });

  test('is empty for versions with the same values', () => {
    expect(getDifferences(fields, mine, { ...mine, id: '1' }, base)).toEqual([]);
    expect(getDifferences(fields, { subtitle: null }, { subtitle: '' }, {})).toEqual([]);
  });

  test('compares columns that belong together as one field', () => {
    const place = { latitude: 44.6, longitude: -79.4 };
    const moved = { latitude: 44.6, longitude: -79.5 };
    expect(getDifferences(fields, place, moved, place)).toEqual([
      {
        path: ['latitude'],
        label: 'Latitude and Longitude',
        companion: 'longitude',
        isMine: false,
      },
    ]);
  });

  test('ignores columns that the form does not have', () => {
    expect(getDifferences(fields, { title: 'A' }, { title: 'A', slug: 'a' }, {})).toEqual([]);
  });
});

describe('getChangedColumns', () => {
  test('returns the changed columns only, and other keys of a JSON column as stored', () => {
    expect(getChangedColumns(fields, mine, theirs, base)).toEqual({
      title: 'B',
      price: 5,
      specifications: { standard_features: ['Door', 'Window'], optional_upgrades: ['Ramp'] },
    });
  });

  test('changes several keys of one JSON column, and removes one that was emptied', () => {
    const changes = getChangedColumns(
      fields,
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
    expect(getChangedColumns(fields, { ...place, latitude: 45 }, place, place)).toEqual({
      latitude: 45,
      longitude: -79.4,
    });
  });

  test('returns nothing for an unchanged form', () => {
    expect(getChangedColumns(fields, base, theirs, base)).toEqual({});
    expect(getChangedColumns(fields, { title: '', images: [] }, theirs, {})).toEqual({});
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
