import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createOwnLists } from './own-lists.ts';

test('lists are read again after a change of their table, and stay as they are while they cannot be read', async () => {
  let stored: string[] | undefined = ['Cedar'];
  let reads = 0;
  const lists = createOwnLists({
    read: async () => {
      reads += 1;
      if (!stored) throw new Error('no database');
      return { material: stored };
    },
    lifetimeMs: 60_000,
    logger: pino({ enabled: false }),
  });
  expect(lists.get()).toEqual({});
  await lists.refresh();
  const first = lists.get();
  expect(first).toEqual({ material: ['Cedar'] });
  await lists.refresh('blog_posts');
  expect(reads).toBe(1);
  await lists.refresh('list_entries');
  expect(lists.get()).toBe(first);
  stored = undefined;
  await lists.refresh('list_entries');
  expect(lists.get()).toBe(first);
  stored = ['Cedar', 'Brick'];
  await Promise.all([lists.refresh('list_entries'), lists.refresh()]);
  expect(lists.get()).toEqual({ material: ['Cedar', 'Brick'] });
});
