import { PostgrestError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { RowNotFound, serverMessage, touchedRow } from './errors.ts';

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
