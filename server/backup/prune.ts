import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Stands in the names of scheduled backups; those made by hand are never removed. */
export const dailyLabel = '-daily';

/**
 * Removes the oldest scheduled backups of a folder. A later name than that of the one that was just
 * made comes from a clock that ran ahead: such backups go first.
 *
 * @param keep how many stay
 * @param latest the name of the one that was just made, which stays
 * @returns the names of those removed
 */
export async function pruneBackups(
  directory: string,
  keep: number,
  latest: string,
): Promise<string[]> {
  const names = (await readdir(directory))
    .filter((name) => /^ridgeline-backup-\d{8}T\d{6}Z-daily\.tar\.gz$/.test(name))
    .sort()
    .reverse();
  const surplus = [
    ...names.filter((name) => name <= latest),
    ...names.filter((name) => name > latest),
  ].slice(keep);
  for (const name of surplus) await rm(join(directory, name));
  return surplus;
}
