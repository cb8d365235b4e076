import { expect, test } from 'vitest';
import { getShedDimensions } from './dimensions.ts';

test('a gable spans the first number of its size and rises 5 in 12', () => {
  expect(getShedDimensions('Gable', '10x12')).toMatchObject({
    span: 120,
    length: 144,
    wallHeight: 93.625,
    ridgeHeight: 93.625 + 25,
    eave: 6.5,
  });
});

test('the profile of a gambrel is half an octagon', () => {
  const { profile, span, wallHeight } = getShedDimensions('Gambrel', '12x16');
  expect(profile).toHaveLength(5);
  const half = span / 2;
  const sides = profile.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = profile[index] ?? [0, 0];
    return Math.hypot(x - fromX, y - fromY);
  });
  for (const side of sides) expect(side).toBeCloseTo(0.7654 * half, 2);
  expect(profile[1]?.[1]).toBeCloseTo(wallHeight + Math.SQRT1_2 * half, 2);
  profile.forEach(([across, height], index) => {
    const [mirrored, mirroredHeight] = profile[profile.length - 1 - index] ?? [0, 0];
    expect(mirrored).toBeCloseTo(span - across);
    expect(mirroredHeight).toBeCloseTo(height);
  });
});

test('an A-frame is an equilateral triangle on the floor', () => {
  const { ridgeHeight, wallHeight, span } = getShedDimensions('A-Frame', '12x16');
  expect(ridgeHeight - wallHeight).toBeCloseTo((span * Math.sqrt(3)) / 2);
});

test('the eaves of a Dutch barn are flatter than the slope above them', () => {
  const { profile } = getShedDimensions('Dutch Barn', '12x16');
  const pitches = profile.slice(1, 4).map(([x, y], index) => {
    const [fromX, fromY] = profile[index] ?? [0, 0];
    return (y - fromY) / (x - fromX);
  });
  expect(pitches[0]).toBeCloseTo(Math.SQRT2 - 1);
  expect(pitches[1]).toBeCloseTo(Math.SQRT2 + 1);
  expect(pitches[2]).toBeCloseTo(Math.SQRT2 - 1);
});
