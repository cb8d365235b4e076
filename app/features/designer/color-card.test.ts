import { expect, test } from 'vitest';
import type { CardColor } from '#drawing/design/shed-design.ts';
import { getCardVersion, parseColorCard } from './color-card.ts';

const red: CardColor = { kind: 'metalColor', color: 'Red', name: 'Barn Red', value: '#8f2f24' };
const gray: CardColor = { kind: 'wallColor', color: 'Gray', name: '', value: '#909394' };

test.each([
  null,
  {},
  [{ ...red, value: '#8F2F24' }],
  [{ ...red, kind: 'roofColor' }],
  [{ ...red, price: 5 }],
])('parseColorCard reads %j as the built-in card', (stored) => {
  expect(parseColorCard(stored)).toEqual([]);
});

test('parseColorCard reads names and values', () => {
  expect(parseColorCard([red, { ...gray, value: '' }])).toEqual([red, { ...gray, value: '' }]);
});

test('getCardVersion depends on the values alone, and is empty for the built-in ones', () => {
  expect(getCardVersion([])).toBe('');
  expect(getCardVersion([{ ...red, value: '' }])).toBe('');
  const version = getCardVersion([red, gray]);
  expect(version).toMatch(/^[0-9a-z]{1,7}$/);
  expect(getCardVersion([gray, { ...red, name: 'Fire' }])).toBe(version);
  for (const other of [[red], [gray], [red, { ...gray, value: '#909395' }]]) {
    expect(getCardVersion(other)).not.toBe(version);
  }
});
