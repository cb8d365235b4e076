import { expect, test } from 'vitest';
import {
  countShedChoices,
  formatShedFilter,
  getChoiceLabel,
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

test('price and sort are search parameters; the default order and made-up values are not', () => {
  const query = '?material=Wood&price=10000&sort=price-desc';
  const filter = parseShedFilter(new URLSearchParams(query));
  expect(filter).toEqual({ material: 'Wood', price: '10000', sort: 'price-desc' });
  expect(formatShedFilter(filter)).toBe(query);
  expect(parseShedFilter(new URLSearchParams('price=9999&sort=featured'))).toEqual({});
  expect(parseShedFilter(new URLSearchParams('sort=title'))).toEqual({});
  expect(toggleShedFilter(filter, 'price', '10000')).toEqual({
    material: 'Wood',
    sort: 'price-desc',
  });
  expect(getChoiceLabel('price', '7500')).toBe('Up to $7,500');
});

const wood = {
  material_type: 'Cedar wood',
  shed_style: 'Gable',
  size_group: 'Small',
  color: 'Navy Blue',
  price: 4200,
};
const sheds = [
  wood,
  { ...wood, color: 'Red', price: 7500 },
  { ...wood, material_type: 'Metal', size_group: 'Large', price: 12_000 },
  { ...wood, material_type: 'Metal', shed_style: 'Gambrel', size_group: 'Other', price: null },
];

test('countShedChoices counts each value without a filter', () => {
  const { material, style, size, color, price } = countShedChoices(sheds, {});
  expect(material).toEqual({ Wood: 2, Duratemp: 0, Metal: 2, Vinyl: 0 });
  expect(style).toMatchObject({ Gable: 3, Gambrel: 1, Porch: 0 });
  expect(size).toEqual({ Small: 2, Medium: 0, Large: 1, Other: 1 });
  expect(color).toMatchObject({ 'Navy Blue': 3, Blue: 3, Red: 1, White: 0 });
  expect(price).toMatchObject({ 5000: 1, 7500: 2, 10000: 2, 15000: 3 });
});

test('countShedChoices ignores the choice of the same category and applies the others', () => {
  const { material, size, price } = countShedChoices(sheds, { material: 'Wood', price: '5000' });
  expect(material).toMatchObject({ Wood: 1, Metal: 0 });
  expect(price).toMatchObject({ 5000: 1, 7500: 2, 15000: 2 });
  expect(size).toMatchObject({ Small: 1, Large: 0 });
});
