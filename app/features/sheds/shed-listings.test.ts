import { expect, it, test } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import {
  emptyShed,
  getRelatedSheds,
  parseSpecifications,
  shedForm,
  toShedColumns,
  toShedForm,
} from './shed-listings.ts';

const shed = (id: string, shed_style: string, material_type: string, size = '8x8') => ({
  id,
  shed_style,
  material_type,
  size,
});

test('the same style comes before the same material; the shed itself is excluded', () => {
  const own = shed('own', 'Gable', 'Wood');
  const all = [
    shed('far', 'Porch', 'Metal', '12x20'),
    shed('wood', 'Porch', 'Wood', '12x20'),
    own,
    shed('size', 'Porch', 'Metal'),
    shed('gable', 'Gable', 'Metal', '12x20'),
  ];
  expect(getRelatedSheds(own, all).map(({ id }) => id)).toEqual(['gable', 'wood', 'size']);
});

const filled = {
  ...emptyShed,
  title: 'The Gardener',
  material_type: 'Wood',
  color: 'Natural',
  size: '8x10',
  shed_style: 'Gable',
};

const getErrors = (input: unknown) => {
  const { error } = shedForm.safeParse(input);
  return error ? fieldErrors(error) : {};
};

it('shedForm requires the fields of a listing', () => {
  expect(getErrors(emptyShed)).toEqual({
    title: 'Title is required',
    material_type: 'Material type is required',
    color: 'Color is required',
    size: 'Size is required',
    shed_style: 'Shed style is required',
  });
});

it.each([
  ['title', 200],
  ['description', 5000],
  ['material_type', 60],
  ['color', 60],
  ['size', 60],
  ['shed_style', 60],
])('shedForm rejects a %s of more than %d characters', (field, max) => {
  expect(getErrors({ ...filled, [field]: 'x'.repeat(max) })).toEqual({});
  expect(getErrors({ ...filled, [field]: 'x'.repeat(max + 1) })).toHaveProperty(field);
});

it('shedForm takes entries of 8,000 characters, and an empty description is null', () => {
  const standard_features = { added: ['x'.repeat(7999)], typed: 'x' };
  const form = shedForm.parse({ ...filled, standard_features });
  expect(toShedColumns(form).description).toBeNull();
  const columns = toShedColumns(shedForm.parse(filled));
  expect(toShedForm({ ...columns, description: 'Cedar' }).description).toBe('Cedar');
  expect(toShedForm({ ...columns, is_featured: true, is_active: false })).toMatchObject({
    description: '',
    price: '',
    is_featured: true,
    is_active: false,
  });
});

it('a new shed is active and not featured', () => {
  expect(emptyShed).toMatchObject({ is_active: true, is_featured: false });
});

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['4250.5', 4250.5],
  [' 12000 ', 12000],
  ['0.29', 0.29],
  ['99999999.99', 99_999_999.99],
])('shedForm converts the price %j to %j', (typed, price) => {
  expect(shedForm.parse({ ...filled, price: typed }).price).toBe(price);
});

it.each([
  ['-1', 'Price must be positive'],
  ['-0.01', 'Price must be positive'],
  ['abc', 'Please enter a number'],
  ['1.005', 'Please use at most two decimals'],
  ['100000000', 'Please enter a lower price'],
  ['Infinity', 'Please enter a number'],
])('shedForm rejects the price %j', (typed, message) => {
  expect(getErrors({ ...filled, price: typed })).toEqual({ price: message });
});

it('shedForm trims list entries and removes empty ones', () => {
  const standard_features = { added: [' Double door ', '', '  '], typed: ' ' };
  const form = shedForm.parse({ ...filled, standard_features });
  expect(toShedColumns(form).specifications).toEqual({
    standard_features: ['Double door'],
    optional_upgrades: [],
  });
});

it('shedForm includes an entry that was typed and not added', () => {
  const form = shedForm.parse({
    ...filled,
    standard_features: { added: ['Double door'], typed: ' Loft ' },
    optional_upgrades: { added: [], typed: 'Ramp' },
  });
  expect(toShedColumns(form).specifications).toEqual({
    standard_features: ['Double door', 'Loft'],
    optional_upgrades: ['Ramp'],
  });
  const long = { added: [], typed: 'x'.repeat(8001) };
  expect(getErrors({ ...filled, standard_features: long })).toEqual({
    standard_features: 'Please use fewer or shorter entries',
  });
});

it('the columns convert back to the form', () => {
  const optional_upgrades = { added: ['Ramp'], typed: '' };
  const input = { ...filled, price: '4250.5', optional_upgrades };
  const columns = toShedColumns(shedForm.parse(input));
  expect(columns).toEqual({
    title: 'The Gardener',
    description: null,
    material_type: 'Wood',
    color: 'Natural',
    size: '8x10',
    shed_style: 'Gable',
    price: 4250.5,
    is_active: true,
    published_at: null,
    is_featured: false,
    specifications: { standard_features: [], optional_upgrades: ['Ramp'] },
  });
  expect(toShedForm(columns)).toEqual(input);
});

test('parseSpecifications ignores values that are not strings', () => {
  expect(
    parseSpecifications({ standard_features: ['Ridge vent', 3, ' '], optional_upgrades: 'Loft' }),
  ).toEqual({ standard_features: ['Ridge vent'], optional_upgrades: [] });
  expect(parseSpecifications(null)).toEqual({ standard_features: [], optional_upgrades: [] });
});
