import { expect, test } from 'vitest';
import { statementTimeoutMs } from './database.ts';

test.each([
  ['anon', { role: 'anon', claims: {} }, 2000],
  ['an account without a row in staff', { role: 'authenticated', claims: { sub: 'ann' } }, 2000],
  ['staff', { role: 'authenticated', claims: { sub: 'ann' }, isStaff: true }, 10_000],
  ['the service role', { role: 'service_role', claims: {} }, 0],
] as const)('statementTimeoutMs for %s', (_who, caller, expected) => {
  expect(statementTimeoutMs(caller)).toBe(expected);
});
