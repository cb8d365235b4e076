import type { Client } from '#app/lib/client.ts';
import {
  insertUniqueRow,
  updateUnchanged,
  type Version,
  type WritableColumns,
} from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import type { Announcement } from '#app/lib/site-looks.ts';

/** The maximum length of the announcement, as in the database. */
export const maxAnnouncementLength = 200;

export type StoredAnnouncement = Row<'announcements'>;
export type AnnouncementColumns = WritableColumns<'announcements'>;

/** Reads the bar above each page, as a visitor: the database shows it on its days only. */
export async function readShownAnnouncement(client: Client): Promise<Announcement | undefined> {
  const { data } = await client
    .from('announcements')
    .select('text,link')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  const { text, link } = data ?? {};
  return text ? { id: hash(text), text, ...(link && { link }) } : undefined;
}

/** For staff, on any day; null if none was entered. */
export async function readAnnouncement(client: Client): Promise<StoredAnnouncement | null> {
  const { data } = await client
    .from('announcements')
    .select('*')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** @throws RowChanged if there is one already */
export function insertAnnouncement(
  client: Client,
  columns: AnnouncementColumns,
): Promise<StoredAnnouncement> {
  return insertUniqueRow(client, 'announcements', columns);
}

/** @throws RowChanged if someone has saved it since */
export function updateAnnouncement(
  client: Client,
  read: Version,
  change: Partial<AnnouncementColumns>,
): Promise<StoredAnnouncement> {
  return updateUnchanged(client, 'announcements', read, change);
}

/** A short text that other texts rarely share; letters, digits and hyphens. */
function hash(text: string): string {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) | 0;
  return sum.toString(36);
}
