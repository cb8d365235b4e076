import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Exchange } from './exchange.ts';
import type { Reading, StatementResult } from './read-statement.ts';
import type { Schema } from './schema.ts';
import { requireAllowed } from './visitor-rules.ts';

/** What a request reads, and what of it visitors may not do. */
export type ParsedReading = { reading: Reading; violation: string | undefined };

/** What a request reads, and the statement that does. */
export type KeptReading = ParsedReading & { statement: RawBuilder<StatementResult> };

const mostReadings = 200;
/** Characters of a query string; longer ones are a search of their own, which hardly comes again. */
const longestQuery = 1000;

const readings = new WeakMap<Schema, LRUCache<string, KeptReading>>();

/**
 * The reading that a request of the same words came to before, else the one that `read` makes. Lists of
 * the site are asked for in the same words by everybody; who asks is no part of a statement. What was
 * made of a schema goes with it.
 *
 * @throws TablesError 42501 if a visitor may not send the request, cached or not
 */
export function keptReading(
  schema: Schema,
  { request, caller, preferences, format, query }: Exchange,
  tableName: string,
  parse: () => ParsedReading,
  createStatement: (reading: Reading) => KeptReading['statement'],
): KeptReading {
  const kept = readings.get(schema) ?? new LRUCache<string, KeptReading>({ max: mostReadings });
  readings.set(schema, kept);
  const key = JSON.stringify([
    request.method,
    tableName,
    query,
    request.headers.get('range'),
    preferences.count,
    format,
  ]);
  const known = kept.get(key);
  const parsed = known ?? parse();
  requireAllowed(caller, parsed.violation);
  if (known) return known;
  const made = { ...parsed, statement: createStatement(parsed.reading) };
  if (query.length <= longestQuery) kept.set(key, made);
  return made;
}
