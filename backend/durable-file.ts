import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file atomically and durably: writes and syncs `{path}.part`, renames it, and syncs the
 * folder. Only the owner can read it.
 *
 * @param content the bytes, in chunks
 * @returns the size in bytes
 */
export async function writeDurably(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ size: number }> {
  const temporary = `${path}.part`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    let size = 0;
    try {
      for await (const chunk of content) {
        await file.writeFile(chunk);
        size += chunk.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncEntries(dirname(path));
    return { size };
  } catch (error) {
    await rm(temporary, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Writes a file durably unless it exists. Of several processes at once, the one that creates the hard link first wins,
 * and the file it points to is complete. Only the owner can read it.
 */
export async function writeOnce(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeDurably(temporary, [content]);
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(temporary);
  }
  await syncEntries(dirname(path));
}

/** Syncs a folder's list of files. */
export async function syncEntries(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Syncs one file or folder. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs a folder, everything below it, and its entry in the parent. */
export function syncFolder(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(directory);
  syncPath(dirname(directory));
}

/**
 * Syncs the file system of a folder with syncfs(2), by `sync -f` of GNU coreutils or BusyBox, since Node
 * has no call for it: one call instead of an fsync for each of thousands of files. Only this process may
 * change the folder meanwhile.
 *
 * @returns whether the file of a descriptor is on disk because it has not changed since; false for
 *   every file if the system is not Linux, has no such command, or it failed
 */
export function syncFileSystem(directory: string): (descriptor: number) => boolean {
  // Writing, truncating and renaming all change the ctime, which no program can set.
  const changeTimes = new Map<bigint, bigint>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const { ino, ctimeNs } = statSync(join(directory, name), { bigint: true });
    changeTimes.set(ino, ctimeNs);
  }
  const isSynced =
    process.platform === 'linux' &&
    spawnSync('sync', ['-f', directory], { stdio: 'ignore' }).status === 0;
  return (descriptor) => {
    if (!isSynced) return false;
    const { ino, ctimeNs } = fstatSync(descriptor, { bigint: true });
    return changeTimes.get(ino) === ctimeNs;
  };
}
