import { toIsoDay } from '#app/lib/dates.ts';

/** The author of posts that don't name one. */
export const defaultAuthor = 'The Team';

/** Characters; the database has the same limit. */
export const maxSlugLength = 200;

/** Lowercase, without accents, each run of other characters one hyphen. */
export function createSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '');
}

/** Words a minute. */
const readingSpeed = 220;

/** Minutes, at least one. */
export function estimateReadingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/).length / readingSpeed));
}

/** When the post last changed, if that was on a later day than its publication; otherwise null. */
export function getLaterChange({
  published_at,
  updated_at,
}: {
  published_at: string | null;
  updated_at: string;
}): string | null {
  return published_at && toIsoDay(updated_at) > toIsoDay(published_at) ? updated_at : null;
}
