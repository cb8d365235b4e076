import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file atomically, and to disk: as `{path}.part`, synced, renamed, and the folder synced.
 * Readable by its owner only.
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

/** Syncs a folder's list of files. */
export async function syncEntries(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
