import { expect, test } from 'vitest';
import { describeActivity, getPublicationState, parsePublicationField } from './publication.ts';

test('what is published is scheduled until its date', () => {
  const page = { is_published: true, published_at: '2026-05-01T12:00:00Z' };
  const states = ['2026-05-01T11:59:59Z', '2026-05-01T12:00:00Z'].map((now) =>
    getPublicationState(page, new Date(now)),
  );
  expect(states).toEqual(['scheduled', 'published']);
  expect(getPublicationState({ ...page, is_published: false }, new Date())).toBe('draft');
});

test('describeActivity says from when visitors see a scheduled listing', () => {
  const shed = { title: 'The Gardener', is_active: true, published_at: '2026-05-01T12:00:00Z' };
  expect(describeActivity(shed, new Date('2026-05-01T11:59:59Z'))).toBe(
    'The Gardener will be shown on the website from May 1, 2026, 8:00 a.m.',
  );
});

test('a date without seconds is that of the field, and a stored one stays if its minute does', () => {
  const stored = '2026-05-01T12:00:42+00:00';
  expect(
    ['2026-05-01T08:00', '2026-05-01T08:01', ''].map((text) => parsePublicationField(text, stored)),
  ).toEqual([stored, '2026-05-01T12:01:00.000Z', null]);
});
