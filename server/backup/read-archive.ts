import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** One file of the archive; its content must be read to its end before the next entry comes. */
export type Entry = { name: string; size: number; content: AsyncIterable<Buffer> };

/**
 * Reads a .tar.gz from its begin to its end.
 *
 * @throws the system's error where the file can't be read; zlib's or the archive's own where it is damaged
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const entries = extract();
  // An error of any of the three streams ends the iteration with it.
  pipeline(createReadStream(path), createGunzip(), entries, () => undefined);
  for await (const entry of entries) {
    yield {
      name: entry.header.name,
      size: entry.header.size ?? 0,
      content: entry as AsyncIterable<Buffer>,
    };
  }
}

/** Splits a text of bytes at its line feeds, and nowhere else. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const bytes of content) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
