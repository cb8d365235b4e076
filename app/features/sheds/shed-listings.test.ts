import { expect, test } from 'vitest';
import { getRelatedSheds } from './shed-listings.ts';

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
