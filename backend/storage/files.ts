import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#backend/database/database.ts';
import { writeDurably } from '#backend/durable-file.ts';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Stores the bytes of objects, each under a key that is written once and never changed. */
export type FileStore = {
  /**
   * Stores the content under a new key. Once it resolves, the file survives a power cut; if it
   * rejects, there is no file.
   *
   * @param key a random uuid
   * @throws FileTooLarge once the content has more than `maxBytes` bytes
   */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    limit: { maxBytes: number },
  ): Promise<{ size: number }>;
  /** @throws FileMissing; FileDamaged if the file ends before the range does */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Removes the file if it exists. */
  remove(key: string): Promise<void>;
  /** Lists every file with the time it was written, including incomplete ones left by a crash. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>;
};

/** The two stores of an object: the database for its row, the file store for its bytes. */
export type Stores = { database: Database; files: FileStore; logger: Logger };

/** The content has more bytes than allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** The store doesn't answer or can't serve requests at the moment. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** No file has this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** A file is shorter than when it was written. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}

const keyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;
const sweepBatchSize = 500;

/** Returns true for the name of a file of storage, complete or not. */
export function isFileKey(name: string): boolean {
  return keyPattern.test(name);
}

/** @throws RangeError if it isn't a file's key */
export function checkKey(key: string): void {
  if (!isFileKey(key)) throw new RangeError('A file key must be a UUID');
}

/** Stores files in one folder, created with its parents and readable by its owner only. */
export function createDiskFiles(directory: string): FileStore {
  const created = mkdir(directory, { recursive: true, mode: 0o700 });
  created.catch(() => undefined);
  const getPath = (key: string) => {
    checkKey(key);
    return join(directory, key);
  };
  return {
    write: async (key, content, { maxBytes }) => {
      await created;
      return writeDurably(getPath(key), limitBytes(content, maxBytes)).catch((error) => {
        // The system remounts a disk read-only after an error, and an operator mounts it again.
        throw /^(EROFS|EIO)$/.test(error.code)
          ? new FilesUnavailable('Disk write failed', { cause: error })
          : error;
      });
    },
    read: async (key, range) => {
      const file = await open(getPath(key)).catch((error) => {
        throw error.code === 'ENOENT' ? new FileMissing('No such file', { cause: error }) : error;
      });
      if (range && range.end >= (await file.stat()).size) {
        await file.close();
        throw new FileDamaged(`The file ${key} is shorter than when it was written`);
      }
      const stream = createReadStream('', { fd: file, ...range });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
    remove: (key) => rm(getPath(key), { force: true }),
    list: async function* () {
      await created;
      for (const key of await readdir(directory)) {
        if (!isFileKey(key)) continue;
        const found = await stat(getPath(key)).catch(() => undefined);
        if (found) yield { key, writtenAt: found.mtime };
      }
    },
  };
}

/**
 * Passes the content on up to a limit.
 *
 * @throws FileTooLarge
 */
export async function* limitBytes(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Removes a file that no row points to. If that fails, sweepOrphans removes it later. */
export async function discardFile(
  { files, logger }: Pick<Stores, 'files' | 'logger'>,
  version: string,
): Promise<void> {
  await files
    .remove(version)
    .catch((error) => logger.warn({ error, version }, 'Unused file deletion failed'));
}

/**
 * Removes files without a row, which a crash between writing a file and its row leaves behind.
 *
 * @param olderThanMs younger files may belong to an upload in progress, and stay; milliseconds, by
 *   the slower of this machine's clock and the database's
 * @returns how many were removed
 */
export async function sweepOrphans(
  { owner }: Database,
  files: FileStore,
  olderThanMs: number,
): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(owner);
  const latest = Math.min(Date.now(), rows[0]?.now.getTime() ?? 0) - olderThanMs;
  const old: string[] = [];
  for await (const { key, writtenAt } of files.list()) {
    if (writtenAt.getTime() <= latest) old.push(key);
  }
  let removed = 0;
  for (let start = 0; start < old.length; start += sweepBatchSize) {
    const keys = old.slice(start, start + sweepBatchSize);
    const used = await owner
      .selectFrom('storage.objects')
      .select('version')
      .where('version', 'in', keys)
      .execute();
    const usedKeys = new Set(used.map(({ version }) => version));
    const orphans = keys.filter((key) => !usedKeys.has(key));
    for (const key of orphans) await files.remove(key);
    removed += orphans.length;
  }
  return removed;
}
