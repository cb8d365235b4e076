import type { Announcement } from '#app/lib/site-looks.ts';

/** The maximum length of the announcement, as in the database. */
export const maxAnnouncementLength = 200;

type StoredAnnouncement = {
  announcement_text: string | null;
  announcement_link: string | null;
  announcement_from: string | null;
  announcement_until: string | null;
};

/**
 * The bar above each page on a day.
 *
 * @param today in Ontario, such as 2026-12-24
 * @returns undefined without a text, and before and after its days
 */
export function getAnnouncement(
  stored: StoredAnnouncement,
  today: string,
): Announcement | undefined {
  const { announcement_text: text, announcement_link: link } = stored;
  if (!text) return undefined;
  const { announcement_from: from, announcement_until: until } = stored;
  if ((from && today < from) || (until && today > until)) return undefined;
  return { id: hash(text), text, ...(link && { link }) };
}

/** A short text that other texts rarely share; letters, digits and hyphens. */
function hash(text: string): string {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return sum.toString(36);
}
