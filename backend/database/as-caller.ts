import { type Kysely, sql } from 'kysely';
import type { Caller, OwnerTransaction } from './database.ts';
import type { PlatformTables } from './platform-tables.ts';

/**
 * Runs `work` in one transaction as the caller's role, with the claims and headers where the
 * policies look for them (PostgREST's transaction-scoped settings,
 * https://docs.postgrest.org/en/stable/references/transactions.html).
 *
 * @param statementTimeout milliseconds until the server gives a statement up; 0 for never
 */
export function runAsCaller<Result>(
  owner: Kysely<PlatformTables>,
  caller: Caller,
  work: (transaction: OwnerTransaction) => Promise<Result>,
  statementTimeout: number,
): Promise<Result> {
  const claims = JSON.stringify({ ...caller.claims, role: caller.role });
  const headers = JSON.stringify(caller.headers ?? {});
  return owner.transaction().execute(async (transaction) => {
    await sql`select set_config('request.jwt.claims', ${claims}::text, true),
      set_config('request.headers', ${headers}::text, true),
      set_config('statement_timeout', ${String(statementTimeout)}::text, true),
      set_config('role', ${caller.role}::text, true)`.execute(transaction);
    return work(transaction);
  });
}
