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
  parameters: URLSearchParams;
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

/**
 * Runs the statement as the caller, in a transaction that a broken expectation rolls back.
 *
 * @param expected what the number of rows must satisfy
 * @param readOnly refuses every write, for calls by GET
 * @throws TablesError PGRST116, PGRST124; whatever PostgreSQL raises
 */
export async function runStatement(
  { database, caller }: Exchange,
  statement: RawBuilder<StatementResult>,
  expected: { single?: boolean; atMost?: number | undefined; readOnly?: RawBuilder<unknown> },
): Promise<Outcome> {
  return database.asCaller(caller, async (transaction) => {
    await expected.readOnly?.execute(transaction);
    const { rows } = await statement.execute(transaction);
    const [row] = rows;
    if (!row) throw new Error('The statement gave no row of counts');
    const page = BigInt(row.page);
    if (expected.single && page !== 1n) throw notSingular(Number(page));
    if (expected.atMost !== undefined && page > BigInt(expected.atMost)) {
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
  });
}
