import { invalidRange, unparsable } from './errors.ts';
import type { RowRange } from './query.ts';

const largest = 2n ** 63n - 1n;

/**
 * The rows that a request asks for, from `limit` and `offset` and from the header `Range: 0-9`
 * (GET only, https://docs.postgrest.org/en/stable/references/api/pagination_count.html). Where both
 * are given, what they have in common. There is no limit where none is asked for.
 *
 * @throws TablesError PGRST103 for an empty or negative range, PGRST100 for text that is no number
 */
export function parseRange({
  limit,
  offset,
  header,
}: {
  limit: string | null;
  offset: string | null;
  header: string | null;
}): RowRange {
  const asked = limit === null ? null : parseNumber('limit', limit);
  const start = offset === null ? 0n : parseNumber('offset', offset);
  if (asked === 0n) return { offset: clamp(start), limit: 0n };
  if (asked !== null && asked < 0n) {
    throw invalidRange('Limit should be greater than or equal to zero.');
  }
  const [, from, to] = /^(?:items=)?(\d{1,18})-(\d{0,18})$/.exec(header ?? '') ?? [];
  if (from && to && BigInt(to) < BigInt(from)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const lower = [0n, start, BigInt(from ?? 0)].reduce((one, other) => (one > other ? one : other));
  const ends = [asked === null ? null : start + asked - 1n, to ? BigInt(to) : null];
  const upper = ends.filter((end) => end !== null).sort((one, other) => (one < other ? -1 : 1))[0];
  if (upper === undefined) return { offset: clamp(lower), limit: null };
  if (upper < lower) throw invalidRange('Limit should be greater than or equal to zero.');
  return { offset: clamp(lower), limit: clamp(upper - lower + 1n) };
}

/** True where the range leaves no row out. */
export function isWhole({ offset, limit }: RowRange): boolean {
  return offset === 0n && limit === null;
}

function parseNumber(name: string, text: string): bigint {
  if (/^ *-?\d{1,40} *$/.test(text)) return BigInt(text.trim());
  throw unparsable(`"failed to parse ${name}" (line 1, column 1)`, 'expecting an integer');
}

function clamp(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > largest ? largest : value;
}
