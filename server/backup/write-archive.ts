import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** What an entry of the archive was made of: its bytes and their SHA-256, in hexadecimal. */
export type Written = { size: number; sha256: string };

export type ArchiveWriter = {
  /** Adds an entry from memory. */
  addBytes(name: string, bytes: Uint8Array): Promise<Written>;
  /** Adds an entry from a file. */
  addFile(name: string, path: string): Promise<Written>;
  /** Ends the archive; once it resolves, everything is on disk. */
  finish(): Promise<void>;
  /** Gives the archive up; the half-written file is for the caller to remove. */
  abort(error: Error): Promise<void>;
};

/** Pictures don't get smaller, and the rows do so at the lowest level already. */
const level = 1;

/**
 * Starts a .tar.gz at a path where no file is yet. Readable by its owner only.
 *
 * @param madeAt the time that its entries carry
 */
export function writeArchive(path: string, madeAt: Date): ArchiveWriter {
  const archive = pack();
  const done = pipeline(
    archive,
    createGzip({ level }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // Waited for in finish; an error before that ends the writes to the archive with it.
  done.catch(() => undefined);
  const sums: string[] = [];
  const header = (name: string, size: number) => ({ name, size, mtime: madeAt, mode: 0o600 });
  const noted = (name: string, written: Written) => {
    sums.push(`${written.sha256}  ${name}\n`);
    return written;
  };
  const addBytes = async (name: string, bytes: Uint8Array) => {
    await Promise.race([
      new Promise<void>((resolve, reject) => {
        archive.entry(header(name, bytes.byteLength), Buffer.from(bytes), (error) =>
          error ? reject(error) : resolve(),
        );
      }),
      failureOf(done),
    ]);
    return { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  return {
    addBytes: async (name, bytes) => noted(name, await addBytes(name, bytes)),
    addFile: async (name, file) => {
      const { size } = await stat(file);
      const hash = createHash('sha256');
      const hashed = async function* (source: AsyncIterable<Buffer>) {
        for await (const part of source) {
          hash.update(part);
          yield part;
        }
      };
      await Promise.race([
        pipeline(createReadStream(file), hashed, archive.entry(header(name, size))),
        failureOf(done),
      ]);
      return noted(name, { size, sha256: hash.digest('hex') });
    },
    finish: async () => {
      await addBytes('SHA256SUMS', Buffer.from(sums.join('')));
      archive.finalize();
      await done;
    },
    abort: async (error) => {
      archive.destroy(error);
      await done.catch(() => undefined);
    },
  };
}

/** Rejects with the promise; never resolves. */
function failureOf(promise: Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    promise.catch(reject);
  });
}
