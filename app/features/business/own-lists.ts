import type { Client } from '#app/lib/client.ts';
import type { Row } from '#app/lib/database.types.ts';
import { fixedLists, type ListName, type OwnLists } from '#app/lib/options.ts';

export type ListEntry = Row<'list_entries'>;

export const listEntriesKey = ['list_entries'] as const;

const isListName = (name: string): name is ListName => Object.hasOwn(fixedLists, name);

/** Groups rows, which are in their order, by list. */
export function toOwnLists(rows: Pick<ListEntry, 'list' | 'name' | 'swatch'>[]): OwnLists {
  const lists: OwnLists = {};
  for (const { list, name, swatch } of rows) {
    if (!isListName(list)) continue;
    lists[list] = [...(lists[list] ?? []), name];
    if (swatch) lists.swatches = { ...lists.swatches, [name]: swatch };
  }
  return lists;
}

const columns = 'id, list, name, swatch, order_index, created_at, updated_at';

/** Reads the owner's entries of all lists in their order. Visitors may read them. */
export async function listEntries(client: Client): Promise<ListEntry[]> {
  const { data } = await client
    .from('list_entries')
    .select(columns)
    .order('order_index', { nullsFirst: false })
    .order('created_at')
    .order('id')
    .throwOnError();
  return data;
}

export const readOwnLists = async (client: Client): Promise<OwnLists> =>
  toOwnLists(await listEntries(client));
