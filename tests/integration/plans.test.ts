import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNewest, readSince } from '#app/data/arrivals.ts';
import { readPostsPage, readPublishedPost } from '#app/data/blog-posts.ts';
import { contactInbox } from '#app/data/contact-submissions.ts';
import {
  listNewestPending,
  listNewestUnread,
  listQuoteMoments,
  readOldestPending,
  readStatistics,
} from '#app/data/dashboard.ts';
import { listFeedPosts } from '#app/data/feed.ts';
import { readInboxRows } from '#app/data/inbox.ts';
import { listRecentProjects } from '#app/data/past-projects.ts';
import { quoteInbox } from '#app/data/quote-requests.ts';
import { listFeaturedReviews, listPendingReviews } from '#app/data/reviews.ts';
import { readActiveShed, readRelatedSheds, readShedsPage } from '#app/data/shed-listings.ts';
import { readSitemapContent } from '#app/data/sitemap.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { type TestTables, testTablesOver } from '#backend/tables/test-tables.ts';
import { engineAvailable, type OpenCopy, openCopy } from '#tests/support/backend.ts';
import { explaining, fillTables, type Plan } from '#tests/support/plans.ts';

/**
 * How the queries of the site and of the back office are carried out. The planner is held to indexes
 * wherever one serves, so that a table of some hundred rows shows what 100,000 would suffer.
 */

const rows = { quotes: 300, sheds: 60, posts: 60 };

/** Tables of a few rows at any time: to read all of them is the quickest. */
const small = new Set([
  'business_settings',
  'home_content',
  'video_carousel',
  'site_pages',
  'staff',
]);

const day = 86_400_000;
const inboxView = { status: undefined, search: '', sort: 'date', descending: true } as const;

type Reading = (client: Client) => Promise<unknown>;
const readings: Record<'anon' | 'staff', Record<string, Reading>> = {
  anon: {
    'a page of sheds': (client) => readShedsPage(client, {}, '1'),
    'the last page of sheds': (client) => readShedsPage(client, {}, '9999'),
    'a page of filtered sheds': (client) =>
      readShedsPage(client, { material: 'Wood', size: 'Small' }, '1'),
    'a shed and those like it': async (client) => {
      const { rows: sheds } = await readShedsPage(client, {}, '1');
      const shed = await readActiveShed(client, sheds[0]?.id ?? '');
      if (!shed) throw new Error('There is no shed');
      expect(await readRelatedSheds(client, shed)).toHaveLength(3);
    },
    'a page of posts': (client) => readPostsPage(client, '1'),
    'the last page of posts': (client) => readPostsPage(client, '9999'),
    'a post': (client) => readPublishedPost(client, 'post-7'),
    'the feed': listFeedPosts,
    'the sitemap': readSitemapContent,
    'recent projects': listRecentProjects,
    'featured reviews': listFeaturedReviews,
  },
  staff: {
    'the moments of a week': (client) => listQuoteMoments(client, new Date(Date.now() - 7 * day)),
    'the oldest pending request': readOldestPending,
    'the newest pending requests': listNewestPending,
    'the newest unread messages': listNewestUnread,
    'the reviews that wait': listPendingReviews,
    'what has arrived': async (client) => {
      await readNewest(client, 'quote_requests');
      await readSince(client, 'contact_submissions', null);
    },
    'a page of quote requests': (client) => readInboxRows(client, quoteInbox, inboxView, [25, 49]),
    'the pending ones': (client) =>
      readInboxRows(client, quoteInbox, { ...inboxView, status: 'pending' }, [0, 24]),
    'those by name': (client) =>
      readInboxRows(
        client,
        quoteInbox,
        { ...inboxView, sort: 'customer', descending: false },
        [0, 24],
      ),
    'a page of messages': (client) =>
      readInboxRows(client, contactInbox, { ...inboxView, status: 'read' }, [0, 24]),
  },
};

describe.skipIf(!engineAvailable())('on many rows', () => {
  let copy: OpenCopy;
  let tables: TestTables;
  const plans: Plan[] = [];

  beforeAll(async () => {
    copy = await openCopy();
    await fillTables(copy.database, rows);
    const run = (script: string) => copy.database.session(({ exec }) => exec(script));
    tables = testTablesOver(explaining(copy.database, plans), run);
  });
  afterAll(() => copy?.close());

  const plansOf = async (caller: 'anon' | 'staff', reading: Reading) => {
    plans.length = 0;
    await reading(tables.client(caller) as unknown as Client);
    return [...plans];
  };
  const found = (all: Plan[]) =>
    all.flatMap(({ steps, sorts }) => {
      const large = steps.filter(({ table }) => !small.has(table));
      const scanned = large.filter(({ kind }) => kind === 'Seq Scan');
      const sorted = large.length > 0 ? sorts : [];
      return [
        ...scanned.map(({ table }) => `reads all of ${table}`),
        ...sorted.map((keys) => `sorts by ${keys}`),
      ];
    });

  for (const [caller, named] of Object.entries(readings)) {
    test.each(Object.entries(named))(
      `%s: read by an index, as ${caller}`,
      async (_name, reading) => {
        const told = await plansOf(caller as 'anon' | 'staff', reading);
        expect(told.length).toBeGreaterThan(0);
        expect(found(told)).toEqual([]);
      },
    );
  }

  test('the numbers of the dashboard: counted by an index, but for the few reviews', async () => {
    const told = await plansOf('staff', (client) => readStatistics(client, new Date()));
    expect(found(told)).toEqual(['reads all of reviews']);
  });

  test('would tell of a table that is read whole, and of a sort', async () => {
    const told = await plansOf('anon', async (client) => {
      await client
        .from('shed_listings')
        .select('*')
        .eq('title', 'Shed 3')
        .order('title')
        .throwOnError();
    });
    expect(found(told)).toContain('reads all of shed_listings');
  });

  test.each([
    ['Small', '8x8'],
    ['Medium', '10 × 16'],
    ['Large', '12x20'],
    ['Other', '18x40'],
  ])('finds the sheds of the size %s', async (size, found) => {
    const page = await readShedsPage(tables.client('anon') as unknown as Client, { size }, '1');
    expect(page.total).toBeGreaterThan(0);
    expect(new Set(page.rows.map((shed) => shed.size))).toEqual(new Set([found]));
  });

  test('cuts pages out of the sheds, and finds a filter in any case and as a part', async () => {
    const client = tables.client('anon') as unknown as Client;
    const pages = await Promise.all(
      ['1', '2', '3', '77'].map((page) => readShedsPage(client, {}, page)),
    );
    const ids = pages.slice(0, 3).flatMap((page) => page.rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(pages[0]?.total);
    expect(pages[3]).toEqual(pages[2]);
    const blue = await readShedsPage(client, { color: 'blue' }, '1');
    expect(new Set(blue.rows.map(({ color }) => color))).toEqual(new Set(['Navy Blue']));
  });
});
