import type { RawBuilder } from 'kysely';
import type { Caller, Database } from '#backend/database/database.ts';
import { notSingular, TablesError } from './errors.ts';
import type { ResponseFormat } from './parse-accept.ts';
import type { Preferences } from './parse-preferences.ts';
import type { StatementResult } from './read-statement.ts';
import type { SchemaCache } from './schema-cache.ts';

/** One request on its way through the table interface. */
export type Exchange = {
  request: Request;
  /** The query string as it came, without its question mark. */
  query: string;
  caller: Caller;
  preferences: Preferences;
  format: ResponseFormat;
  database: Database;
  schema: SchemaCache;
};

/** What a statement answered, with numbers for the counts. */
export type Outcome = {
  page: bigint;
  total: bigint | null;
  body: string | null;
  inserted: bigint | null;
};

/** What the number of rows must satisfy: exactly one, or not more than these. */
type Expected = { single?: boolean; atMost?: number | undefined };

/**
 * Runs the statement as the caller, in one exchange with the database; a write that a broken
 * expectation must roll back takes a transaction of several.
 *
 * @param expected what the number of rows must satisfy; `readOnly` refuses every write
 * @throws TablesError PGRST116, PGRST124; whatever PostgreSQL raises
 */
export async function runStatement(
  { database, caller }: Exchange,
  statement: RawBuilder<StatementResult>,
  { readOnly = false, ...expected }: Expected & { readOnly?: boolean },
): Promise<Outcome> {
  const isBound = expected.single || expected.atMost !== undefined;
  if (readOnly || !isBound) {
    return outcomeOf(await database.oneAsCaller(caller, statement, { readOnly }), expected);
  }
  return database.asCaller(caller, async (transaction) => {
    const { rows } = await statement.execute(transaction);
    return outcomeOf(rows, expected);
  });
}

function outcomeOf([row]: StatementResult[], { single, atMost }: Expected): Outcome {
  if (!row) throw new Error('The statement gave no row of counts');
  const page = BigInt(row.page);
  if (single && page !== 1n) throw notSingular(Number(page));
  if (atMost !== undefined && page > BigInt(atMost)) {
    throw new TablesError(
      400,
      'PGRST124',
      'Query result exceeds max-affected preference constraint',
      { details: `The query affects ${page} rows` },
    );
  }
  return {
    page,
    total: row.total === null ? null : BigInt(row.total),
    body: row.body,
    inserted: row.inserted === null ? null : BigInt(row.inserted),
  };
}
