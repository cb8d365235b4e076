import { expect, test } from 'vitest';
import { followDrag } from './first-drag.ts';
import { getDraggedPixels } from './gestures.ts';

const at = (clientX: number, buttons = 1) => ({ pointerId: 7, clientX, buttons });

test('a drag that began before hydration counts from the first touch', () => {
  const drag = followDrag(undefined, at(160), { pointerId: 7, clientX: 100 });
  expect(getDraggedPixels(followDrag(drag, at(180), undefined))).toBe(80);
});

test('a drag with another pointer than the first touch counts from where it is first seen', () => {
  const drag = followDrag(undefined, at(160), { pointerId: 3, clientX: 100 });
  expect(getDraggedPixels(followDrag(drag, at(120), undefined))).toBe(-40);
});

test('moves without a button are no drag, and a finger that scrolls turns nothing', () => {
  expect(followDrag(undefined, at(160, 0), undefined)).toBeUndefined();
  const drag = followDrag({ pointer: 7, from: 100, to: 105 }, at(300, 0), undefined);
  expect(getDraggedPixels(drag)).toBe(0);
});
