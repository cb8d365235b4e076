import { channel } from 'node:diagnostics_channel';
import type { CompiledQuery, Kysely, LogEvent, RawBuilder, Transaction } from 'kysely';
import { networkHeader } from '#backend/client-network.ts';
import type { PlatformTables } from './platform-tables.ts';

/** The roles the API runs requests as; `anon` and `authenticated` are held by row-level security. */
export type CallerRole = 'anon' | 'authenticated' | 'service_role';

/** The sender of a request, as policies see it. */
export type Caller = {
  role: CallerRole;
  /** The verified claims of the access token; empty for a bare API key. */
  claims: Record<string, unknown>;
  /** The request's headers, lower case, for policies that read `request.headers`. */
  headers?: Record<string, string>;
  /** Set for a session of staff, as private.is_staff() decides. */
  isStaff?: boolean;
};

/** Returns true for callers with visitors' limits: everyone except staff and the process itself. */
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
export type Database = Pick<Engine, 'session' | 'listen' | 'close' | 'replaceFolder'> & {
  readonly engine: Engine['name'];
  /** Keeps the embedded database from vacuuming by itself, until the returned function is called. */
  readonly pauseVacuum?: () => () => void;
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

/** How long one of the process's own statements may run outside of sessions. */
export const ownerTimeoutMs = 10_000;

/**
 * How long one statement of a caller may run; 0 for no limit. The service role has no limit,
 * because retention and other jobs use it.
 */
export function statementTimeoutMs(caller: Caller): number {
  if (caller.role === 'service_role') return 0;
  return isVisitor(caller) ? 2000 : 10_000;
}

/** Adds the API's callers, with their roles and limits, to an engine. */
export function createDatabase(engine: Engine): Database {
  const owner = engine.getOwner(ownerTimeoutMs);
  const { name, session, listen, close, replaceFolder } = engine;
  return {
    ...{ engine: name, owner, session, listen, close },
    ...(replaceFolder ? { replaceFolder } : {}),
    asCaller: (caller, work) =>
      engine
        .getOwner(statementTimeoutMs(caller))
        .transaction()
        .execute(async (transaction) => {
          const { sql, parameters } = createCallerSettings(name, caller, {});
          await transaction.executeQuery(engine.compile(sql, parameters));
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
 * Creates the statement that runs the rest of a transaction as the caller: PostgREST's
 * transaction-scoped settings (https://docs.postgrest.org/en/stable/references/transactions.html),
 * which policies read; and `ridgeline.network`, the client's network, which PostgREST lacks and no
 * client can set.
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
      // PGlite has no timers. A watchdog watches its thread instead.
      engine === 'embedded' ? '0' : String(timeoutMs),
      caller.role,
      caller.headers?.[networkHeader] ?? '',
    ],
  };
}

/** Plans that the table interface caches are compiled once and sent many times. */
const compiledStatements = new WeakMap<RawBuilder<TextRow>, BatchStatement>();

/** @throws TypeError for a parameter that isn't text */
function compileStatement(
  statement: RawBuilder<TextRow>,
  owner: Kysely<PlatformTables>,
): BatchStatement {
  const known = compiledStatements.get(statement);
  if (known) return known;
  const { sql, parameters } = statement.compile(owner);
  const texts = parameters.map((parameter) => {
    if (parameter === null || typeof parameter === 'string') return parameter;
    throw new TypeError(`A batch parameter must be text, not ${typeof parameter}`);
  });
  const compiled = { sql, parameters: texts };
  compiledStatements.set(statement, compiled);
  return compiled;
}

/** PostgreSQL, as PGlite in this process or on a server. `createDatabase` adds callers to it. */
export type Engine = {
  readonly name: 'embedded' | 'server';
  /** @param timeoutMs how long each statement may run; a server has its own setting */
  getOwner(timeoutMs: number): Kysely<PlatformTables>;
  /** A statement for `executeQuery`; each engine loads Kysely, this file only its types. */
  compile(sql: string, parameters: unknown[]): CompiledQuery;
  /**
   * Runs statements as one transaction in one round trip, and returns the rows of the last one.
   *
   * @param options.signal cancels the batch: on a server at once, on PGlite before it begins
   */
  runBatch(
    batch: Batch,
    options: { timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<TextRow[]>;
  /** Reserves one connection as the owner until `work` settles. */
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * Replaces the embedded database by the one in another folder of its disk, which must be closed. Statements wait
   * meanwhile, and handlers of `listen` are then called with an empty payload. The former database stays if it fails.
   *
   * @param check runs last on the former database, alone; whatever it throws ends the replacement
   */
  replaceFolder?(directory: string, check: (session: Session) => Promise<void>): Promise<void>;
  /** Calls `handler` with each payload notified on the channel; resolves to a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** One reserved connection, for scripts of several statements. */
export type Session = {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  exec(script: string): Promise<void>;
};

/**
 * Runs `work` while no other process on the database runs work of the same name; the others wait.
 * The embedded database needs no lock, because it belongs to one process.
 */
export function withAdvisoryLock<Result>(
  { engine, session }: Pick<Database, 'engine' | 'session'>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (engine === 'embedded') return work();
  return session(async ({ query }) => {
    // The lock ends with the session's connection, however that ends.
    await query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return work();
  });
}

/** Statements that form one transaction, run as one role; one that is read-only changes nothing. */
export type Batch = { role: string; readOnly: boolean; statements: BatchStatement[] };

/** One statement of a batch; each parameter is a text that the statement casts to its type. */
type BatchStatement = { sql: string; parameters: (string | null)[] };

/** A row with its values as PostgreSQL writes them; long values as their UTF-8 bytes. */
export type TextRow = Record<string, string | Uint8Array<ArrayBuffer> | null>;

/**
 * Values of at least this many characters are encoded once, where they were read. As a string, a
 * response of 4 MB would be encoded twice on the main thread, which takes 30 ms.
 */
const minEncodedLength = 16_384;
const encoder = new TextEncoder();

/** Returns a row of values in the order of their columns' names. */
export function toTextRow(names: string[], values: (string | null)[]): TextRow {
  return Object.fromEntries(names.map((name, index) => [name, toValue(values[index] ?? null)]));
}

function toValue(value: string | null): TextRow[string] {
  // Buffer.from may use memory of Node's pool, which can't be moved between threads.
  return value !== null && value.length >= minEncodedLength ? encoder.encode(value) : value;
}

/** Prepared statements of a connection; each takes some 50 kB of PostgreSQL's memory with its plan. */
const maxPrepared = 100;

/**
 * The statements that one connection has prepared, so that PostgreSQL parses and plans each of them
 * once (PostgREST does the same). Least recently used ones are closed.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #toClose: string[] = [];
  #count = 0;

  /**
   * Returns the name of a statement, and whether it must be parsed under this name first. Each role has
   * its own plans, because its policies differ.
   */
  prepare(role: string, sql: string): { name: string; isNew: boolean } {
    const key = `${role} ${sql}`;
    const known = this.#names.get(key);
    this.#count += known ? 0 : 1;
    const name = known ?? `ridgeline_${this.#count}`;
    this.#names.delete(key);
    this.#names.set(key, name);
    const [oldest] = this.#names;
    if (oldest && this.#names.size > maxPrepared) this.#remove(...oldest);
    return { name, isNew: known === undefined };
  }

  /** Renames the statements after an error, because it isn't known which of them PostgreSQL has prepared. */
  forget({ role, statements }: Batch) {
    for (const { sql } of statements) {
      const key = `${role} ${sql}`;
      const name = this.#names.get(key);
      if (name) this.#remove(key, name);
    }
  }

  /** Returns the names to close with the next batch; PostgreSQL accepts unknown ones, too. */
  takeNamesToClose(): string[] {
    const names = this.#toClose;
    this.#toClose = [];
    return names;
  }

  #remove(key: string, name: string) {
    this.#names.delete(key);
    this.#toClose.push(name);
  }
}

/** The duration of a statement, without its text or its values. */
export type StatementTime = { milliseconds: number; failed: boolean };

/** Publishes a StatementTime for each statement. */
export const statementTimes = channel('ridgeline:statement');

/** For Kysely's `log`. */
export function logStatementTime({ queryDurationMillis, level }: LogEvent): void {
  publish({ milliseconds: queryDurationMillis, failed: level === 'error' });
}

/** Measures a statement that did not go through Kysely. */
export async function measureStatement<Result>(result: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  let failed = true;
  try {
    const settled = await result;
    failed = false;
    return settled;
  } finally {
    publish({ milliseconds: performance.now() - startedAt, failed });
  }
}

function publish(time: StatementTime) {
  if (statementTimes.hasSubscribers) statementTimes.publish(time);
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

/** The connection was lost before PostgreSQL answered, so the statement may or may not be committed. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
  /** The code that the drivers of database servers use. */
  readonly code = 'ECONNRESET';
  /** Set if the database stopped while this statement ran. */
  readonly wasRunning: boolean;

  constructor(cause?: unknown, wasRunning = false) {
    super('Connection terminated: the embedded database has stopped', { cause });
    this.wasRunning = wasRunning;
  }
}

/** A statement exceeded its time limit and was rolled back; the fields are PostgreSQL's own. */
export class StatementTimeout extends Error {
  override readonly name = 'StatementTimeout';
  readonly code = '57014';
  readonly severity = 'ERROR';

  constructor() {
    super('canceling statement due to statement timeout');
  }
}

/** System error codes for a server that can't be reached. */
const lostConnection = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of pg and its pool for a connection that was lost or not opened in time. */
const lostInPool =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end)/;

/**
 * Returns true if the database can't be reached or is overloaded, so that the same request may succeed
 * later: PostgreSQL's classes 08 (connection), 53 (resources, without a full disk) and 57P (shutdown,
 * crash, start) and 40P01 (deadlock), https://www.postgresql.org/docs/current/errcodes-appendix.html, and
 * errors of the system and the driver.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseError(error)) return /^(08|53|57P|40P01)/.test(code) && !isDiskFull(error);
  // A server that isn't running has no Unix socket.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return lostConnection.has(code) || lostInPool.test(error.message);
}

/** Returns true if a statement exceeded the time limit of its caller and was cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/** Returns true if there is no space left, on the database's disk or on this process's. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** Retry-After, in seconds. */
export const retryAfterUnavailable = '10';
