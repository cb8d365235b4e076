import { expect, test } from 'vitest';
import { parseDesignParams } from '#app/features/designer/design-params.ts';
import {
  clearChoices,
  countShedChoices,
  formatShedFilter,
  getChoiceLabel,
  getFilterDesignUrl,
  listChosen,
  listShedFilterCategories,
  parseShedFilter,
  shedFilterCategories,
  shedSorts,
  toggleShedFilter,
} from './shed-filter.ts';

test('the filter has the categories and the orders of the list, with their labels', () => {
  expect(shedFilterCategories.map(({ name, label }) => [name, label])).toEqual([
    ['material', 'Material'],
    ['style', 'Style'],
    ['size', 'Size'],
    ['color', 'Color'],
    ['price', 'Price'],
  ]);
  expect(shedFilterCategories[2].values).toEqual(['Small', 'Medium', 'Large', 'Other']);
  expect(shedFilterCategories[4].values.map((value) => getChoiceLabel('price', value))).toEqual(
    ['5,000', '7,500', '10,000', '15,000', '20,000', '30,000'].map((price) => `Up to $${price}`),
  );
  expect(getChoiceLabel('color', 'Red')).toBe('Red');
  expect(shedSorts).toEqual([
    { value: 'featured', label: 'Featured' },
    { value: 'price', label: 'Lowest price' },
    { value: 'price-desc', label: 'Highest price' },
    { value: 'size', label: 'Smallest size' },
    { value: 'size-desc', label: 'Largest size' },
  ]);
});

test('listChosen and clearChoices separate the choices from the order', () => {
  const filter = { color: 'Red', material: 'Wood', sort: 'size' } as const;
  expect(listChosen(filter)).toEqual([
    { name: 'material', label: 'Material', value: 'Wood' },
    { name: 'color', label: 'Color', value: 'Red' },
  ]);
  expect(clearChoices(filter)).toEqual({ sort: 'size' });
  expect(clearChoices({ color: 'Red' })).toEqual({});
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
  expect(parseShedFilter(new URLSearchParams(formatShedFilter(filter)), {})).toEqual(filter);
  expect(parseShedFilter(new URLSearchParams('material=Gold&size=small'), {})).toStrictEqual({
    size: 'Small',
  });
  expect(formatShedFilter({})).toBe('');
});

test('price and sort are search parameters; the default order and made-up values are not', () => {
  const query = '?material=Wood&price=10000&sort=price-desc';
  const filter = parseShedFilter(new URLSearchParams(query), {});
  expect(filter).toEqual({ material: 'Wood', price: '10000', sort: 'price-desc' });
  expect(formatShedFilter(filter)).toBe(query);
  expect(parseShedFilter(new URLSearchParams('price=9999&sort=featured'), {})).toEqual({});
  expect(parseShedFilter(new URLSearchParams('sort=title'), {})).toEqual({});
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
  const { material, style, size, color, price } = countShedChoices(sheds, {}, {});
  expect(material).toEqual({ Wood: 2, Duratemp: 0, Metal: 2, Vinyl: 0 });
  expect(style).toMatchObject({ Gable: 3, Gambrel: 1, Porch: 0 });
  expect(size).toEqual({ Small: 2, Medium: 0, Large: 1, Other: 1 });
  expect(color).toMatchObject({ 'Navy Blue': 3, Blue: 3, Red: 1, White: 0 });
  expect(price).toMatchObject({ 5000: 1, 7500: 2, 10000: 2, 15000: 3 });
});

test('countShedChoices ignores the choice of the same category and applies the others', () => {
  const { material, size, price } = countShedChoices(
    sheds,
    { material: 'Wood', price: '5000' },
    {},
  );
  expect(material).toMatchObject({ Wood: 1, Metal: 0 });
  expect(price).toMatchObject({ 5000: 1, 7500: 2, 15000: 2 });
  expect(size).toMatchObject({ Small: 1, Large: 0 });
  const others = countShedChoices(sheds, { color: 'Red', style: 'Gable', size: 'Small' }, {});
  expect(others.color).toMatchObject({ 'Navy Blue': 1, Red: 1 });
  expect(others.style).toMatchObject({ Gable: 1, Gambrel: 0 });
  expect(others.size).toEqual({ Small: 1, Medium: 0, Large: 0, Other: 0 });
});

test('getFilterDesignUrl starts from what is filtered by', () => {
  const url = getFilterDesignUrl({
    style: 'Gambrel',
    size: 'Large',
    material: 'Metal',
    color: 'Red',
  });
  const { design, changes } = parseDesignParams(new URLSearchParams(url.split('?')[1]));
  expect(changes).toEqual([]);
  expect(design).toMatchObject({
    ...{ style: 'Gambrel', width: 12, length: 12, material: 'Metal', wallColor: 'Red' },
  });
  expect(getFilterDesignUrl({ size: 'Other', price: '5000', sort: 'price' })).toBe('/design');
});

test("the owner's entries follow the specification's, are found in any letter case, and don't reach the designer", () => {
  const own = { material: ['Cedar'], color: ['Sage (matte)'], size: ['9x9'] };
  const filter = parseShedFilter(new URLSearchParams('material=CEDAR&color=sage (matte)'), own);
  expect(filter).toEqual({ material: 'Cedar', color: 'Sage (matte)' });
  expect(parseShedFilter(new URLSearchParams(formatShedFilter(filter)), own)).toEqual(filter);
  const [material, , size] = listShedFilterCategories(own);
  expect(material?.values).toEqual(['Wood', 'Duratemp', 'Metal', 'Vinyl', 'Cedar']);
  expect(size?.values).toEqual(['Small', 'Medium', 'Large', 'Other']);
  const shed = { ...sheds[0], material_type: 'Western cedar', color: 'Red' } as (typeof sheds)[0];
  expect(countShedChoices([shed], {}, own)).toMatchObject({
    ...{ material: { Cedar: 1, Wood: 0 }, color: { Red: 1, 'Sage (matte)': 0 } },
  });
  expect(getFilterDesignUrl({ ...filter, style: 'Gable' })).toBe('/design?style=Gable');
});
