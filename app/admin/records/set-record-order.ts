import type { Client } from '#app/lib/client.ts';

export type OrderedTable = 'shed_listings' | 'past_projects' | 'list_entries';

/** The order that staff want, and the one that they saw. */
export type OrderChange = { ids: string[]; idsBefore: string[] };

/** @throws PostgrestError, PT409 if the records are no longer in the order that staff saw */
export async function setRecordOrder(
  client: Client,
  table: OrderedTable,
  { ids, idsBefore }: OrderChange,
): Promise<void> {
  await client
    .rpc('set_record_order', { record_table: table, ids, ids_before: idsBefore })
    .throwOnError();
}
