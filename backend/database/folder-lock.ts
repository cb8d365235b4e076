import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#backend/start-error.ts';

/** The folder belongs to another process that is still running. */
export class FolderInUse extends StartError {
  override readonly name = 'FolderInUse';
}

/** What is held, so that no lock is let go of as memory that nobody refers to. */
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process alone. The lock is SQLite's exclusive lock on a file beside the
 * folder: the kernel holds it for the life of the process and frees it at once after SIGKILL.
 *
 * @param directory the folder to guard; the lock is `{directory}.lock`, the holder's pid in
 *   `{directory}.pid`
 * @returns a function that gives the folder back
 * @throws FolderInUse with the holder's pid
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
  held.add(lock);
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return () => {
    held.delete(lock);
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
