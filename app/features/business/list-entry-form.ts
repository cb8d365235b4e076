import type { Client } from '#app/lib/client.ts';
import { fixedLists, type ListName } from '#app/lib/options.ts';
import { pluralizeList } from '#app/lib/pluralize.ts';
import { z } from '#app/lib/zod-mini.ts';

/** The database has the same limits. */
export const maxOwnEntries = 30;
const maxEntryLength = 60;

/** Controls and marks that no one sees; joiners remain, they change the form of Arabic and Indic letters. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u;

export const entryTaken = 'This entry is already on the list';

/**
 * The form of an entry.
 * @param others the owner's other entries of the list
 */
export function createEntryForm(list: ListName, others: readonly string[]) {
  const used = new Set([...fixedLists[list], ...others].map((name) => name.toLowerCase()));
  return z.object({
    name: z.string().check(
      z.overwrite((text) =>
        text
          .normalize('NFC')
          .replace(/[^\S\n]+/g, ' ')
          .trim(),
      ),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(maxEntryLength, `Please use at most ${maxEntryLength} characters`),
      z.refine(
        (text) => !invisible.test(text),
        'Please remove line breaks and invisible characters',
      ),
      z.refine((text) => !used.has(text.toLowerCase()), entryTaken),
    ),
    swatch: z.union([z.literal(''), z.string().check(z.regex(/^#[0-9a-f]{6}$/))]),
  });
}

const recordNouns: Record<string, string> = {
  shed_listings: 'shed',
  past_projects: 'project',
  reviews: 'review',
  quote_requests: 'quote request',
};

/** Numbers of records by table. */
export type EntryUses = Record<string, number>;

/** Such as `2 sheds and 1 quote request`; undefined if no record has the value. */
export function describeUses(uses: EntryUses): string | undefined {
  const counts = Object.entries(recordNouns).map(([table, noun]): [number, string] => [
    uses[table] ?? 0,
    noun,
  ]);
  return counts.some(([count]) => count > 0) ? pluralizeList(counts) : undefined;
}

/** Such as `2 sheds use it and won't change.`; empty if no record has the value. */
export function describeUnchanged(uses: EntryUses): string {
  const used = describeUses(uses);
  const total = Object.values(uses).reduce((sum, count) => sum + count, 0);
  return used ? `${used} ${total === 1 ? 'uses' : 'use'} it and won't change.` : '';
}

/** Counts the records with the value of an entry, for staff. */
export async function countEntryUses(client: Client, id: string): Promise<EntryUses> {
  const { data } = await client.rpc('count_list_entry_uses', { entry_id: id }).throwOnError();
  return data as EntryUses;
}
