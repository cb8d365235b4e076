import { expect, test } from 'vitest';
import { signatures } from '#tests/fixtures/signatures.ts';
import { isSignature } from './customer-quote.ts';

test.each(signatures)('isSignature(%j) is %s', (name, expected) => {
  expect(isSignature(name)).toBe(expected);
});
