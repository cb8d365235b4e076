import type { Client } from '#app/lib/client.ts';
import { toIsoDay } from '#app/lib/dates.ts';
import { z } from '#app/lib/zod.ts';

/** What daily totals are counted by; the constraint daily_visits_kind_known has the same and those of `vitals`. */
export type VisitKind =
  | 'page'
  | 'listing'
  | 'design'
  | 'referrer'
  | 'campaign'
  | 'device'
  | 'empty_filter'
  | Vital;

export type Vital = 'lcp' | 'inp' | 'cls';

/**
 * Core Web Vitals (https://web.dev/articles/vitals) with the thresholds of good and poor, and the bounds by which
 * values are counted: milliseconds, for `cls` thousandths.
 */
export const vitals: Record<Vital, { good: number; poor: number; bounds: readonly number[] }> = {
  lcp: { good: 2500, poor: 4000, bounds: [1000, 1500, 2000, 2500, 3000, 4000, 6000] },
  inp: { good: 200, poor: 500, bounds: [50, 100, 150, 200, 300, 500, 1000] },
  cls: { good: 100, poor: 250, bounds: [10, 25, 50, 100, 150, 250, 500] },
};

/** The name under which larger values than the last bound are counted. */
const over = 'over';

/** Returns the name under which a value is counted: the first bound that it does not exceed, or `over`. */
export function toVitalName(vital: Vital, value: number): string {
  return String(vitals[vital].bounds.find((bound) => value <= bound) ?? over);
}

/** Measurements of a vital: how many were good, fair and poor, and the bound that 75% of them do not exceed. */
export type VitalSummary = {
  total: number;
  good: number;
  fair: number;
  poor: number;
  /** Infinity if it is above the last bound; undefined without measurements. */
  percentile75: number | undefined;
};

/** Sums up the counts by name of `toVitalName`. */
export function summarizeVital(vital: Vital, rows: readonly VisitRow[]): VitalSummary {
  const { good, poor, bounds } = vitals[vital];
  const counts = [...bounds, Number.POSITIVE_INFINITY].map((bound) => {
    const name = Number.isFinite(bound) ? String(bound) : over;
    return { bound, views: rows.find((row) => row.name === name)?.views ?? 0 };
  });
  const sum = (isCounted: (bound: number) => boolean) =>
    counts.reduce((total, { bound, views }) => total + (isCounted(bound) ? views : 0), 0);
  const total = sum(() => true);
  return {
    total,
    good: sum((bound) => bound <= good),
    fair: sum((bound) => bound > good && bound <= poor),
    poor: sum((bound) => bound > poor),
    percentile75:
      total > 0
        ? counts.find(({ bound }) => sum((lower) => lower <= bound) >= total * 0.75)?.bound
        : undefined,
  };
}

/** Days that the screen can show. */
export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** Parses the search parameter of the screen; 30 days unless it is one of `periods`. */
export function parsePeriod(text: string): Period {
  return periods.find((days) => String(days) === text) ?? 30;
}

/** Returns the days of a period up to today in Ontario as YYYY-MM-DD, the first one first. */
export function listDays(period: Period, now: Date): string[] {
  const today = Date.parse(`${toIsoDay(now)}T00:00:00Z`);
  return Array.from({ length: period }, (_, index) =>
    new Date(today - (period - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** `title` is that of a listing or a project that still exists. */
export type VisitRow = { name: string; title: string | null; views: number };

/** Reads the 100 names of a kind with the most views since a day (YYYY-MM-DD). @throws PostgrestError */
export async function listVisits(
  client: Client,
  kind: VisitKind,
  firstDay: string,
): Promise<VisitRow[]> {
  const { data } = await client
    .rpc('list_visits', { shown_kind: kind, first_day: firstDay })
    .throwOnError();
  return data;
}

/** Reads the views of each day, 0 for days without any. @throws PostgrestError */
export async function readDailyViews(
  client: Client,
  days: readonly string[],
): Promise<{ day: string; views: number }[]> {
  const { data } = await client
    .rpc('list_daily_visits', { first_day: days[0] ?? '' })
    .throwOnError();
  const views = new Map(data.map((row) => [row.day, row.views]));
  return days.map((day) => ({ day, views: views.get(day) ?? 0 }));
}

const summary = z.object({
  views: z.number(),
  listingViews: z.number(),
  designViews: z.number(),
  requests: z.number(),
  designedRequests: z.number(),
  quotes: z.number(),
  designedQuotes: z.number(),
  accepted: z.number(),
  designedAccepted: z.number(),
  openCents: z.number(),
  wonCents: z.number(),
  dueCents: z.number(),
});

export type VisitSummary = z.infer<typeof summary>;

/** Reads the way from views to accepted quotes, and the money, of these days. @throws PostgrestError, ZodError */
export async function readVisitSummary(
  client: Client,
  days: readonly string[],
): Promise<VisitSummary> {
  const { data } = await client
    .rpc('summarize_visits', { first_day: days[0] ?? '', last_day: days.at(-1) ?? '' })
    .throwOnError();
  return summary.parse(data);
}

const listingFunnel = z.object({
  id: z.string(),
  title: z.string(),
  views: z.number(),
  requests: z.number(),
  quotes: z.number(),
  accepted: z.number(),
});

/** The way from views of a listing to accepted quotes. */
export type ListingFunnel = z.infer<typeof listingFunnel>;

/** Reads the ways of all listings in these days, by title. @throws PostgrestError, ZodError */
export async function readListingFunnels(
  client: Client,
  days: readonly string[],
): Promise<ListingFunnel[]> {
  const { data } = await client
    .rpc('list_listing_funnels', { first_day: days[0] ?? '', last_day: days.at(-1) ?? '' })
    .throwOnError();
  return z.array(listingFunnel).parse(data);
}

const pageTitles = new Map([
  ['/', 'Home'],
  ['/sheds', 'Custom Sheds'],
  ['/custom-sheds/:id', 'All shed listings'],
  ['/design', 'Designer'],
]);
const deviceTitles = new Map([
  ['phone', 'Phones'],
  ['tablet', 'Tablets'],
  ['computer', 'Computers'],
]);

/** Returns what staff read for a counted name. */
export function getVisitTitle(kind: VisitKind, { name, title }: VisitRow): string {
  if (title) return title;
  if (name === 'other') return 'Other';
  if (kind === 'page') return pageTitles.get(name) ?? name;
  if (kind === 'device') return deviceTitles.get(name) ?? name;
  if (kind === 'listing') return 'A deleted listing';
  if (kind === 'referrer' && name === 'direct') return 'Typed address, bookmark or app';
  return name;
}
