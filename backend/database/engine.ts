import { channel } from 'node:diagnostics_channel';
import type { Kysely, LogEvent } from 'kysely';
import type { PlatformTables } from './platform-tables.ts';

/** A PostgreSQL: PGlite in this process, or a server. `createDatabase` adds callers to it. */
export type Engine = {
  readonly name: 'embedded' | 'server';
  /** @param timeoutMs how long each statement may run; a server has its own setting */
  getOwner(timeoutMs: number): Kysely<PlatformTables>;
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
 * Runs `work` while no other process on the database runs work of the same name; others wait. The
 * embedded database belongs to one process, so there is no lock.
 */
export function withAdvisoryLock<Result>(
  { engine, session }: Pick<Engine, 'session'> & { engine: Engine['name'] },
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
export type BatchStatement = { sql: string; parameters: (string | null)[] };

/** A row with its values as PostgreSQL writes them; long values as their UTF-8 bytes. */
export type TextRow = Record<string, string | Uint8Array<ArrayBuffer> | null>;

/**
 * The number of characters from which on a value is encoded once, where it was read. A response of
 * 4 MB sent as a string is encoded twice on the main thread and takes 30 ms of it.
 */
const minEncodedLength = 16_384;
const encoder = new TextEncoder();

/** Returns a row of values in the order of their columns' names. */
export function toTextRow(names: string[], values: (string | null)[]): TextRow {
  return Object.fromEntries(names.map((name, index) => [name, toValue(values[index] ?? null)]));
}

function toValue(value: string | null): TextRow[string] {
  // Not by Buffer.from, whose memory may be Node's pool, which can't be moved between threads.
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

  /** After an error it is not known which statements PostgreSQL has prepared: they get other names. */
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

/**
 * The connection was lost before PostgreSQL answered. It is not known whether the statement was
 * committed.
 */
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

/** Error codes of the system for a server that can't be reached. */
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
 * crash, start), https://www.postgresql.org/docs/current/errcodes-appendix.html, and errors of the
 * system and the driver.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isDatabaseError(error)) return /^(08|53|57P)/.test(code) && !isDiskFull(error);
  // A Unix socket is missing if its server is not running.
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
