import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type BackupKind = 'daily' | 'staff' | 'restore' | 'operator';

export type ListedBackup = {
  file: string;
  kind: BackupKind;
  /** ISO 8601. */
  createdAt: string;
  /** Bytes. */
  size: number;
  /** Why the file can't be read, if it can't. */
  problem?: string;
};

const namePattern =
  /^ridgeline-backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(daily|staff|restore))?\.tar\.gz$/;

/** RFC 1952. */
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Returns true for the names that `createBackup` gives, none of which leads out of its folder. */
export function isBackupName(name: string): boolean {
  return namePattern.test(name);
}

/**
 * Lists the backups of a folder, newest first, without reading more than their first bytes. A folder that doesn't exist
 * has none.
 */
export async function listBackups(directory: string): Promise<ListedBackup[]> {
  const names = await readdir(directory).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const listed = await Promise.all(
    names.filter(isBackupName).map((file) => describeFile(directory, file)),
  );
  return listed
    .flatMap((backup) => backup ?? [])
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

/** Returns undefined for a file that was deleted meanwhile. */
async function describeFile(directory: string, file: string): Promise<ListedBackup | undefined> {
  const [, year, month, day, hour, minute, second, kind = 'operator'] =
    namePattern.exec(file) ?? [];
  const createdAt = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const backup = { file, kind: kind as BackupKind, createdAt };
  try {
    await using handle = await open(join(directory, file));
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.equals(gzipMagic)
      ? { ...backup, size }
      : { ...backup, size, problem: 'The file is damaged.' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    return { ...backup, size: 0, problem: `The server can't read the file (${code}).` };
  }
}
