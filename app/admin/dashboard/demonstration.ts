import type { Client } from '#app/lib/client.ts';
import { pluralizeList } from '#app/lib/pluralize.ts';
import { z } from '#app/lib/zod.ts';

const counts = z.record(z.string(), z.number());
type Counts = z.infer<typeof counts>;

const state = z.object({
  unedited: counts,
  edited: counts,
  removed_at: z.string().nullable(),
});

/** The numbers of rows that the seed added, by table, and when they were removed if that can be undone. */
export type Demonstration = z.infer<typeof state>;

export async function readDemonstration(client: Client): Promise<Demonstration> {
  const { data } = await client.rpc('read_demonstration').throwOnError();
  return state.parse(data);
}

/** Whether the site has demonstration content that nobody has edited. */
export const isDemonstration = ({ unedited }: Pick<Demonstration, 'unedited'>) =>
  Object.keys(unedited).length > 0;

/** Removes all demonstration content, edited records only if asked to. */
export async function removeDemonstration(client: Client, withEdited: boolean): Promise<void> {
  await client.rpc('remove_demonstration', { with_edited: withEdited }).throwOnError();
}

/** Puts back what was removed, and returns how many records could not be, because others took their place. */
export async function putBackDemonstration(client: Client): Promise<number> {
  const { data } = await client.rpc('put_back_demonstration').throwOnError();
  return data;
}

const recordNouns: [table: string, one: string, many?: string][] = [
  ['shed_listings', 'shed'],
  ['past_projects', 'project'],
  ['reviews', 'review'],
  ['blog_posts', 'blog post'],
  ['video_carousel', 'video'],
  ['home_content', 'page heading'],
  ['quote_requests', 'quote request'],
  ['contact_submissions', 'contact message'],
  ['price_lists', 'price list'],
];

const settingsNouns: [table: string, noun: string][] = [
  ['business_settings', 'Business Settings'],
  ['tax_settings', 'HST'],
  ['quote_settings', 'Quote settings'],
  ['designer_settings', 'Designer settings'],
];

/** Names records by number, such as `16 sheds, 9 projects and 1 price list`; undefined if there are none. */
export function describeRecords(rows: Counts): string | undefined {
  const found = recordNouns.filter(([table]) => rows[table]);
  if (found.length === 0) return undefined;
  return pluralizeList(found.map(([table, ...noun]) => [rows[table] ?? 0, ...noun]));
}

/** Names settings, such as `Business Settings and HST`; undefined if there are none. */
export function describeSettings(rows: Counts): string | undefined {
  const found = settingsNouns.flatMap(([table, noun]) => (rows[table] ? noun : []));
  if (found.length === 0) return undefined;
  return new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(found);
}
