import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '#backend/durable-file.ts';

// Two renames replace a folder. If the process ends between them, the folder is missing and the next
// start puts the former one back.

/** Where the replaced folder is until the new one is in use. */
export const formerFolder = (directory: string) => `${directory}.former`;

/** Where a backup is loaded before it replaces the folder. */
export const restoringFolder = (directory: string) => `${directory}.restoring`;

/** Removes what was loaded of a backup, which no process has open. */
export function removeRestoringFolder(directory: string): void {
  for (const suffix of ['', '.new', '.lock', '.pid'])
    rmSync(`${restoringFolder(directory)}${suffix}`, { recursive: true, force: true });
}

/**
 * Replaces a folder with another one on the same disk. The caller has locked the folder, and synced the new one.
 *
 * @returns `undo`, which puts the former folder back, and `finish`, which deletes it
 */
export function exchangeFolders(
  directory: string,
  next: string,
): { undo: () => void; finish: () => void } {
  const former = formerFolder(directory);
  renameSync(directory, former);
  try {
    renameSync(next, directory);
  } catch (error) {
    renameSync(former, directory);
    throw error;
  }
  syncPath(dirname(directory));
  return {
    undo: () => {
      renameSync(directory, next);
      renameSync(former, directory);
      syncPath(dirname(directory));
    },
    finish: () => rmSync(former, { recursive: true, force: true }),
  };
}

/**
 * Puts the former folder back if the process ended between the two renames, and removes what an interrupted restore has
 * loaded. The caller has locked the folder.
 *
 * @returns a function that deletes the former folder, once the other one is in use
 */
export function settleExchange(directory: string): () => void {
  const former = formerFolder(directory);
  if (existsSync(former) && !existsSync(directory)) {
    renameSync(former, directory);
    syncPath(dirname(directory));
  }
  removeRestoringFolder(directory);
  return () => rmSync(former, { recursive: true, force: true });
}
