import { expect, test } from 'vitest';
import { applyWheel, moveGesture, startGesture } from './gestures.ts';

const look = { angle: -30, tilt: 10, zoom: 1 };

test('one finger turns the shed with it, and tilts the view', () => {
  const gesture = startGesture([{ x: 100, y: 100 }], look);
  expect(moveGesture(gesture, [{ x: 40, y: 120 }])).toEqual({ angle: 0, tilt: 15, zoom: 1 });
  expect(moveGesture(gesture, [{ x: 100, y: -900 }])).toEqual({ ...look, tilt: 0 });
});

test('two fingers zoom by their distance within limits, and turn by their middle', () => {
  const gesture = startGesture(
    [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ],
    look,
  );
  const apart = [
    { x: 50, y: 100 },
    { x: 250, y: 100 },
  ];
  expect(moveGesture(gesture, apart)).toEqual({ ...look, zoom: 2 });
  const far = [
    { x: -900, y: 100 },
    { x: 1240, y: 100 },
  ];
  expect(moveGesture(gesture, far)).toEqual({ ...look, angle: -40, zoom: 3 });
});

test('the wheel zooms until its limit, where the page scrolls', () => {
  const inwards = applyWheel(look, { deltaY: -100, deltaMode: 0 });
  expect(inwards).toBeCloseTo(1.22, 2);
  expect(applyWheel(look, { deltaY: 3, deltaMode: 1 })).toBeLessThan(1);
  expect(applyWheel({ ...look, zoom: 3 }, { deltaY: -100, deltaMode: 0 })).toBeUndefined();
  expect(applyWheel({ ...look, zoom: 0.7 }, { deltaY: 100, deltaMode: 0 })).toBeUndefined();
});
