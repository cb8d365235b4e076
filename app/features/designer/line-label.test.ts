import { expect, test } from 'vitest';
import { formatItemLabel, formatLineLabel } from './line-label.ts';

const line = { item: 'opening.window-24x36', label: 'Window', quantity: 2, cents: 42_050 };

test('a line has its quantity, and higher walls their height in the chosen units first', () => {
  expect(formatLineLabel(line)).toBe('2 x Window');
  expect(formatLineLabel({ ...line, quantity: 1 })).toBe('Window');
  const walls = { ...line, item: 'wallHeight', label: 'Higher walls' };
  expect(formatLineLabel(walls)).toBe('Higher walls, 1 ft (30\u00a0cm)');
  expect(formatLineLabel({ ...walls, quantity: 1 }, 'metric')).toBe(
    'Higher walls, 15 cm (6\u00a0in)',
  );
});

test.each([
  [
    'Window, 24 x 36 in',
    'Window, 24 x 36 in (61\u00a0x\u00a091\u00a0cm)',
    'Window, 61 x 91 cm (24\u00a0x\u00a036\u00a0in)',
  ],
  ['Single door, 36 in', 'Single door, 36 in (91\u00a0cm)', 'Single door, 91 cm (36\u00a0in)'],
  ['Window 24x36 inches', 'Window 24x36 inches', 'Window 24x36 inches'],
])('the size of an opening is in both units: %s', (label, imperial, metric) => {
  expect(formatItemLabel({ ...line, label })).toBe(imperial);
  expect(formatLineLabel({ ...line, label }, 'metric')).toBe(`2 x ${metric}`);
});

test('other labels of the owner stay as they are', () => {
  const label = 'Ramp, up to 48 in';
  expect(formatItemLabel({ item: 'extra.ramp', label }, 'metric')).toBe(label);
});
