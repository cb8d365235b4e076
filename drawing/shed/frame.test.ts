import { describe, expect, test } from 'vitest';
import { getShedDimensions } from './dimensions.ts';
import { createFrame, type FramePart } from './frame.ts';
import { ROOF_SHAPES, type ShedStyle } from './roof-shapes.ts';

const getPoints = ({ timbers }: FramePart) =>
  timbers.flatMap((timber) =>
    timber.shape === 'bar' ? [timber.from, timber.to] : [timber.corner],
  );

describe.each(Object.keys(ROOF_SHAPES) as ShedStyle[])('the frame of a %s', (style) => {
  const dimensions = getShedDimensions(style, '10x12');
  const frame = createFrame(dimensions);

  test('goes up from the floor to the rafters', () => {
    const names = [...new Set(frame.map(({ name }) => name))];
    expect(names.slice(0, 5)).toEqual(['bearers', 'floor', 'stud', 'header', 'plate']);
    expect(names.at(-1)).toBe('rafters');
  });

  test('stays below the roof, and within the siding except for the rafter tails', () => {
    const { ridgeHeight, width, depth } = dimensions;
    for (const part of frame) {
      const tail = part.name === 'rafters' ? 10.8 : 0;
      for (const [x, y, z] of getPoints(part)) {
        expect(y).toBeLessThan(ridgeHeight);
        expect(Math.abs(x)).toBeLessThan(width / 2 + tail);
        expect(Math.abs(z)).toBeLessThan(depth / 2 + tail);
      }
    }
  });

  test('has a rafter for each slope on both sides', () => {
    const slopes = ROOF_SHAPES[style].slope.length - 1;
    for (const { timbers } of frame.filter(({ name }) => name === 'rafters')) {
      expect(timbers).toHaveLength(2 * slopes);
    }
  });
});

test('only roofs with a break have purlins', () => {
  const hasPurlins = (style: ShedStyle) =>
    createFrame(getShedDimensions(style, '10x12')).some(({ name }) => name === 'purlin');
  const styles = Object.keys(ROOF_SHAPES) as ShedStyle[];
  expect(styles.filter(hasPurlins)).toEqual(['Dutch Barn', 'Gambrel']);
});
