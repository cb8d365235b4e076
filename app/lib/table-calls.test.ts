import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import * as posts from '#app/features/blog/blog-posts.ts';
import { toPublication } from '#app/features/blog/post-form.ts';
import * as settings from '#app/features/business/business-settings.ts';
import * as contacts from '#app/features/enquiries/contact-submissions.ts';
import { readInboxRows } from '#app/features/enquiries/inbox.ts';
import * as quoteRequests from '#app/features/enquiries/quote-requests.ts';
import * as sections from '#app/features/heroes/hero-form.ts';
import { readActiveSection } from '#app/features/heroes/heroes.ts';
import * as videos from '#app/features/home/video-carousel.ts';
import * as projects from '#app/features/projects/past-projects.ts';
import * as reviews from '#app/features/reviews/reviews.ts';
import * as sheds from '#app/features/sheds/shed-listings.ts';
import {
  newPost,
  newProject,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import type { Client } from './client.ts';
import type { Database } from './database.types.ts';
import { postsPerPage, shedsPerPage } from './limits.ts';
import { listPublishedTables } from './publication.ts';
import { readRecordPage } from './record-page.ts';
import { readSitemapContent } from './sitemap.ts';

/** The requests of the table interface, in section 7 of the specification. */

const read = { id: '7', updated_at: '2026-05-01T12:00:00+00:00' };

/** A client that records its requests without their lists of columns; every write returns a row. */
function connect() {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const method = init?.method ?? 'GET';
    for (const name of ['select', 'columns', 'offset']) searchParams.delete(name);
    const query = decodeURIComponent(searchParams.toString().replaceAll('+', ' '));
    calls.push(`${method} ${pathname.replace('/rest/v1/', '')}${query && `?${query}`}`);
    if (init?.body) bodies.push(JSON.parse(String(init.body)));
    if (method === 'HEAD') return new Response(null, { headers: { 'content-range': '*/0' } });
    return Response.json(method === 'GET' ? [] : [read]);
  };
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  return { client, calls, bodies };
}

const now = new Date('2026-11-21T12:00:00Z');
const project = newProject();
const shed = newShed();
const review = newReview();
const post = newPost();
const video = newVideo();
const hero = newSection();
const business = { ...newSettings(), latitude: null, longitude: null, retention_months: 24 };

describe('reads', () => {
  const newestFirst = 'order=created_at.desc,id.asc';

  test.each<[call: string, (client: Client) => Promise<unknown>]>([
    [
      'home_content?section_name=eq.hero&is_active=eq.true',
      (client) => readActiveSection(client, 'hero'),
    ],
    [
      'home_content?section_name=eq.sheds_hero&is_active=eq.true',
      (client) => readActiveSection(client, 'sheds_hero'),
    ],
    [
      'video_carousel?is_active=eq.true&order=order_index.asc,created_at.desc,id.asc',
      videos.listActiveVideos,
    ],
    ['video_carousel?order=order_index.asc,created_at.desc,id.asc&limit=1000', videos.listVideos],
    [
      `reviews?is_approved=eq.true&is_featured=eq.true&${newestFirst}&limit=6`,
      reviews.listFeaturedReviews,
    ],
    [`past_projects?${newestFirst}&limit=8`, projects.listRecentProjects],
    [
      `shed_listings?is_active=eq.true&order=is_featured.desc,order_index.asc.nullsfirst,created_at.desc,id.asc&limit=${shedsPerPage}`,
      (client) => sheds.readShedsPage(client, { sort: 'featured' } as never, null),
    ],
    [
      `blog_posts?is_published=eq.true&order=published_at.desc.nullsfirst,created_at.desc,id.asc&limit=${postsPerPage}`,
      (client) => posts.readPostsPage(client, null),
    ],
    [
      'blog_posts?slug=eq.a-slug&is_published=eq.true',
      (client) => posts.readPublishedPost(client, 'a-slug'),
    ],
    ['blog_post_slug_history?slug=eq.former', (client) => posts.getCurrentSlug(client, 'former')],
    [`shed_listings?is_active=eq.true&${newestFirst}&limit=1000`, readSitemapContent],
    [`blog_posts?is_published=eq.true&${newestFirst}&limit=1000`, readSitemapContent],
    ['business_settings?limit=1', settings.readBusinessSettings],
  ])('GET %s', async (call, readRows) => {
    const { client, calls } = connect();
    await readRows(client);
    expect(calls).toContain(`GET ${call}`);
  });

  test.each(['past_projects', 'shed_listings', 'reviews', 'blog_posts', 'own_pages'] as const)(
    'readRecordPage reads %s newest first, 48 at a time',
    async (table) => {
      const { client, calls } = connect();
      await readRecordPage(client, { table }, { search: '', flagged: undefined, page: 1 });
      expect(calls).toContain(`GET ${table}?${newestFirst}&limit=48`);
    },
  );

  test('listPublishedTables counts the rows of each table that became public in a span', async () => {
    const { client, calls } = connect();
    expect(await listPublishedTables(client, 0, 1000)).toEqual([]);
    const span =
      'published_at=gt.1970-01-01T00:00:00.000Z&published_at=lte.1970-01-01T00:00:01.000Z';
    expect(calls).toEqual([
      `HEAD own_pages?is_published=eq.true&${span}`,
      `HEAD blog_posts?is_published=eq.true&${span}`,
      `HEAD past_projects?is_active=eq.true&${span}`,
      `HEAD shed_listings?is_active=eq.true&${span}`,
    ]);
  });

  test.each([quoteRequests.quoteRequestInbox, contacts.contactInbox])(
    'readInboxRows reads $table newest first',
    async (inbox) => {
      const { client, calls } = connect();
      const query = { status: undefined, search: '', sort: 'date', descending: true } as never;
      await readInboxRows(client, inbox as never, query, [0, 49]);
      expect(calls).toEqual([`GET ${inbox.table}?is_spam=eq.false&${newestFirst}&limit=50`]);
    },
  );
});

