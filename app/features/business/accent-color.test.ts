import { expect, test } from 'vitest';
import {
  defaultAccent,
  getAccentProperties,
  getLuminance,
  toReadableAccent,
} from './accent-color.ts';

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function getContrast(first: string, second: string): number {
  const [low = 0, high = 0] = [first, second].map(getLuminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ['#ffd400', true],
  ['#ffffff', true],
  ['#7fb3ff', true],
  ['#00ff00', true],
  ['#ff0000', true],
  [defaultAccent, false],
  ['#2f5d3a', false],
  ['#000000', false],
])(
  'the accent %s is darkened (%s) until text in it and on it reaches 4.5:1',
  (color, isDarkened) => {
    const accent = toReadableAccent(color);
    expect(accent !== color).toBe(isDarkened);
    const { '--brand-deep': deep = '' } = getAccentProperties(accent);
    for (const background of ['#ffffff', '#f8f7f3', '#efe9dc']) {
      expect(getContrast(accent, background), background).toBeGreaterThanOrEqual(4.5);
    }
    expect(getContrast(deep, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  },
);

test('a darkened accent keeps its hue', () => {
  expect(toReadableAccent('#ffd400')).toMatch(/^#([6-9][0-9a-f])([5-7][0-9a-f])00$/);
});

test('the shades of an accent are custom properties', () => {
  expect(getAccentProperties('#2f5d3a')).toEqual({
    '--brand': '#2f5d3a',
    '--brand-deep': '#23462c',
  });
});
