import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { readStatistics } from '#app/admin/dashboard/dashboard-counts.ts';
import { readInboxPage } from '#app/features/enquiries/inbox.ts';
import { quoteRequestInbox } from '#app/features/enquiries/quote-requests.ts';
import type { Database } from '#app/lib/database.types.ts';
import { readRecordPage } from '#app/lib/record-page.ts';
import { circumstances, processFigures, report } from './machine.ts';
import { growTo } from './rows.ts';
import { invalidatePages, startSite, visit } from './site.ts';

// Response times and resident memory with 1, 10 and 100 times the demonstration content: public
// pages cold (the cache dropped before each request) and from the cache, and what the lists of the
// back office ask for, signed in.
//   npx node bench/growth.ts [rounds]

const rounds = Number(process.argv[2] ?? 15);
const factors = [1, 10, 100];

type Times = { median: number; p95: number };
type Scale = {
  rows: Record<string, number>;
  pages: Record<string, { cold: Times; cached: Times; bytes: number }>;
  calls: Record<string, Times>;
  residentMB: number;
};

const found = circumstances();
const site = await startSite(undefined, {
  API_REQUESTS_PER_MINUTE: '0',
  IMAGES_AHEAD: 'off',
});
const options = { auth: { persistSession: false, autoRefreshToken: false } };
const connect = (key: string) => createClient<Database>(site.url, key, options);
const service = connect(site.secretKey);
const { publishableKey } = JSON.parse(readFileSync(join(site.directory, 'keys.json'), 'utf8'));
const staff: SupabaseClient<Database> = connect(publishableKey);
const { error } = await staff.auth.signInWithPassword({
  email: 'owner@example.com',
  password: 'correct horse',
});
if (error) throw error;

const scales: Record<string, Scale> = {};
let now = 1;
for (const factor of factors) {
  const rows = await growTo(service, now, factor);
  now = factor;
  scales[factor] = await measure(rows);
}
await site.stop();

const [minFactor = 1, maxFactor = 1] = [factors[0], factors.at(-1)];
report('growth', {
  ...found,
  rounds,
  unit: 'ms; of the largest to the smallest: times as long with 100 times the content',
  scales,
  ratioToSmallest: compare(scales[minFactor], scales[maxFactor]),
});

async function measure(rows: Record<string, number>): Promise<Scale> {
  const { data: shed } = await service
    .from('shed_listings')
    .select('id')
    .eq('is_active', true)
    .limit(1)
    .single()
    .throwOnError();
  const { data: post } = await service
    .from('blog_posts')
    .select('slug')
    .eq('is_published', true)
    .limit(1)
    .single()
    .throwOnError();
  const paths = {
    home: '/',
    sheds: '/sheds',
    'sheds, filtered': '/sheds?material=Wood',
    'sheds, last page': '/sheds?page=9999',
    'a listing': `/custom-sheds/${shed.id}`,
    blog: '/blog',
    'a post': `/blog/${post.slug}`,
    sitemap: '/sitemap.xml',
    feed: '/blog/feed.xml',
  };
  const pages: Scale['pages'] = {};
  for (const [name, path] of Object.entries(paths)) {
    const ask = () => visit(site.url + path);
    const bytes = await ask();
    const cold = await timed(ask, () => invalidatePages(service));
    pages[name] = { cold, cached: await timed(ask), bytes };
  }
  const calls: Scale['calls'] = {};
  for (const [name, call] of Object.entries(backOffice())) calls[name] = await timed(call);
  return { rows, pages, calls, residentMB: processFigures(site.pid).residentMB };
}

function backOffice(): Record<string, () => Promise<unknown>> {
  const all = { search: '', flagged: undefined, page: 1 };
  const sheds = { table: 'shed_listings' } as const;
  const posts = { table: 'blog_posts', flag: 'is_published' } as const;
  const inbox = { status: undefined, search: '', sort: 'date', descending: true } as const;
  return {
    'a page of sheds': () => readRecordPage(staff, sheds, all),
    'the last page of sheds': () => readRecordPage(staff, sheds, { ...all, page: 9999 }),
    'sheds with a word': () => readRecordPage(staff, sheds, { ...all, search: 'gambrel' }),
    'a page of posts': () => readRecordPage(staff, posts, all),
    'posts with a word': () => readRecordPage(staff, posts, { ...all, search: 'shed' }),
    'a page of projects': () => readRecordPage(staff, { table: 'past_projects' }, all),
    'a page of reviews': () =>
      readRecordPage(staff, { table: 'reviews', flag: 'is_approved' }, all),
    'a page of quote requests': () => readInboxPage(staff, quoteRequestInbox, inbox, 1),
    'quote requests with a word': () =>
      readInboxPage(staff, quoteRequestInbox, { ...inbox, search: 'cedar' }, 1),
    'the counts of the dashboard': () => readStatistics(staff, new Date()),
  };
}

async function timed(work: () => Promise<unknown>, before = async () => {}): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await before();
    const began = performance.now();
    await work();
    // The first one warms up.
    if (round > 0) times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => rounded(times[Math.ceil(times.length * share) - 1] ?? 0);
  return { median: at(0.5), p95: at(0.95) };
}

function compare(small: Scale | undefined, large: Scale | undefined) {
  if (!small || !large) return {};
  const ratio = (one?: Times, other?: Times) =>
    one && other ? rounded(other.median / one.median) : undefined;
  const names = Object.keys(small.pages);
  return {
    cold: Object.fromEntries(
      names.map((name) => [name, ratio(small.pages[name]?.cold, large.pages[name]?.cold)]),
    ),
    cached: Object.fromEntries(
      names.map((name) => [name, ratio(small.pages[name]?.cached, large.pages[name]?.cached)]),
    ),
    calls: Object.fromEntries(
      Object.keys(small.calls).map((name) => [name, ratio(small.calls[name], large.calls[name])]),
    ),
    residentMB: rounded(large.residentMB / small.residentMB),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
