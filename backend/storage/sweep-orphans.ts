import type { Database } from '#backend/database/database.ts';
import type { FileStore } from './files.ts';

const batchSize = 500;

/**
 * Removes the files that no object points to: what a crash left between a file and its row, or
 * between a row and its old file.
 *
 * @param olderThanMs younger files may belong to an upload under way, and stay; milliseconds
 * @returns how many were removed
 */
export async function sweepOrphans(
  database: Database,
  files: FileStore,
  olderThanMs: number,
): Promise<number> {
  const newest = Date.now() - olderThanMs;
  const old: string[] = [];
  for await (const { key, writtenAt } of files.list()) {
    if (writtenAt.getTime() <= newest) old.push(key);
  }
  let removed = 0;
  for (let start = 0; start < old.length; start += batchSize) {
    const keys = old.slice(start, start + batchSize);
    const rows = await database.owner
      .selectFrom('storage.objects')
      .select('version')
      .where('version', 'in', keys)
      .execute();
    const needed = new Set(rows.map(({ version }) => version));
    for (const key of keys.filter((candidate) => !needed.has(candidate))) {
      await files.remove(key);
      removed += 1;
    }
  }
  return removed;
}
