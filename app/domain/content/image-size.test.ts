import { expect, it } from 'vitest';
import { scaledSize } from './image-size.ts';

it.each([
  [
    { width: 8000, height: 6000 },
    { width: 2560, height: 1920 },
  ],
  [
    { width: 3000, height: 9000 },
    { width: 853, height: 2560 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 20000, height: 1 },
    { width: 2560, height: 1 },
  ],
])('scales %j to %j', (from, to) => {
  expect(scaledSize(from)).toEqual(to);
});
