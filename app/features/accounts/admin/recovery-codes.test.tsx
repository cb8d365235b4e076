import { expect, test } from 'vitest';
import { describeCodes } from './recovery-codes.tsx';

test('codes that nobody has seen are useless, so new ones are requested', () => {
  expect(describeCodes(10, false)).toBe(
    "Your recovery codes couldn't be shown. Please create new ones.",
  );
  expect(describeCodes(7, true)).toBe(
    '7 of 10 left. Each one signs you in once without your phone.',
  );
  expect(describeCodes(0, true)).toMatch(/^You have no recovery codes\./);
});
