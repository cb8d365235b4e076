import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { type Batch, type BatchStatement, type TextRow, textParameters } from './batch.ts';
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
    const { sql, parameters } = settingsOf(settings);
    await transaction.executeQuery(CompiledQuery.raw(sql, parameters));
    return work(transaction);
  });
}

/** The same for one statement, as a batch: what makes it the caller's, and the statement itself. */
export function batchAsCaller(
  owner: Kysely<PlatformTables>,
  settings: Settings,
  statement: RawBuilder<TextRow>,
): Batch {
  const { sql, parameters } = statement.compile(owner);
  return {
    role: settings.caller.role,
    statements: [settingsOf(settings), { sql, parameters: textParameters(parameters) }],
  };
}

function settingsOf({ caller, statementTimeout, readOnly = false }: Settings): BatchStatement {
  return {
    sql: `select set_config('transaction_read_only',
        coalesce($1::text, current_setting('transaction_read_only')), true),
      set_config('request.jwt.claims', $2::text, true),
      set_config('request.headers', $3::text, true),
      set_config('statement_timeout', $4::text, true), set_config('role', $5::text, true)`,
    parameters: [
      readOnly ? 'on' : null,
      JSON.stringify({ ...caller.claims, role: caller.role }),
      JSON.stringify(caller.headers ?? {}),
      String(statementTimeout),
      caller.role,
    ],
  };
}
