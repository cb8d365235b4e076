import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** Characters of one line; a row with the longest post has less than one million. */
const maxLineLength = 64 * 1024 * 1024;

/** One file of the archive; its content must be read to its end before the next entry comes. */
export type Entry = { name: string; size: number; content: AsyncIterable<Buffer> };

/**
 * Reads a .tar.gz from its begin to its end.
 *
 * @throws the system's error where the file can't be read; zlib's or the archive's own where it is
 *   damaged or holds anything but files
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const entries = extract();
  // An error of any of the three streams ends the iteration with it.
  pipeline(createReadStream(path), createGunzip(), entries, () => undefined);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (type !== 'file') throw new Error(`${name} is a ${type}, not a file`);
    yield {
      name,
      size: entry.header.size ?? 0,
      content: entry as AsyncIterable<Buffer>,
    };
  }
}

/**
 * Splits a text of bytes at its line feeds, and nowhere else.
 *
 * @throws RangeError where a line is too long for memory
 */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: string[] = [];
  let length = 0;
  for await (const bytes of content) {
    const text = decoder.decode(bytes, { stream: true });
    length += text.length;
    if (length > maxLineLength) throw new RangeError(`A line is longer than ${maxLineLength}`);
    rest.push(text);
    if (!text.includes('\n')) continue;
    const lines = rest.join('').split('\n');
    const last = lines.pop() ?? '';
    rest = [last];
    length = last.length;
    yield* lines;
  }
  const last = rest.join('') + decoder.decode();
  if (last !== '') yield last;
}
