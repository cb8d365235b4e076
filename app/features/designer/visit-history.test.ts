import { expect, test } from 'vitest';
import { moveToEntry } from './visit-history.ts';

test('a new design removes those that were undone, and Back before the visit extends it', () => {
  let entries = moveToEntry(undefined, 4, true);
  expect(entries).toEqual({ first: 4, current: 4, last: 4 });
  for (const index of [5, 6]) entries = moveToEntry(entries, index, true);
  entries = moveToEntry(entries, 4, false);
  expect(entries).toEqual({ first: 4, current: 4, last: 6 });
  expect(moveToEntry(entries, 5, true)).toEqual({ first: 4, current: 5, last: 5 });
  expect(moveToEntry(entries, 3, false)).toEqual({ first: 3, current: 3, last: 6 });
});
