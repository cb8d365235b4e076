import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readAuditPage } from '#app/data/audit.ts';
import {
  listFeedPosts,
  readPostsPage,
  readPublishedPost,
  readRelatedPosts,
} from '#app/data/blog-posts.ts';
import type { Client } from '#app/data/client.ts';
import { contactInbox } from '#app/data/contact-submissions.ts';
import {
  countWaiting,
  listNewestPending,
  listNewestUnread,
  listQuoteRequestTimes,
  readOldestPending,
} from '#app/data/dashboard.ts';
import { readInboxRows, readNewest, readSince } from '#app/data/inbox.ts';
import { listRecentProjects } from '#app/data/past-projects.ts';
import { quoteRequestInbox } from '#app/data/quote-requests.ts';
import { readRecordPage } from '#app/data/record-page.ts';
import { listFeaturedReviews, listPendingReviews } from '#app/data/reviews.ts';
import {
  listFeaturedSheds,
  readActiveShed,
  readRelatedSheds,
  readShedFacets,
  readShedsPage,
} from '#app/data/shed-listings.ts';
import { readSitemapContent } from '#app/data/sitemap.ts';

// The queries of the site and the back office on growing tables, for tests of their plans.

const day = 86_400_000;
const inboxView = { status: undefined, search: '', sort: 'date', descending: true } as const;
const recordView = { search: '', flagged: undefined, page: 1 };
const noFilter = { table: undefined, person: undefined };
const postList = { table: 'blog_posts', flag: 'is_published' } as const;

export type Query = (client: Client) => Promise<unknown>;
/** Each must use an index, without a sort. */
export const queries: Record<'anon' | 'staff', Record<string, Query>> = {
  anon: {
    'a page of sheds': (client) => readShedsPage(client, {}, '1'),
    'the last page of sheds': (client) => readShedsPage(client, {}, '9999'),
    'a page of filtered sheds': (client) =>
      readShedsPage(client, { material: 'Wood', size: 'Small' }, '1'),
    ...Object.fromEntries(
      (['price', 'price-desc', 'size', 'size-desc'] as const).flatMap((sort) => [
        [`a page of sheds by ${sort}`, (client) => readShedsPage(client, { sort }, '1')],
        [`the last page of sheds by ${sort}`, (client) => readShedsPage(client, { sort }, '9999')],
      ]) satisfies [string, Query][],
    ),
    'the sheds for the counts of the filter': readShedFacets,
    'a shed and those like it': async (client) => {
      const { rows: sheds } = await readShedsPage(client, {}, '1');
      const shed = await readActiveShed(client, sheds[0]?.id ?? '');
      if (!shed) throw new Error('There is no shed');
      expect(await readRelatedSheds(client, shed)).toHaveLength(3);
    },
    'the featured sheds': listFeaturedSheds,
    'a page of posts': (client) => readPostsPage(client, '1'),
    'the last page of posts': (client) => readPostsPage(client, '9999'),
    'a post': (client) => readPublishedPost(client, 'post-7'),
    'related posts': (client) =>
      readRelatedPosts(client, { id: '', title: 'A post', excerpt: null }),
    'the feed': listFeedPosts,
    'the sitemap': readSitemapContent,
    'recent projects': listRecentProjects,
    'featured reviews': listFeaturedReviews,
  },
  staff: {
    'the moments of a week': (client) =>
      listQuoteRequestTimes(client, new Date(Date.now() - 7 * day)),
    'the oldest pending request': readOldestPending,
    'the newest pending requests': listNewestPending,
    'the newest unread messages': listNewestUnread,
    'how many wait': async (client) => {
      await countWaiting(client, 'quote_requests');
      await countWaiting(client, 'contact_submissions');
    },
    'the reviews that wait': listPendingReviews,
    'what has arrived': async (client) => {
      await readNewest(client, 'quote_requests');
      await readSince(client, 'contact_submissions', null);
    },
    'a page of quote requests': (client) =>
      readInboxRows(client, quoteRequestInbox, inboxView, [25, 49]),
    'the pending ones': (client) =>
      readInboxRows(client, quoteRequestInbox, { ...inboxView, status: 'pending' }, [0, 24]),
    'those by name': (client) =>
      readInboxRows(
        client,
        quoteRequestInbox,
        { ...inboxView, sort: 'customer', descending: false },
        [0, 24],
      ),
    'a page of messages': (client) =>
      readInboxRows(client, contactInbox, { ...inboxView, status: 'read' }, [0, 24]),
    'a page of sheds for staff': (client) =>
      readRecordPage(client, { table: 'shed_listings' }, { ...recordView, page: 2 }),
    'a page of drafts for staff': (client) =>
      readRecordPage(client, postList, { ...recordView, flagged: false }),
    'a page of reviews for staff': (client) =>
      readRecordPage(client, { table: 'reviews', flag: 'is_approved' }, recordView),
    'a page of projects for staff': (client) =>
      readRecordPage(client, { table: 'past_projects' }, recordView),
    'a page of the activity log': (client) => readAuditPage(client, noFilter, 2),
    'what was done to sheds': (client) =>
      readAuditPage(client, { ...noFilter, table: 'shed_listings' }, 1),
    'what was done to accounts': (client) =>
      readAuditPage(client, { ...noFilter, table: 'auth.users' }, 1),
    'what a person has done': (client) =>
      readAuditPage(client, { ...noFilter, person: randomUUID() }, 1),
  },
};

/** Small tables, for which a sequential scan is fastest. */
export const smallTables = new Set([
  'business_settings',
  'home_content',
  'video_carousel',
  'site_pages',
  'staff',
]);
