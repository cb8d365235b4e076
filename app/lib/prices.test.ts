import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRuns } from '#tests/support/count-runs.ts';
import { formatCents, formatPrice, formatWholeDollars } from './prices.ts';

test('formatPrice adds a dollar sign and thousands separators', () => {
  expect(formatPrice(12500)).toBe('$12,500');
  expect(formatPrice(1234567.5)).toBe('$1,234,567.50');
  expect(formatPrice(0)).toBe('$0');
});

test('formatPrice distinguishes null from 0', () => {
  expect(formatPrice(null)).toBe('Contact for price');
  expect(formatPrice(undefined)).toBe('Contact for price');
});

test('formatCents has two decimals, formatWholeDollars rounds', () => {
  expect(formatCents(123_450)).toBe('$1,234.50');
  expect(formatCents(-900)).toBe('-$9.00');
  expect(formatWholeDollars(932_050)).toBe('$9,321');
});

test('amounts are formatted as Intl does', () => {
  const options = { style: 'currency', currency: 'CAD' } as const;
  const exact = new Intl.NumberFormat('en-CA', options);
  const whole = new Intl.NumberFormat('en-CA', { ...options, maximumFractionDigits: 0 });
  const property = fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
    expect(formatCents(cents)).toBe(exact.format(cents / 100));
    expect(formatWholeDollars(cents)).toBe(whole.format(cents / 100));
    expect(formatPrice(cents)).toBe(whole.format(cents));
  });
  fc.assert(property, { numRuns: countRuns(4000), examples: [[50], [-50], [0], [99_950]] });
});

test('an element that shows an amount has the class that keeps it on one line', () => {
  const wrapped = globSync('app/**/*.tsx').flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /<\w+(?: [^<>]*)?>\s*\{format(?:Cents|Price|WholeDollars|LineAmount|ItemAmount)\(.*/g,
      ),
    ].flatMap(([element]) => (/[" `]money[" `]/.test(element) ? [] : `${path}: ${element}`)),
  );
  expect(wrapped).toEqual([]);
});
