import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#backend/start-error.ts';

/** Another running process has locked the folder. */
export class FolderInUse extends StartError {
  override readonly name = 'FolderInUse';
}

/** Keeps references, because garbage collection would release the locks. */
const locks = new Set<DatabaseSync>();

/**
 * Locks the folder for this process: SQLite's exclusive lock on a file beside the folder, which the
 * kernel releases when the process ends, even by SIGKILL.
 *
 * @param directory the folder; the lock is `{directory}.lock`, the owner's pid is in `{directory}.pid`
 * @returns a function that releases the lock
 * @throws FolderInUse with the owner's pid
 */
export function lockFolder(directory: string): () => void {
  const pidFile = `${directory}.pid`;
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /database is locked/.test(error.message))) throw error;
    throw new FolderInUse(
      `The data folder ${directory} is in use by process ${readPid(pidFile)}. ` +
        'Stop that process first; two processes on one folder would destroy it.',
    );
  }
  locks.add(lock);
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return () => {
    locks.delete(lock);
    if (lock.isOpen) lock.close();
  };
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim() || 'unknown';
  } catch {
    return 'unknown';
  }
}
