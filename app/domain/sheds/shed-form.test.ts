import { expect, it } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { emptyShed, shedColumns, shedForm, shedFormOf } from './shed-form.ts';

const filled = {
  ...emptyShed,
  title: 'The Gardener',
  material_type: 'Wood',
  color: 'Natural',
  size: '8x10',
  shed_style: 'Gable',
};

const errorsOf = (input: unknown) => {
  const { error } = shedForm.safeParse(input);
  return error ? fieldErrors(error) : {};
};

it('asks for what a listing can not do without', () => {
  expect(errorsOf(emptyShed)).toEqual({
    title: 'Title is required',
    material_type: 'Material type is required',
    color: 'Color is required',
    size: 'Size is required',
    shed_style: 'Shed style is required',
  });
});

it('is active and not featured unless somebody says otherwise', () => {
  expect(emptyShed).toMatchObject({ is_active: true, is_featured: false });
});

it.each([
  ['', null],
  ['0', 0],
  ['4250.5', 4250.5],
  [' 12000 ', 12000],
  ['0.29', 0.29],
])('reads the price %j as %j', (typed, price) => {
  expect(shedForm.parse({ ...filled, price: typed }).price).toBe(price);
});

it.each([
  ['-1', 'Price must be positive'],
  ['-0.01', 'Price must be positive'],
  ['abc', 'Please enter a number'],
  ['1.005', 'Please use at most two decimals'],
  ['100000000', 'Please enter a lower price'],
])('refuses the price %j', (typed, message) => {
  expect(errorsOf({ ...filled, price: typed })).toEqual({ price: message });
});

it('trims the entries of both lists and leaves out the empty ones', () => {
  const form = shedForm.parse({ ...filled, standard_features: [' Double door ', '', '  '] });
  expect(shedColumns(form).specifications).toEqual({
    standard_features: ['Double door'],
    optional_upgrades: [],
  });
});

it('comes back from its columns as it was', () => {
  const input = { ...filled, price: '4250.5', optional_upgrades: ['Ramp'] };
  expect(shedFormOf(shedColumns(shedForm.parse(input)))).toEqual(input);
});
