import type { ByteRange } from './files.ts';

/**
 * Reads a Range header (RFC 9110, section 14) against a file's size in bytes.
 *
 * @returns the range; `unsatisfiable` where it starts behind the end; `whole` where there is no
 *   header, or one that a server may ignore: another unit, several ranges, malformed
 */
export function readRange(
  header: string | null,
  size: number,
): ByteRange | 'unsatisfiable' | 'whole' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
