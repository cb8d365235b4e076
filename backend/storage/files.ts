import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeDurably } from '#backend/disk/durable-file.ts';

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** The bytes of objects, each under a key that is written once and never changed. */
export type FileStore = {
  /**
   * Keeps the content under a new key. Once it resolves, the file survives a power cut; where it
   * rejects, there is no file.
   *
   * @param key a uuid
   * @throws FileTooLarge once the content has more than `maxBytes` bytes
   */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    limit: { maxBytes: number },
  ): Promise<{ size: number }>;
  /** @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Removes the file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every file, with the time of its writing; half-written ones that a crash left included. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>;
};

/** The content has more bytes than allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** The store does not answer, or can't do what it is asked for the time being. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** No file has this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

const keyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;

/** Tells a file of storage, half-written ones included, from what else may lie beside it. */
export function isFileKey(name: string): boolean {
  return keyPattern.test(name);
}

/** @throws RangeError where it is no key of a file */
export function checkKey(key: string): void {
  if (!isFileKey(key)) throw new RangeError('The key of a file is a uuid');
}

/** Keeps files in one folder, made with its parents where missing and readable by its owner only. */
export function createDiskFiles(directory: string): FileStore {
  const made = mkdir(directory, { recursive: true, mode: 0o700 });
  made.catch(() => undefined);
  const pathOf = (key: string) => {
    checkKey(key);
    return join(directory, key);
  };
  return {
    write: async (key, content, { maxBytes }) => {
      await made;
      return writeDurably(pathOf(key), atMost(content, maxBytes)).catch(rethrowReadOnly);
    },
    read: async (key, range) => {
      const file = await open(pathOf(key)).catch(rethrowMissing);
      const stream = createReadStream('', { fd: file, ...range });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* () {
      await made;
      for (const key of await readdir(directory)) {
        if (!isFileKey(key)) continue;
        const found = await stat(pathOf(key)).catch(() => undefined);
        if (found) yield { key, writtenAt: found.mtime };
      }
    },
  };
}

/**
 * Passes the content on for as long as it is small enough.
 *
 * @throws FileTooLarge
 */
export async function* atMost(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`);
    yield chunk;
  }
}

function rethrowMissing(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    throw new FileMissing('No such file', { cause: error });
  }
  throw error;
}

/** A disk that was made read-only after an error is mounted anew by an operator. */
function rethrowReadOnly(error: unknown): never {
  if (error instanceof Error && 'code' in error && /^(EROFS|EIO)$/.test(String(error.code))) {
    throw new FilesUnavailable('The disk does not take files', { cause: error });
  }
  throw error;
}
