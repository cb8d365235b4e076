import { expect, test } from 'vitest';
import { getShedDimensions } from './dimensions.ts';

test('a gable spans the first number of its size and has its doors under the eaves', () => {
  expect(getShedDimensions('Gable', '10x12')).toMatchObject({
    front: 'eave',
    width: 144,
    depth: 120,
    span: 120,
    length: 144,
    wallHeight: 86.4,
    ridgeHeight: 86.4 + 0.24 * 120,
  });
});

test('a porch has its doors under the gable', () => {
  expect(getShedDimensions('Porch', '12x20')).toMatchObject({ width: 144, depth: 240 });
});

test('the profile of a gambrel is symmetric, with a break in each slope', () => {
  const { profile, span } = getShedDimensions('Gambrel', '12x16');
  expect(profile).toHaveLength(5);
  profile.forEach(([across, height], index) => {
    const [mirrored, mirroredHeight] = profile[profile.length - 1 - index] ?? [0, 0];
    expect(mirrored).toBeCloseTo(span - across);
    expect(mirroredHeight).toBeCloseTo(height);
  });
});
