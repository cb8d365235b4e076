import { PostgrestError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import {
  getFirstRow,
  getServerMessage,
  isUnanswered,
  isUnavailable,
  RowChanged,
  RowNotFound,
} from './crud.ts';

it("getServerMessage returns the message of PostgREST's errors only", () => {
  const fields = { details: '', hint: '', code: '42501' };
  expect(getServerMessage(new PostgrestError({ message: 'permission denied', ...fields }))).toBe(
    'permission denied',
  );
  expect(getServerMessage(new PostgrestError({ message: '<html>Bad Gateway', ...fields }))).toBe(
    undefined,
  );
  expect(getServerMessage(new TypeError('Failed to fetch'))).toBe(undefined);
});

it('isUnanswered is true if nobody knows whether the write was stored', () => {
  const fields = { details: '', hint: '', code: '' };
  expect(isUnanswered(new TypeError('Failed to fetch'))).toBe(true);
  expect(isUnanswered(new PostgrestError({ message: '<html>Bad Gateway', ...fields }))).toBe(true);
  expect(isUnanswered(new PostgrestError({ message: 'permission denied', ...fields }))).toBe(false);
  expect(isUnanswered(new RowChanged({}, null))).toBe(false);
  expect(isUnanswered(new RowNotFound())).toBe(false);
});

it('getFirstRow throws RowNotFound for an empty list', () => {
  expect(getFirstRow(['a'])).toBe('a');
  expect(() => getFirstRow([])).toThrow(RowNotFound);
  expect(getServerMessage(new RowNotFound())).toMatch(/^Not found\./);
});

it('isUnavailable is true for connection errors and timeouts only', () => {
  const createError = (code: string) =>
    new PostgrestError({ message: 'told', details: '', hint: '', code });
  for (const code of ['PGRST000', '57P01', '57014', '55P03', '40P01', '53300', '08006', '']) {
    expect(isUnavailable(createError(code)), code).toBe(true);
  }
  for (const code of ['42501', '23505', 'PGRST116', 'PT429']) {
    expect(isUnavailable(createError(code)), code).toBe(false);
  }
  expect(isUnavailable(new TypeError('fetch failed'))).toBe(true);
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false);
});
