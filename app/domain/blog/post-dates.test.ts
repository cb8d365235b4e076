import { expect, test } from 'vitest';
import { changedLater } from './post-dates.ts';

test.each([
  ['2026-05-01T12:00:00Z', '2026-05-02T12:00:00Z', '2026-05-02T12:00:00Z'],
  // The same evening in Ontario.
  ['2026-05-01T22:00:00Z', '2026-05-02T02:00:00Z', null],
  ['2026-05-02T12:00:00Z', '2026-05-01T12:00:00Z', null],
  [null, '2026-05-01T12:00:00Z', null],
])('published %s, changed %s: %s', (published_at, updated_at, later) => {
  expect(changedLater({ published_at, updated_at })).toBe(later);
});
