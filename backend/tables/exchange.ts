import type { RawBuilder } from 'kysely';
import { type Caller, type Database, isVisitor } from '#backend/database/database.ts';
import type { NetworkLimit } from '#backend/network-limit.ts';
import { clientClosed, notSingular, TablesError } from './errors.ts';
import type { ResponseFormat } from './parse-accept.ts';
import type { Preferences } from './parse-preferences.ts';
import type { StatementResult } from './read-statement.ts';
import type { SchemaCache } from './schema-cache.ts';
import type { TimeoutPenalty } from './timeout-penalty.ts';

/** One request on its way through the table interface. */
export type Exchange = {
  request: Request;
  /** The table or the function, `rpc/` before it, as its name was decoded. */
  target: string;
  /** The query string as it came, without its question mark. */
  query: string;
  caller: Caller;
  preferences: Preferences;
  format: ResponseFormat;
  database: Database;
  schema: SchemaCache;
  penalty: TimeoutPenalty;
  networkLimit: NetworkLimit;
};

/** What a statement answered, with numbers for the counts. */
export type Outcome = {
  page: bigint;
  total: bigint | null;
  body: string | Uint8Array<ArrayBuffer> | null;
  inserted: bigint | null;
};

type StatementOptions = {
  readOnly?: boolean;
  /** The request goes beyond what visitors may send. */
  isComplex?: boolean;
  /** Instead of the caller's own limit. */
  timeoutMs?: number | undefined;
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
  { request, target, database, caller, penalty, networkLimit }: Exchange,
  statement: RawBuilder<StatementResult>,
  { readOnly = false, isComplex = false, timeoutMs, ...expected }: Expected & StatementOptions,
): Promise<Outcome> {
  const isBound = expected.single || expected.atMost !== undefined;
  // A write is finished even if the client has left: nobody's enquiry is lost for that.
  const signal = readOnly ? request.signal : undefined;
  const run = async () => {
    if (readOnly || !isBound) {
      const options = { readOnly, signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
      return outcomeOf(await database.oneAsCaller(caller, statement, options), expected);
    }
    return database.asCaller(caller, async (transaction) => {
      const { rows } = await statement.execute(transaction);
      return outcomeOf(rows, expected);
    });
  };
  // A visitor whose reads take too long may still send an enquiry.
  const visitorType = readOnly ? 'read' : 'write';
  const staffType = isComplex ? 'complex' : `${request.method} ${target}`;
  const type = isVisitor(caller) ? visitorType : staffType;
  return penalty.guard(caller, type, () =>
    networkLimit.runStatement(caller, run, signal).catch((error) => {
      throw signal?.aborted ? clientClosed() : error;
    }),
  );
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
