import { randomUUID } from 'node:crypto';
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
import { visitorPictures } from '#server/visitor-pictures.ts';

/** A file's time is moved on at most this often when it is read, in milliseconds. */
const touchAfter = 24 * 60 * 60 * 1000;
/** What is left of the limit once it was reached. */
const shareKept = 0.9;

/** Made pictures on disk, within a limit: the one that was not asked for longest goes first. */
export type KeptPictures = {
  read(file: string): Promise<Buffer | undefined>;
  has(file: string): Promise<boolean>;
  /** @throws the system's error where the file can't be written */
  write(file: string, bytes: Uint8Array): Promise<void>;
};

/**
 * @param directory where they lie; names of files are relative to it
 * @param maxBytes how much they may take together; other processes may write there, too
 */
export function createKeptPictures(
  directory: string,
  maxBytes: number,
  logger: Logger,
): KeptPictures {
  let total: number | undefined;
  let trimming = false;

  const trim = async () => {
    const files = await listFiles(directory);
    total = files.reduce((sum, { size }) => sum + size, 0);
    if (total <= maxBytes) return;
    files.sort((one, other) => one.lastUse - other.lastUse);
    for (const { file, size } of files) {
      if (total <= maxBytes * shareKept) break;
      await rm(file, { force: true });
      total -= size;
    }
  };
  const grow = (bytes: number) => {
    if (total !== undefined) total += bytes;
    if (total !== undefined && total <= maxBytes) return;
    if (trimming) return;
    trimming = true;
    trim()
      .catch((error) => logger.error({ error }, 'Made pictures could not be counted'))
      .finally(() => {
        trimming = false;
      });
  };

  return {
    has: (file) =>
      access(join(directory, file)).then(
        () => true,
        () => false,
      ),
    read: async (file) => {
      const path = join(directory, file);
      const bytes = await readFile(path).catch(() => undefined);
      if (bytes) void touch(path, file);
      return bytes;
    },
    write: async (file, bytes) => {
      const path = join(directory, file);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const aside = `${path}.${randomUUID()}`;
      await writeFile(aside, bytes);
      await rename(aside, path);
      grow(bytes.byteLength);
    },
  };
}

/** Notes that the file is in use. What visitors sent keeps its time: visitor-pictures.ts goes by it. */
async function touch(path: string, file: string) {
  if (file.startsWith(`${visitorPictures}/`)) return;
  const now = new Date();
  const mtimeMs = await stat(path).then(
    (found) => found.mtimeMs,
    () => now.getTime(),
  );
  if (now.getTime() - mtimeMs > touchAfter) await utimes(path, now, now).catch(() => undefined);
}

async function listFiles(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, size: found.size, lastUse: found.mtimeMs });
  }
  return files;
}
