import { expect, test } from 'vitest';
import type { Client } from '#app/lib/client.ts';
import { readShownAnnouncement } from './announcement.ts';

const answer = (row: { text: string | null; link: string | null } | null) => {
  const query = {
    from: () => query,
    select: () => query,
    limit: () => query,
    maybeSingle: () => query,
    throwOnError: async () => ({ data: row }),
  };
  return readShownAnnouncement(query as unknown as Client);
};

test('an announcement has its text and link, and an id of letters, digits and hyphens', async () => {
  expect(await answer({ text: 'Closed over Christmas', link: '/contact' })).toEqual({
    id: expect.stringMatching(/^[a-z0-9-]+$/),
    text: 'Closed over Christmas',
    link: '/contact',
  });
  expect(await answer({ text: 'Closed', link: null })).not.toHaveProperty('link');
});

test('without a row or a text there is none', async () => {
  expect(await answer(null)).toBeUndefined();
  expect(await answer({ text: null, link: '/contact' })).toBeUndefined();
});

test('another text has another id, so that it shows to visitors who closed the one before', async () => {
  const [first, second] = await Promise.all(
    ['Open today', 'Closed today'].map((text) => answer({ text, link: null })),
  );
  expect(first?.id).not.toBe(second?.id);
});
