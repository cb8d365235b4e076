import { expect, test } from 'vitest';
import { isAllowed, listShipped } from './shipped-licences.ts';

const shipped = listShipped('.');

test('every shipped package has an accepted licence', () => {
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test('packages for development only are not shipped', () => {
  expect(shipped.map(({ name }) => name)).not.toContain('vitest');
  expect(shipped.map(({ name }) => name)).toContain('react');
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['UNKNOWN', false],
  ['SEE LICENSE IN LICENSE.md', false],
])('the licence %s is accepted: %s', (licence, may) => {
  expect(isAllowed(licence)).toBe(may);
});
