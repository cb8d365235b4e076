import { expect, test } from 'vitest';
import {
  getVisitTitle,
  listDays,
  parsePeriod,
  summarizeVital,
  toVitalName,
  vitals,
} from './visits.ts';

const row = (name: string, views = 1, title: string | null = null) => ({ name, views, title });

test('toVitalName finds the first bound that is not exceeded', () => {
  expect(['2500', '2500', '3000', 'over']).toEqual(
    [2000.5, 2500, 2501, 90_000].map((value) => toVitalName('lcp', value)),
  );
  expect(toVitalName('cls', 0)).toBe('10');
});

test('the thresholds of good and poor are bounds', () => {
  for (const { good, poor, bounds } of Object.values(vitals)) {
    expect(bounds).toEqual(expect.arrayContaining([good, poor]));
    expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
  }
});

test('summarizeVital rates the measurements and finds the bound of 75%', () => {
  const rows = [row('1000', 50), row('2500', 25), row('4000', 20), row('over', 5)];
  expect(summarizeVital('lcp', rows)).toEqual({
    ...{ total: 100, good: 75, fair: 20, poor: 5, percentile75: 2500 },
  });
  expect(summarizeVital('inp', [row('over')]).percentile75).toBe(Number.POSITIVE_INFINITY);
  expect(summarizeVital('cls', [])).toMatchObject({ total: 0, percentile75: undefined });
});

test('listDays ends today in Ontario, also when the clocks change', () => {
  const days = listDays(7, new Date('2026-11-05T03:00:00Z'));
  expect(days).toHaveLength(7);
  expect([days[0], days.at(-1)]).toEqual(['2026-10-29', '2026-11-04']);
  expect(new Set(listDays(365, new Date())).size).toBe(365);
});

test('parsePeriod takes only what the screen offers', () => {
  expect(['7', '365', '12', ''].map(parsePeriod)).toEqual([7, 365, 30, 30]);
});

test('getVisitTitle names what was counted', () => {
  expect(getVisitTitle('listing', row('id', 1, 'Red Barn'))).toBe('Red Barn');
  expect(getVisitTitle('listing', row('id'))).toBe('A deleted listing');
  expect(getVisitTitle('page', row('/'))).toBe('Home');
  expect(getVisitTitle('page', row('/faq'))).toBe('/faq');
  expect(getVisitTitle('campaign', row('other'))).toBe('Other');
});
