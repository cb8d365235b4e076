import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Stands in the names of scheduled backups; those made by hand are never removed. */
export const dailyLabel = '-daily';

/**
 * Removes the oldest scheduled backups of a folder.
 *
 * @param keep how many stay
 * @returns the names of those removed
 */
export async function pruneBackups(directory: string, keep: number): Promise<string[]> {
  const names = await readdir(directory);
  const surplus = names
    .filter((name) => /^ridgeline-backup-\d{8}T\d{6}Z-daily\.tar\.gz$/.test(name))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of surplus) await rm(join(directory, name));
  return surplus;
}
