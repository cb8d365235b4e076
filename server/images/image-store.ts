import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { isPersonalImage } from '#backend/storage/download.ts';

const dayMs = 24 * 60 * 60 * 1000;
const touchIntervalMs = dayMs;
const personalImageLifetimeMs = dayMs;
const trimTarget = 0.9;

/** The folder for sizes of visitors' and customers' images. */
export const personalFolder = 'visitors';

/** Resized images on disk; beyond the limit the least recently used are deleted. */
export type ImageStore = {
  read(file: string): Promise<Buffer | undefined>;
  has(file: string): Promise<boolean>;
  write(file: string, bytes: Uint8Array): Promise<void>;
};

/**
 * Returns the base path of an image's sizes, to which width and format are appended.
 *
 * @param version the ETag of the original
 */
export function getImageBase(key: string, version: string): string {
  const name = createHash('sha256').update(`${key}\n${version}`).digest('hex');
  return `${isPersonalImage(key) ? personalFolder : name.slice(0, 2)}/${name}`;
}

/** @param shipped a folder that is read if `directory` has no file of the name */
export function createImageStore(
  directory: string,
  maxBytes: number,
  logger: Logger,
  shipped?: string,
): ImageStore {
  let totalBytes: number | undefined;
  let isTrimming = false;

  const trim = async () => {
    const files = await listFiles(directory);
    totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    if (totalBytes <= maxBytes) return;
    files.sort((one, other) => one.usedAt - other.usedAt);
    for (const { file, size } of files) {
      if (totalBytes <= maxBytes * trimTarget) break;
      await rm(file, { force: true });
      totalBytes -= size;
    }
  };
  const trimIfFull = (addedBytes: number) => {
    if (totalBytes !== undefined) totalBytes += addedBytes;
    if (isTrimming || (totalBytes !== undefined && totalBytes <= maxBytes)) return;
    isTrimming = true;
    trim()
      .catch((error) => logger.error({ error }, 'Image cache cleanup failed'))
      .finally(() => {
        isTrimming = false;
      });
  };

  return {
    has: (file) =>
      access(join(directory, file)).then(
        () => true,
        () => shipped !== undefined && existsSync(join(shipped, file)),
      ),
    read: async (file) => {
      const path = join(directory, file);
      // A failed open takes twenty times as long.
      if (!existsSync(path)) {
        if (!shipped || !existsSync(join(shipped, file))) return undefined;
        return readFile(join(shipped, file)).catch(() => undefined);
      }
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes && !file.startsWith(`${personalFolder}/`)) void touch(path);
      return bytes;
    },
    write: async (file, bytes) => {
      const path = join(directory, file);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomUUID()}`;
      await writeFile(temporary, bytes);
      await rename(temporary, path);
      trimIfFull(bytes.byteLength);
    },
  };
}

/** Deletes sizes of personal images after a day, so that none outlives its original for long. */
export async function deleteOldPersonalSizes(directory: string, now: Date): Promise<void> {
  const folder = join(directory, personalFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    // The file may have been deleted meanwhile to make room.
    const found = await stat(file).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > personalImageLifetimeMs) {
      await rm(file, { force: true });
    }
  }
}

async function touch(path: string) {
  const now = new Date();
  const mtimeMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => now.getTime(),
  );
  if (now.getTime() - mtimeMs > touchIntervalMs) {
    await utimes(path, now, now).catch(() => undefined);
  }
}

async function listFiles(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, size: found.size, usedAt: found.mtimeMs });
  }
  return files;
}
