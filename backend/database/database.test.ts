import { expect, test } from 'vitest';
import { isUnavailable, PreparedStatements, statementTimeoutMs } from './database.ts';

test.each([
  ['anon', { role: 'anon', claims: {} }, 2000],
  ['an account without a row in staff', { role: 'authenticated', claims: { sub: 'ann' } }, 2000],
  ['staff', { role: 'authenticated', claims: { sub: 'ann' }, isStaff: true }, 10_000],
  ['the service role', { role: 'service_role', claims: {} }, 0],
] as const)('statementTimeoutMs for %s', (_who, caller, expected) => {
  expect(statementTimeoutMs(caller)).toBe(expected);
});

test('prepares a statement once for each role', () => {
  const prepared = new PreparedStatements();
  const first = prepared.prepare('anon', 'select 1');
  const other = prepared.prepare('authenticated', 'select 1');
  expect([first.isNew, other.isNew]).toEqual([true, true]);
  expect(other.name).not.toBe(first.name);
  expect(prepared.prepare('anon', 'select 1')).toEqual({ name: first.name, isNew: false });
});

test('closes a failed statement and names it anew', () => {
  const prepared = new PreparedStatements();
  const { name } = prepared.prepare('anon', 'select 1');
  const statements = ['select 1', 'select 2'].map((sql) => ({ sql, parameters: [] }));
  prepared.forget({ role: 'anon', readOnly: false, statements });
  expect(prepared.takeNamesToClose()).toEqual([name]);
  expect(prepared.takeNamesToClose()).toEqual([]);
  const again = prepared.prepare('anon', 'select 1');
  expect(again.isNew).toBe(true);
  expect(again.name).not.toBe(name);
});

test('closes the least recently used statement', () => {
  const prepared = new PreparedStatements();
  const names = Array.from({ length: 100 }, (_, n) => prepared.prepare('anon', `select ${n}`).name);
  prepared.prepare('anon', 'select 0');
  prepared.prepare('anon', 'one more');
  expect(prepared.takeNamesToClose()).toEqual([names[1]]);
  expect(prepared.prepare('anon', 'select 0').isNew).toBe(false);
});

test.each([
  ...[['57P01', true] as const, ['53300', true] as const, ['40P01', true] as const],
  ...[['40001', false] as const, ['53100', false] as const, ['23505', false] as const],
])('isUnavailable for SQLSTATE %s is %s', (code, expected) => {
  expect(isUnavailable(Object.assign(new Error('told'), { code, severity: 'ERROR' }))).toBe(
    expected,
  );
});
