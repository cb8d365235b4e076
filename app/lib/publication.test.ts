import { expect, test } from 'vitest';
import { getPublicationState } from './publication.ts';

test('what is published is scheduled until its date', () => {
  const page = { is_published: true, published_at: '2026-05-01T12:00:00Z' };
  const states = ['2026-05-01T11:59:59Z', '2026-05-01T12:00:00Z'].map((now) =>
    getPublicationState(page, new Date(now)),
  );
  expect(states).toEqual(['scheduled', 'published']);
  expect(getPublicationState({ ...page, is_published: false }, new Date())).toBe('draft');
});
