import { expect, it } from 'vitest';
import { faultOf } from './mail-fault.ts';

const error = (fields: object, message = 'told') => Object.assign(new Error(message), fields);

it.each([
  [{ code: 'ESOCKET', command: 'CONN' }, 'unreachable', false],
  [{ code: 'EDNS' }, 'unreachable', false],
  [{ code: 'ETIMEDOUT' }, 'timeout', false],
  [{ code: 'EABORT' }, 'timeout', false],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'sign_in', false],
  [{ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }, 'put_off', false],
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused', true],
  [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'refused', true],
  [{ code: 'ECONNECTION', responseCode: 554, command: 'CONN' }, 'refused', false],
  [{ code: '42P01' }, 'unexpected', false],
])('%j is %s', (fields, reason, isPermanent) => {
  expect(faultOf(error(fields))).toEqual({ reason, isPermanent, detail: 'told' });
});

it('keeps what was said on one line and short', () => {
  const { detail } = faultOf(error({}, `550\r\nno\u0000 ${'x'.repeat(2000)}`));
  expect(detail).toMatch(/^550 no x+$/);
  expect(detail).toHaveLength(500);
  expect(faultOf('Broken off')).toEqual({
    reason: 'unexpected',
    detail: 'Broken off',
    isPermanent: false,
  });
});
