import { describe, expect, test } from 'vitest';
import {
  findUsualStep,
  parsePercent,
  raisePrice,
  reverseChanges,
  roundPrice,
} from './price-change.ts';

describe('parsePercent', () => {
  test.each([
    ['5', 5],
    ['+5 %', 5],
    ['+ 5 %', 5],
    ['- 5', -5],
    [' -2,5% ', -2.5],
    ['−3', -3],
    ['0', 0],
    ['100', 100],
  ])('reads %j', (typed, percent) => {
    expect(parsePercent(typed)).toBe(percent);
  });

  test.each(['', '5 dollars', '-51', '101', '+-5', '%'])('rejects %j', (typed) => {
    expect(parsePercent(typed)).toBeUndefined();
  });
});

describe('raisePrice', () => {
  test.each([
    [7450, 5, 10, 7820],
    [7450, 5, 1, 7823],
    [3890, 5, 50, 4100],
    [100, 4.5, 1, 105],
    [1.1, 0, 1, 1],
    [2999.99, -10, 100, 2700],
    [3, 5, 100, 100],
    [0, 5, 10, 0],
  ] as const)('$%s and %s %% to the nearest $%s is $%s', (price, percent, step, raised) => {
    expect(raisePrice(price, percent, step)).toBe(raised);
  });

  test('a half is rounded up despite floating-point numbers', () => {
    expect(roundPrice(1.005 * 1000, 10)).toBe(1010);
    expect(roundPrice(4350 * 1.1, 10)).toBe(4790);
  });
});

test.each([
  [[7450, 3800], 10],
  [[7000, 3000], 10],
  [[7450, 13_905], 5],
  [[7450, 3899], 1],
  [[7450.5], 1],
] as const)(
  'prices of %j are rounded to the nearest $%s unless someone chooses',
  (prices, step) => {
    expect(findUsualStep(prices)).toBe(step);
  },
);

test('reverseChanges takes back what was changed alone', () => {
  const changes = [
    { id: 'a', from: 100, to: 110 },
    { id: 'b', from: 200, to: 220 },
  ];
  expect(reverseChanges(changes, ['b'])).toEqual([{ id: 'b', from: 220, to: 200 }]);
});
