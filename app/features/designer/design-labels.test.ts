import { expect, test } from 'vitest';
import { getOpeningLabel } from './design-labels.ts';

test('an opening has its size in both units, the chosen ones first', () => {
  expect(getOpeningLabel('single-door-36')).toBe('Single door 36 in (91\u00a0cm)');
  expect(getOpeningLabel('transom-48x12')).toBe('Transom window 48x12 in (122x30\u00a0cm)');
  expect(getOpeningLabel('window-18x24', 'metric')).toBe('Window 46x61 cm (18x24\u00a0in)');
});
