import { describe, expect, test } from 'vitest';
import { findDeliveryPlace, listServedTowns, parseDeliveryPlaces } from './delivery-places.ts';

const places = [
  { town: 'Port Ellery', prefix: 'N0M', km: 22 },
  { town: 'St. Marys', prefix: 'N0M', km: 70 },
  { town: 'Sault-Ançais', prefix: '', km: 5 },
  { town: 'Farville', prefix: 'M5V', km: null },
  { town: 'Tamsin', prefix: 'L9M', km: 30 },
  { town: 'North Aldine', prefix: 'L9M', km: 30 },
  { town: '', prefix: 'L4R', km: 12 },
];

describe('a visitor finds', () => {
  test.each([
    ['Port Ellery', 'Port Ellery', 22],
    [' port  ellery, ON ', 'Port Ellery', 22],
    ['Port Ellery, Ontario, Canada', 'Port Ellery', 22],
    ['Port Ellery ON N0M 1G0', 'Port Ellery', 22],
    ['saint marys', 'St. Marys', 70],
    ['ST MARYS', 'St. Marys', 70],
    ["St. Mary's", 'St. Marys', 70],
    ['sault ancais', 'Sault-Ançais', 5],
    ['Farville', 'Farville', null],
    ['m5v2t6', 'Farville', null],
    ['L4R 4P4', 'L4R', 12],
    ['Smallville L4R', 'L4R', 12],
    ['l9m-1', 'L9M', 30],
  ])('%s as %s', (entered, name, km) => {
    expect(findDeliveryPlace(places, entered)).toEqual({ type: 'place', name, km });
  });

  test('a prefix that towns at different distances share as those towns', () => {
    expect(findDeliveryPlace(places, 'N0M 1G0')).toEqual({
      type: 'several',
      prefix: 'N0M',
      towns: ['Port Ellery', 'St. Marys'],
    });
  });

  test.each(['', 'Elsewhere', 'K1A 0B1', 'Elsewhere N0M 1G0', 'Ontario', '  ', '%'])(
    '%j as unknown',
    (entered) => {
      expect(findDeliveryPlace(places, entered)).toEqual({ type: 'unknown' });
    },
  );
});

test('served towns are sorted, without prefixes and places that are not served', () => {
  const served = ['North Aldine', 'Port Ellery', 'Sault-Ançais', 'St. Marys', 'Tamsin'];
  expect(listServedTowns(places)).toEqual(served);
});

test.each([null, {}, [{ town: 'A', prefix: '', km: '5' }]])('%j stores no places', (stored) => {
  expect(parseDeliveryPlaces(stored)).toEqual([]);
});
