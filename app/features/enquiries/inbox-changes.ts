import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';
import { type InboxTable, toColumnList } from './inbox.ts';

export type ChangeOutcome = {
  done: string[];
  error?: unknown;
};

/**
 * Updates rows in batches until one fails. Rows that do not exist are not in `done`.
 * @param onProgress is called with the number of rows tried
 */
export function setStatuses(
  client: Client,
  table: InboxTable,
  ids: string[],
  status: string,
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return changeInBatches(ids, onProgress, (some) =>
    client.from(table).update({ status }).in('id', some).select('id').throwOnError(),
  );
}

export function setSpamMarks(
  client: Client,
  table: InboxTable,
  ids: string[],
  is_spam: boolean,
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return changeInBatches(ids, onProgress, (some) =>
    client.from(table).update({ is_spam }).in('id', some).select('id').throwOnError(),
  );
}

export function deleteRows(
  client: Client,
  table: InboxTable,
  ids: string[],
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return changeInBatches(ids, onProgress, (some) =>
    client.from(table).delete().in('id', some).select('id').throwOnError(),
  );
}

export async function readRows<Item extends { id: string; created_at: string }>(
  client: Client,
  table: InboxTable,
  ids: string[],
  columns: readonly (keyof Item & string)[],
): Promise<Item[]> {
  const list = toColumnList(columns);
  const rows: Item[] = [];
  for (const some of chunk(ids)) {
    const { data } = await client.from(table).select(list).in('id', some).throwOnError();
    rows.push(...(data as unknown as Item[]));
  }
  return rows.sort(
    (one, other) =>
      other.created_at.localeCompare(one.created_at) || one.id.localeCompare(other.id),
  );
}

async function changeInBatches(
  ids: string[],
  onProgress: (tried: number) => void,
  change: (some: string[]) => PromiseLike<{ data: { id: string }[] }>,
): Promise<ChangeOutcome> {
  const done: string[] = [];
  let tried = 0;
  for (const some of chunk(ids)) {
    try {
      const { data } = await change(some);
      done.push(...data.map(({ id }) => id));
    } catch (error) {
      return { done, error };
    }
    tried += some.length;
    onProgress(tried);
  }
  return { done };
}
