import { CompiledQuery, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { networkHeader } from '#backend/client-network.ts';
import type { BatchStatement, Engine, TextRow } from './engine.ts';
import type { PlatformTables } from './platform-tables.ts';

/** The roles the API runs requests as; `anon` and `authenticated` are held by row-level security. */
export type CallerRole = 'anon' | 'authenticated' | 'service_role';

/** Who sends a request, as the policies see them. */
export type Caller = {
  role: CallerRole;
  /** The verified claims of the access token; empty for a bare API key. */
  claims: Record<string, unknown>;
  /** The request's headers, lower case, for policies that read `request.headers`. */
  headers?: Record<string, string>;
  /** Set for a session of staff, as private.is_staff() decides. */
  isStaff?: boolean;
};

/** Returns true for callers to whom the limits of visitors apply: neither staff nor the process itself. */
export function isVisitor({ role, isStaff = false }: Caller): boolean {
  return role !== 'service_role' && !isStaff;
}

export type OwnerTransaction = Transaction<PlatformTables>;

export type StatementOptions = {
  /** Rejects every write. */
  readOnly?: boolean;
  /** Cancels the statement: on a server at once, on the embedded database before it begins. */
  signal?: AbortSignal | undefined;
  /** 0 for no limit; the caller's own limit if left out. */
  timeoutMs?: number;
};

/** A PostgreSQL, embedded or on a server, with the same calls for both. */
export type Database = Pick<Engine, 'session' | 'listen' | 'close'> & {
  readonly engine: Engine['name'];
  /** Queries as the owner of the database: row-level security does not apply. */
  readonly owner: Kysely<PlatformTables>;
  /**
   * Runs `work` in one transaction as the caller's role with the caller's claims, so that grants
   * and row-level security decide. Rolls back and rejects if `work` rejects.
   */
  asCaller<Result>(
    caller: Caller,
    work: (transaction: OwnerTransaction) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Runs one statement as the caller, in a transaction of its own and in one round trip. Its
   * parameters are texts, and so are the values of its rows.
   *
   * Rejects with SQLSTATE 57014 if the statement exceeds the caller's time limit.
   */
  queryAsCaller<Row extends TextRow>(
    caller: Caller,
    statement: RawBuilder<Row>,
    options?: StatementOptions,
  ): Promise<Row[]>;
};

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

/** Adds the callers of the API to an engine. */
export function createDatabase(engine: Engine): Database {
  const owner = engine.getOwner(ownerTimeoutMs);
  const { name, session, listen, close } = engine;
  return {
    ...{ engine: name, owner, session, listen, close },
    asCaller: (caller, work) =>
      engine
        .getOwner(statementTimeoutMs(caller))
        .transaction()
        .execute(async (transaction) => {
          const { sql, parameters } = createCallerSettings(name, caller, {});
          await transaction.executeQuery(CompiledQuery.raw(sql, parameters));
          return work(transaction);
        }),
    queryAsCaller: async <Row extends TextRow>(
      caller: Caller,
      statement: RawBuilder<Row>,
      options: StatementOptions = {},
    ) => {
      const { readOnly = false, signal, timeoutMs = statementTimeoutMs(caller) } = options;
      const settings = createCallerSettings(name, caller, { readOnly, timeoutMs });
      const statements = [settings, compileStatement(statement, owner)];
      const batch = { role: caller.role, readOnly, statements };
      return (await engine.runBatch(batch, { signal, timeoutMs })) as Row[];
    },
  };
}

/**
 * The statement that makes the rest of a transaction the caller's: PostgREST's transaction-scoped
 * settings (https://docs.postgrest.org/en/stable/references/transactions.html), which policies read; and
 * `ridgeline.network`, the client's network, which PostgREST does not know and no client can set.
 */
function createCallerSettings(
  engine: Database['engine'],
  caller: Caller,
  { readOnly = false, timeoutMs = statementTimeoutMs(caller) }: StatementOptions,
): BatchStatement {
  return {
    sql: `select set_config('transaction_read_only',
        coalesce($1::text, current_setting('transaction_read_only')), true),
      set_config('request.jwt.claims', $2::text, true),
      set_config('request.headers', $3::text, true),
      set_config('ridgeline.network', $6::text, true),
      set_config('statement_timeout', $4::text, true), set_config('role', $5::text, true)`,
    parameters: [
      readOnly ? 'on' : null,
      JSON.stringify({ ...caller.claims, role: caller.role }),
      JSON.stringify(caller.headers ?? {}),
      // PGlite has no timers: a watchdog observes its thread instead.
      engine === 'embedded' ? '0' : String(timeoutMs),
      caller.role,
      caller.headers?.[networkHeader] ?? '',
    ],
  };
}

/** Cached plans of the table interface are sent again and again, and compiled once. */
const compiledStatements = new WeakMap<RawBuilder<TextRow>, BatchStatement>();

/** @throws TypeError for a parameter that is no text */
function compileStatement(
  statement: RawBuilder<TextRow>,
  owner: Kysely<PlatformTables>,
): BatchStatement {
  const known = compiledStatements.get(statement);
  if (known) return known;
  const { sql, parameters } = statement.compile(owner);
  const texts = parameters.map((parameter) => {
    if (parameter === null || typeof parameter === 'string') return parameter;
    throw new TypeError(`A parameter of a batch is no text, but ${typeof parameter}`);
  });
  const compiled = { sql, parameters: texts };
  compiledStatements.set(statement, compiled);
  return compiled;
}
