import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { TextRow } from './batch.ts';
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

/** One reserved connection, for scripts of several statements. */
export type Session = {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  exec(script: string): Promise<void>;
};

export type StatementOptions = {
  /** Rejects every write. */
  readOnly?: boolean;
  /** Cancels the statement: on a server at once, on the embedded database before it begins. */
  signal?: AbortSignal | undefined;
  /** 0 for no limit; the caller's own limit if left out. */
  timeoutMs?: number;
};

/** A PostgreSQL, embedded or on a server, with the same calls for both. */
export type Database = {
  readonly engine: 'embedded' | 'server';
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
  /** Reserves one connection as the owner until `work` settles. */
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Calls `handler` with each payload notified on the channel; resolves to a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/**
 * Runs `work` while no other process on the database runs work of the same name; others wait. The
 * embedded database belongs to one process, so there is no lock.
 */
export function withAdvisoryLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'embedded') return work();
  return database.session(async ({ query }) => {
    // The lock ends with the session's connection, however that ends.
    await query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return work();
  });
}

/** The fields of an error that PostgreSQL raised, the same from both engines. */
export type DatabaseError = Error & {
  code: string;
  detail?: string;
  hint?: string;
  constraint?: string;
};

/** Returns true for an error of PostgreSQL, with its SQLSTATE in `code`. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  );
}
