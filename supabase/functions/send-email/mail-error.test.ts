import { expect, it } from 'vitest';
import { toMailError } from './mail-error.ts';

const error = (fields: object, message = 'told') => Object.assign(new Error(message), fields);

it.each([
  [{ code: 'ESOCKET', command: 'CONN' }, 'unreachable', false],
  [{ code: 'EDNS' }, 'unreachable', false],
  [{ code: 'ETIMEDOUT' }, 'timeout', false],
  [{ code: 'EABORT' }, 'timeout', false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'authentication', false],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, 'deferred', false],
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'rejected', true],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'rejected', true],
  [{ code: 'ECONNECTION', responseCode: 554, command: 'CONN' }, 'rejected', false],
  [{ code: '42P01' }, 'unexpected', false],
])('toMailError maps %j to %s, permanent: %s', (fields, reason, isPermanent) => {
  expect(toMailError(error(fields))).toEqual({ reason, isPermanent, detail: 'told' });
});

it('toMailError limits the detail to one line of 500 characters', () => {
  const { detail } = toMailError(error({}, `550\r\nno\u0000 ${'x'.repeat(2000)}`));
  expect(detail).toMatch(/^550 no x+$/);
  expect(detail).toHaveLength(500);
  expect(toMailError('Broken off')).toEqual({
    reason: 'unexpected',
    detail: 'Broken off',
    isPermanent: false,
  });
});
