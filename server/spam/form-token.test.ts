import { expect, test } from 'vitest';
import { formTokenAge, makeFormToken } from './form-token.ts';

const secret = 'a secret of the server, long enough';
const now = Date.UTC(2027, 0, 4);

test('a token tells its age', () => {
  expect(formTokenAge(secret, makeFormToken(secret, now), now + 2500)).toBe(2500);
});

test.each([
  ['nothing', ''],
  ['something else', 'yes'],
  ['another secret', makeFormToken('another secret of somebody else', now)],
  ['a time that was changed', makeFormToken(secret, now).replace(/^\d/, '0')],
  ['a signature that was cut', makeFormToken(secret, now).slice(0, -1)],
])('%s has none', (_what, token) => {
  expect(formTokenAge(secret, token, now)).toBeUndefined();
});
