import { expect, test } from 'vitest';
import { getAnnouncement } from './announcement.ts';

const stored = {
  announcement_text: 'Closed from December 24 to January 2',
  announcement_link: null,
  announcement_from: '2026-12-20',
  announcement_until: '2027-01-02',
};

test.each([
  ['2026-12-19', false],
  ['2026-12-20', true],
  ['2027-01-02', true],
  ['2027-01-03', false],
])('on %s the announcement of these days shows: %s', (today, isShown) => {
  expect(getAnnouncement(stored, today) !== undefined).toBe(isShown);
});

test('an announcement without days always shows, and one without a text never', () => {
  const always = { ...stored, announcement_from: null, announcement_until: null };
  const link = '/contact';
  expect(getAnnouncement({ ...always, announcement_link: link }, '2026-01-01')).toEqual({
    id: expect.stringMatching(/^[a-z0-9-]+$/),
    text: stored.announcement_text,
    link,
  });
  expect(getAnnouncement({ ...always, announcement_text: null }, '2026-01-01')).toBeUndefined();
});

test('another text has another id, so that it shows to visitors who closed the one before', () => {
  const [first, second] = ['Open today', 'Closed today'].map((announcement_text) =>
    getAnnouncement({ ...stored, announcement_text }, '2026-12-24'),
  );
  expect(first?.id).not.toBe(second?.id);
});
