import { describe, expect, test } from 'vitest';
import {
  filterSheds,
  readShedFilter,
  shedFilterQuery,
  sizeGroup,
  toggleShedFilter,
} from './shed-filter.ts';

const gable = { material_type: 'Wood', shed_style: 'Gable', size: '8x12', color: 'Navy Blue' };
const barn = { material_type: 'Metal', shed_style: 'Dutch Barn', size: '14x20', color: 'Red' };

describe('sheds match', () => {
  test('by case-insensitive substring', () => {
    expect(filterSheds([gable, barn], { material: 'wood' })).toEqual([gable]);
    expect(filterSheds([gable, barn], { style: 'barn' })).toEqual([barn]);
    expect(filterSheds([gable, barn], { color: 'Blue' })).toEqual([gable]);
  });

  test('in every category at once', () => {
    expect(filterSheds([gable, barn], { material: 'Wood', style: 'Dutch Barn' })).toEqual([]);
    expect(filterSheds([gable, barn], {})).toEqual([gable, barn]);
  });

  test('by their size group', () => {
    expect(filterSheds([gable, barn], { size: 'Small' })).toEqual([gable]);
    expect(filterSheds([gable, barn], { size: 'Large' })).toEqual([barn]);
  });
});

test('a size belongs to the group that names it, else to Other', () => {
  expect(sizeGroup('8x8')).toBe('Small');
  expect(sizeGroup('10 × 16')).toBe('Medium');
  expect(sizeGroup('12x20 ft')).toBe('Large');
  expect(sizeGroup('18x8')).toBe('Other');
  expect(sizeGroup('8x80')).toBe('Other');
  expect(sizeGroup('Other')).toBe('Other');
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

test('the filter stands in the address', () => {
  const filter = { material: 'Wood', color: 'Navy Blue' };
  expect(shedFilterQuery(filter)).toBe('?material=Wood&color=Navy+Blue');
  expect(readShedFilter(new URLSearchParams(shedFilterQuery(filter)))).toEqual(filter);
  expect(readShedFilter(new URLSearchParams('material=Gold&size=small'))).toEqual({
    size: 'Small',
  });
  expect(shedFilterQuery({})).toBe('');
});
