import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import type { FileStore } from './files.ts';

const batchSize = 500;

/**
 * Removes the files that no object points to: what a crash left between a file and its row, or
 * between a row and its old file.
 *
 * @param olderThanMs younger files may belong to an upload under way, and stay; milliseconds, by the
 *   slower of this machine's clock and the database's
 * @returns how many were removed
 */
export async function sweepOrphans(
  database: Database,
  files: FileStore,
  olderThanMs: number,
): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database.owner);
  const databaseNow = rows[0]?.now.getTime() ?? 0;
  const newest = Math.min(Date.now(), databaseNow) - olderThanMs;
  const old: string[] = [];
  for await (const { key, writtenAt } of files.list()) {
    if (writtenAt.getTime() <= newest) old.push(key);
  }
  let removed = 0;
  for (let start = 0; start < old.length; start += batchSize) {
    const keys = old.slice(start, start + batchSize);
    const needing = await database.owner
      .selectFrom('storage.objects')
      .select('version')
      .where('version', 'in', keys)
      .execute();
    const needed = new Set(needing.map(({ version }) => version));
    for (const key of keys.filter((candidate) => !needed.has(candidate))) {
      await files.remove(key);
      removed += 1;
    }
  }
  return removed;
}
