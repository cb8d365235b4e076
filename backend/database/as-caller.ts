import { CompiledQuery, type RawBuilder } from 'kysely';
import { type Batch, type BatchStatement, type TextRow, textParameters } from './batch.ts';
import { type Caller, type Database, isVisitor, type OwnerTransaction } from './database.ts';

type Owned = Pick<Database, 'engine' | 'owner'>;
type Call = { caller: Caller; readOnly?: boolean; timeoutMs?: number };

/** How long a statement of this process itself may run, outside of sessions. */
export const ownerTimeoutMs = 10_000;

/**
 * How long one statement of a caller may run; 0 for no limit. The service role has none: retention
 * and other jobs run as it.
 */
export function statementTimeoutMs(caller: Caller): number {
  if (caller.role === 'service_role') return 0;
  return isVisitor(caller) ? 2000 : 10_000;
}

/**
 * Runs `work` in one transaction as the caller's role, with the claims and headers where the
 * policies look for them (PostgREST's transaction-scoped settings,
 * https://docs.postgrest.org/en/stable/references/transactions.html).
 */
export function runAsCaller<Result>(
  { engine, owner }: Owned,
  caller: Caller,
  work: (transaction: OwnerTransaction) => Promise<Result>,
): Promise<Result> {
  return owner.transaction().execute(async (transaction) => {
    const { sql, parameters } = settingsOf(engine, { caller });
    await transaction.executeQuery(CompiledQuery.raw(sql, parameters));
    return work(transaction);
  });
}

/** The same for one statement, as a batch: what makes it the caller's, and the statement itself. */
export function batchAsCaller(
  { engine, owner }: Owned,
  call: Call,
  statement: RawBuilder<TextRow>,
): Batch {
  return {
    role: call.caller.role,
    readOnly: call.readOnly ?? false,
    statements: [settingsOf(engine, call), writtenOut(statement, owner)],
  };
}

/** What statements come to; each is written out once, however often it is kept and sent. */
const texts = new WeakMap<RawBuilder<TextRow>, BatchStatement>();

function writtenOut(statement: RawBuilder<TextRow>, owner: Owned['owner']): BatchStatement {
  const known = texts.get(statement);
  if (known) return known;
  const { sql, parameters } = statement.compile(owner);
  const text = { sql, parameters: textParameters(parameters) };
  texts.set(statement, text);
  return text;
}

function settingsOf(
  engine: Database['engine'],
  { caller, readOnly = false, timeoutMs = statementTimeoutMs(caller) }: Call,
): BatchStatement {
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
      // The embedded database has no timers: its thread is watched instead.
      engine === 'embedded' ? '0' : String(timeoutMs),
      caller.role,
    ],
  };
}