describe('writes', () => {
  const version = 'id=eq.7&updated_at=eq.2026-05-01T12:00:00+00:00';

  test.each<[call: string, (client: Client) => Promise<unknown>, body?: object]>([
    ['POST past_projects', (client) => projects.insertProject(client, project), project],
    ['POST shed_listings', (client) => sheds.insertShed(client, shed), shed],
    ['POST reviews', (client) => reviews.insertReview(client, review), review],
    ['POST blog_posts', (client) => posts.insertPost(client, post), post],
    ['POST home_content', (client) => sections.insertSection(client, hero), hero],
    ['POST video_carousel', (client) => videos.insertVideo(client, video), video],
    ['POST business_settings', (client) => settings.insertSettings(client, business), business],
    [
      'PATCH quote_requests?id=eq.7',
      (client) => quoteRequests.updateQuoteRequest(client, '7', { status: 'responded' }),
      { status: 'responded' },
    ],
    [
      'PATCH contact_submissions?id=eq.7',
      (client) => contacts.updateContactSubmission(client, '7', { status: 'read' }),
      { status: 'read' },
    ],
    [
      `PATCH past_projects?${version}`,
      (client) => projects.updateProject(client, read, project),
      project,
    ],
    [`PATCH shed_listings?${version}`, (client) => sheds.updateShed(client, read, shed), shed],
    [`PATCH reviews?${version}`, (client) => reviews.updateReview(client, read, review), review],
    [`PATCH blog_posts?${version}`, (client) => posts.updatePost(client, read, post), post],
    [`PATCH home_content?${version}`, (client) => sections.updateSection(client, read, hero), hero],
    [`PATCH video_carousel?${version}`, (client) => videos.updateVideo(client, read, video), video],
    [
      `PATCH business_settings?${version}`,
      (client) => settings.updateSettings(client, read, business),
      business,
    ],
    [
      'PATCH shed_listings?id=eq.7',
      (client) => sheds.setShedActive(client, '7', false),
      { is_active: false },
    ],
    [
      'PATCH past_projects?id=eq.7',
      (client) => projects.setProjectActive(client, '7', false),
      { is_active: false },
    ],
    [
      'PATCH reviews?id=eq.7',
      (client) =>
        reviews.flagReview(
          client,
          { id: '7', updated_at: '', sent_by_customer: false },
          { is_approved: true },
        ),
      { is_approved: true },
    ],
    [
      'PATCH blog_posts?id=eq.7',
      (client) => posts.setPublication(client, '7', toPublication(true, now)),
      { is_published: true, published_at: '2026-11-21T12:00:00.000Z' },
    ],
    [
      'PATCH video_carousel?id=eq.7',
      (client) => videos.setVideoActive(client, '7', true),
      { is_active: true },
    ],
    [
      `PATCH video_carousel?${version}`,
      (client) => videos.setVideoOrder(client, read, 3),
      { order_index: 3 },
    ],
    ['DELETE quote_requests?id=eq.7', (client) => quoteRequests.deleteQuoteRequest(client, '7')],
    [
      'DELETE contact_submissions?id=eq.7',
      (client) => contacts.deleteContactSubmission(client, '7'),
    ],
    ['DELETE past_projects?id=eq.7', (client) => projects.deleteProject(client, '7')],
    ['DELETE shed_listings?id=eq.7', (client) => sheds.deleteShed(client, '7')],
    ['DELETE reviews?id=eq.7', (client) => reviews.deleteReview(client, '7')],
    ['DELETE blog_posts?id=eq.7', (client) => posts.deletePost(client, '7')],
    ['DELETE video_carousel?id=eq.7', (client) => videos.deleteVideo(client, '7')],
  ])('%s', async (call, write, body) => {
    const { client, calls, bodies } = connect();
    await write(client);
    expect(calls).toEqual([call]);
    expect(bodies).toEqual(body ? [body] : []);
  });
});
