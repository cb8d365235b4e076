import { PostgrestError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { isUnavailable, RowNotFound, serverMessage, touchedRow } from './errors.ts';

it("tells the server's answer from everything else", () => {
  const fields = { details: '', hint: '', code: '42501' };
  expect(serverMessage(new PostgrestError({ message: 'permission denied', ...fields }))).toBe(
    'permission denied',
  );
  expect(serverMessage(new PostgrestError({ message: '<html>Bad Gateway', ...fields }))).toBe(
    undefined,
  );
  expect(serverMessage(new TypeError('Failed to fetch'))).toBe(undefined);
});

it('takes no row touched for a failure, told as one', () => {
  expect(touchedRow(['a'])).toBe('a');
  expect(() => touchedRow([])).toThrow(RowNotFound);
  expect(serverMessage(new RowNotFound())).toMatch(/could not be found/);
});

it('tells that the tables are out of reach for a while from what will fail again', () => {
  const fault = (code: string) =>
    new PostgrestError({ message: 'told', details: '', hint: '', code });
  for (const code of ['PGRST000', '57P01', '53300', '08006', '']) {
    expect(isUnavailable(fault(code)), code).toBe(true);
  }
  for (const code of ['42501', '23505', '57014', 'PGRST116', 'PT429']) {
    expect(isUnavailable(fault(code)), code).toBe(false);
  }
  expect(isUnavailable(new TypeError('fetch failed'))).toBe(true);
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false);
});
