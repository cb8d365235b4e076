import { expect, test } from 'vitest';
import { splitEmail } from './split-email.ts';

test.each([
  ['hello@marren-daughter.example', ['hello@', 'marren-daughter', '.example']],
  ['jo.marren@example.com', ['jo', '.marren@', 'example', '.com']],
  ['no address', ['no address']],
])('splitEmail splits %s after the @ and before dots', (email, parts) => {
  expect(splitEmail(email)).toEqual(parts);
});
