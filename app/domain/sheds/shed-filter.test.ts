import { expect, test } from 'vitest';
import {
  formatShedFilter,
  getSizeGroup,
  parseShedFilter,
  sizeGroups,
  toggleShedFilter,
} from './shed-filter.ts';

test.each(sizeGroups.flatMap(({ name, sizes }) => sizes.map((size) => [size, name])))(
  'getSizeGroup returns the group that names %s: %s',
  (size, group) => expect(getSizeGroup(size)).toBe(group),
);

test.each([
  ['8x8', 'Small'],
  ['10 × 16', 'Medium'],
  ['12X20 ft', 'Large'],
  ['8x8 or 12x20', 'Small'],
  ['18x8', 'Other'],
  ['8x80', 'Other'],
  ['Other', 'Other'],
])('getSizeGroup sorts %s into %s', (size, group) => {
  expect(getSizeGroup(size)).toBe(group);
});

test('choosing the active value again clears it', () => {
  const chosen = toggleShedFilter({ size: 'Small' }, 'material', 'Wood');
  expect(chosen).toEqual({ size: 'Small', material: 'Wood' });
  expect(toggleShedFilter(chosen, 'material', 'Metal')).toEqual({
    size: 'Small',
    material: 'Metal',
  });
  expect(toggleShedFilter(chosen, 'material', 'Wood')).toEqual({ size: 'Small' });
});

test('the filter converts to search parameters and back', () => {
  const filter = { material: 'Wood', color: 'Navy Blue' };
  expect(formatShedFilter(filter)).toBe('?material=Wood&color=Navy+Blue');
  expect(parseShedFilter(new URLSearchParams(formatShedFilter(filter)))).toEqual(filter);
  expect(parseShedFilter(new URLSearchParams('material=Gold&size=small'))).toEqual({
    size: 'Small',
  });
  expect(formatShedFilter({})).toBe('');
});
