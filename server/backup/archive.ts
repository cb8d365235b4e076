import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** Size in bytes and SHA-256 in hexadecimal. */
export type Digest = { size: number; sha256: string };

/** A file of the archive. Read its content to the end before the next entry. */
export type ArchiveEntry = { name: string; size: number; content: AsyncIterable<Buffer> };

export type ArchiveWriter = {
  addBytes(name: string, bytes: Uint8Array): Promise<Digest>;
  addFile(name: string, path: string): Promise<Digest>;
  /** Adds SHA256SUMS and ends the archive, which is on disk once this resolves. */
  finish(): Promise<void>;
  /** Stops writing; the caller removes the incomplete file. */
  abort(error: Error): Promise<void>;
};

/** Images don't compress, and rows do well at the lowest level. */
const compressionLevel = 1;
const maxLineLength = 64 * 1024 * 1024;

export function writeArchive(path: string, createdAt: Date): ArchiveWriter {
  const archive = pack();
  const done = pipeline(
    archive,
    createGzip({ level: compressionLevel }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const writeError = new Promise<never>((_, reject) => {
    done.catch(reject);
  });
  writeError.catch(() => undefined);
  const header = (name: string, size: number) => ({ name, size, mtime: createdAt, mode: 0o600 });
  const sums: string[] = [];
  const add = async (name: string, size: number, source: AsyncIterable<Buffer>) => {
    const hash = createHash('sha256');
    await Promise.race([
      pipeline(withHash(source, hash), archive.entry(header(name, size))),
      writeError,
    ]);
    const sha256 = hash.digest('hex');
    sums.push(`${sha256}  ${name}\n`);
    return { size, sha256 };
  };
  const addBytes = (name: string, bytes: Uint8Array) =>
    add(name, bytes.byteLength, toIterable(Buffer.from(bytes)));
  return {
    addBytes,
    addFile: async (name, file) => add(name, (await stat(file)).size, createReadStream(file)),
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

/** Throws the system's error, or zlib's or the archive's if it is damaged or contains anything but files. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract();
  // An error of any of the three streams ends the iteration.
  pipe(createReadStream(path), createGunzip(), entries, () => undefined);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (type !== 'file') throw new Error(`${name} is a ${type}, not a file`);
    yield { name, size: entry.header.size ?? 0, content: entry as AsyncIterable<Buffer> };
  }
}

export async function* withHash(
  content: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

export async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}

/** Splits at line feeds only. Throws a RangeError if a line is too long for memory. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: string[] = [];
  let length = 0;
  for await (const bytes of content) {
    const text = decoder.decode(bytes, { stream: true });
    length += text.length;
    if (length > maxLineLength) throw new RangeError(`A line is longer than ${maxLineLength}`);
    pending.push(text);
    if (!text.includes('\n')) continue;
    const lines = pending.join('').split('\n');
    const last = lines.pop() ?? '';
    pending = [last];
    length = last.length;
    yield* lines;
  }
  const last = pending.join('') + decoder.decode();
  if (last !== '') yield last;
}

async function* toIterable(bytes: Buffer) {
  if (bytes.byteLength > 0) yield bytes;
}
