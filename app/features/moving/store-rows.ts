import type { SupabaseClient } from '@supabase/supabase-js';
import type { Client } from '#app/lib/client.ts';
import {
  getCheckMessage,
  getServerMessage,
  isCheckViolation,
  isRateLimited,
  isUnavailable,
  isUniqueViolation,
} from '#app/lib/crud.ts';

export type ImportTable =
  | 'shed_listings'
  | 'past_projects'
  | 'reviews'
  | 'redirects'
  | 'blog_posts'
  | 'own_pages';

/** What would happen to a row of a file, or why it was not stored. */
export type PlannedRow = {
  line: number;
  /** By which staff recognize the row. */
  name: string;
  action: 'create' | 'update' | 'skip' | 'error';
  /** Why it is left out, or which columns change. */
  reason?: string;
  /** What is stored, with its id, and with its version if the row is stored already. */
  columns?: Record<string, unknown>;
  /** The addresses of images to copy. */
  images?: string[];
};

export type ImportResult = {
  created: number;
  updated: number;
  failed: PlannedRow[];
  /** Which images are missing in what was stored, and why. */
  failedImages?: string[];
};

const maxBatchRows = 100;
/** The backend takes 1 MiB. */
const maxBatchLength = 250_000;

/**
 * Stores the rows that are to be created or updated, in batches. A row that changed since it was planned is left out: its
 * version is not the stored one any more.
 * @param onProgress called with the number of rows that are done
 * @param signal ends the import after the current batch
 * @returns the counts, and the rows that were not stored with the reason
 */
export async function storeRows(
  client: Client,
  table: ImportTable,
  rows: PlannedRow[],
  { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
): Promise<ImportResult> {
  const result: ImportResult = { created: 0, updated: 0, failed: [] };
  let done = 0;
  let stopped = '';
  // A redirect that changes makes room for a new one at its former target.
  for (const action of ['update', 'create'] as const) {
    for (const batch of toBatches(rows.filter((row) => row.action === action))) {
      if (signal.aborted) stopped ||= stoppedByStaff;
      const failed = stopped
        ? batch.map((row) => fail(row, stopped))
        : await storeBatch(client, table, batch);
      if (failed.some(({ reason }) => reason === unanswered)) stopped ||= unanswered;
      result.failed.push(...failed);
      result[action === 'create' ? 'created' : 'updated'] += batch.length - failed.length;
      done += batch.length;
      onProgress(done);
    }
  }
  return result;
}

export const fail = ({ line, name }: PlannedRow, reason: string): PlannedRow => ({
  ...{ line, name, reason },
  action: 'error',
});

function toBatches(rows: PlannedRow[]): PlannedRow[][] {
  const batches: PlannedRow[][] = [];
  let length = 0;
  for (const row of rows) {
    const rowLength = JSON.stringify(row.columns).length;
    const last = batches.at(-1);
    if (last && last.length < maxBatchRows && length + rowLength <= maxBatchLength) {
      last.push(row);
      length += rowLength;
    } else {
      batches.push([row]);
      length = rowLength;
    }
  }
  return batches;
}

export const stoppedByStaff = 'The import was stopped';
export const unanswered =
  "The server didn't respond. Choose the file again to import the rest. We won't add anything twice";

/** Stores a batch in one statement, or row by row to find the one that the database refuses. */
async function storeBatch(
  client: Client,
  table: ImportTable,
  batch: PlannedRow[],
): Promise<PlannedRow[]> {
  try {
    // The typed client has no type for a table that is a parameter.
    await (client as SupabaseClient)
      .from(table)
      .upsert(batch.map(({ columns = {} }) => columns))
      .throwOnError();
    return [];
  } catch (error) {
    const [row, ...others] = batch;
    const message = getServerMessage(error);
    if (!row || message === undefined || isUnavailable(error) || isRateLimited(error)) {
      return batch.map((each) => fail(each, unanswered));
    }
    if (others.length === 0) return [fail(row, explain(row, error, message))];
    const failed: PlannedRow[] = [];
    for (const each of batch) failed.push(...(await storeBatch(client, table, [each])));
    return failed;
  }
}

function explain({ action }: PlannedRow, error: unknown, message: string): string {
  if (isUniqueViolation(error))
    return 'Someone else added this after the check. Check the file again';
  if (isCheckViolation(error) && !getCheckMessage(error)) return 'A value is not allowed';
  const isStale = action === 'update' && message.includes('updated_at');
  return isStale ? 'Someone else changed this after the check. Check the file again' : message;
}
