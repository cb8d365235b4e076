import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type BatchStatement, type TextRow, textParameters } from './batch.ts';
import type { Caller, OwnerTransaction } from './database.ts';
import type { PlatformTables } from './platform-tables.ts';

type Settings = {
  caller: Caller;
  /** Milliseconds until the server gives a statement up; 0 for never. */
  statementTimeout: number;
  readOnly?: boolean;
};

/**
 * Runs `work` in one transaction as the caller's role, with the claims and headers where the
 * policies look for them (PostgREST's transaction-scoped settings,
 * https://docs.postgrest.org/en/stable/references/transactions.html).
 */
export function runAsCaller<Result>(
  owner: Kysely<PlatformTables>,
  settings: Settings,
  work: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  return owner.transaction().execute(async (transaction) => {
    await settingsOf(settings).execute(transaction);
    return work(transaction);
  });
}

/** The same for one statement, as a batch: what makes it the caller's, and the statement itself. */
export function batchAsCaller(
  owner: Kysely<PlatformTables>,
  settings: Settings,
  statement: RawBuilder<TextRow>,
): BatchStatement[] {
  return [settingsOf(settings), statement].map((query) => {
    const { sql, parameters } = query.compile(owner);
    return { sql, parameters: textParameters(parameters) };
  });
}

function settingsOf({ caller, statementTimeout, readOnly = false }: Settings): RawBuilder<unknown> {
  const claims = JSON.stringify({ ...caller.claims, role: caller.role });
  const headers = JSON.stringify(caller.headers ?? {});
  const write = readOnly ? sql`set_config('transaction_read_only', 'on', true),` : sql``;
  return sql`select ${write} set_config('request.jwt.claims', ${claims}::text, true),
    set_config('request.headers', ${headers}::text, true),
    set_config('statement_timeout', ${String(statementTimeout)}::text, true),
    set_config('role', ${caller.role}::text, true)`;
}
