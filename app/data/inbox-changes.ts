import { idsInSteps } from './ids-in-steps.ts';
import { columnList, type InboxTable } from './inbox.ts';
import type { Client } from './supabase-context.ts';

/** What became of a change to several rows. */
export type ChangeOutcome = {
  /** The ids of the rows that the server has confirmed. */
  done: string[];
  /** Why the rest was not tried or not done; undefined where the server answered every time. */
  error?: unknown;
};

/**
 * Sets the status of several rows, a hundred at a time, until all are done or one step fails.
 * Rows that are gone are not among `done`.
 * @param onProgress hears how many rows have been tried
 */
export function setStatuses(
  client: Client,
  table: InboxTable,
  ids: string[],
  status: string,
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return inSteps(ids, onProgress, (some) =>
    client.from(table).update({ status }).in('id', some).select('id').throwOnError(),
  );
}

/** Marks several rows as spam, or as none, as `setStatuses` changes them. */
export function setSpamMarks(
  client: Client,
  table: InboxTable,
  ids: string[],
  is_spam: boolean,
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return inSteps(ids, onProgress, (some) =>
    client.from(table).update({ is_spam }).in('id', some).select('id').throwOnError(),
  );
}

/** Deletes several rows as `setStatuses` changes them. */
export function deleteRows(
  client: Client,
  table: InboxTable,
  ids: string[],
  onProgress: (tried: number) => void,
): Promise<ChangeOutcome> {
  return inSteps(ids, onProgress, (some) =>
    client.from(table).delete().in('id', some).select('id').throwOnError(),
  );
}

/** Several rows, newest first; those that are gone are left out. */
export async function readRows<Item extends { id: string; created_at: string }>(
  client: Client,
  table: InboxTable,
  ids: string[],
  columns: readonly (keyof Item & string)[],
): Promise<Item[]> {
  const list = columnList(columns);
  const rows: Item[] = [];
  for (const some of idsInSteps(ids)) {
    const { data } = await client.from(table).select(list).in('id', some).throwOnError();
    rows.push(...(data as unknown as Item[]));
  }
  return rows.sort(
    (one, other) =>
      other.created_at.localeCompare(one.created_at) || one.id.localeCompare(other.id),
  );
}

async function inSteps(
  ids: string[],
  onProgress: (tried: number) => void,
  change: (some: string[]) => PromiseLike<{ data: { id: string }[] }>,
): Promise<ChangeOutcome> {
  const done: string[] = [];
  let tried = 0;
  for (const some of idsInSteps(ids)) {
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
