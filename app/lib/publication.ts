import type { Client } from './client.ts';
import { formatMoment, parseLocalMinute, toLocalMinute } from './dates.ts';
import { endSentence } from './text.ts';
import { z } from './zod.ts';

/** Tables whose rows visitors see from their publication date on, with the column that must be true as well. */
const publishedTables = {
  own_pages: 'is_published',
  blog_posts: 'is_published',
  past_projects: 'is_active',
  shed_listings: 'is_active',
} as const;

type Publication = { published_at: string | null } & (
  | { is_published: boolean }
  | { is_active: boolean }
);

/** Whether visitors see a page, post, project or listing now, later or not. */
export function getPublicationState(
  row: Publication,
  now: Date,
): 'draft' | 'scheduled' | 'published' {
  if (!('is_published' in row ? row.is_published : row.is_active)) return 'draft';
  const { published_at } = row;
  return published_at && Date.parse(published_at) > now.getTime() ? 'scheduled' : 'published';
}

/** Says whether visitors see a project or listing, after it was made active or inactive. */
export function describeActivity(row: Publication & { title: string }, now: Date): string {
  const state = getPublicationState(row, now);
  if (state === 'draft') return `${row.title} is no longer shown on the website.`;
  return state === 'scheduled' && row.published_at
    ? endSentence(
        `${row.title} will be shown on the website from ${formatMoment(row.published_at)}`,
      )
    : `${row.title} is shown on the website.`;
}

/** The field of a publication date: a datetime-local value in Ontario time, or empty. */
export const publicationDate = z
  .string()
  .refine(
    (text) => text === '' || parseLocalMinute(text) !== undefined,
    'Please enter a valid date and time',
  );

/** The field's value of a stored date. */
export const toPublicationField = (stored: string | null): string =>
  stored ? toLocalMinute(stored) : '';

/**
 * Parses the field of a publication date; null if it is empty.
 * @param stored the stored date, kept if its minute is unchanged: the field shows no seconds
 */
export function parsePublicationField(
  entered: string,
  stored: string | null = null,
): string | null {
  if (stored && entered === toLocalMinute(stored)) return stored;
  return parseLocalMinute(entered)?.toISOString() ?? null;
}

/**
 * Lists the tables with rows that became public in a time span.
 * @param from milliseconds since 1970, exclusive
 * @param until milliseconds since 1970, inclusive
 */
export async function listPublishedTables(
  client: Client,
  from: number,
  until: number,
): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(publishedTables).map(async ([table, flag]) => {
      const { count } = await client
        .from(table as 'blog_posts')
        .select('id', { count: 'exact', head: true })
        .eq(flag as 'is_published', true)
        .gt('published_at', new Date(from).toISOString())
        .lte('published_at', new Date(until).toISOString())
        .throwOnError();
      return count ? [table] : [];
    }),
  );
  return found.flat();
}
