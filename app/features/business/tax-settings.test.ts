import { expect, test } from 'vitest';
import { describeTax } from './tax-settings.ts';

const columns = {
  hst_charged: true,
  hst_basis_points: 1305,
  hst_number: '12345 6789 RT0001',
  hst_number_shown: false,
};

test('describeTax says what is entered, and no tax while none is', () => {
  expect(describeTax(null)).toBe("HST isn't set yet. Visitors see prices before tax.");
  expect(describeTax(columns)).toBe('You charge 13.05% HST. Number 12345 6789 RT0001.');
  expect(describeTax({ ...columns, hst_number_shown: true })).toContain('shown on the home page.');
  expect(describeTax({ ...columns, hst_number: '' })).toContain('The HST number is missing');
  expect(describeTax({ ...columns, hst_charged: false })).not.toContain('%');
});
