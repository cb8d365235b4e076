import type { Batch, TextRow } from './batch.ts';

/** What PostgreSQL answers to one statement; rows are parsed to the types that PGlite knows. */
export type Answer<Row = unknown> = {
  rows: Row[];
  fields: { name: string; dataTypeID: number }[];
  affectedRows?: number;
  /** The first word of the command tag; missing where the statement did not complete. */
  command?: string;
};

/**
 * A connection for one statement, or for statements that belong together. They run in the order in
 * which they are given; nobody is kept out of another's transaction: see overEngine.
 */
export type Connection = {
  /** Runs one statement; its parameters are written as the types of its placeholders want them. */
  query<Row>(
    sql: string,
    parameters?: unknown[],
    options?: { rowMode?: 'array' | 'object' },
  ): Promise<Answer<Row>>;
  /** Runs a script of any number of statements. */
  exec(script: string): Promise<Answer[]>;
  /** Runs statements as one transaction, and gives the rows of the last one. */
  batch(batch: Batch): Promise<TextRow[]>;
};

/** An embedded PostgreSQL, wherever it runs. */
export type Engine = {
  /** @param timeoutMs how long each statement may run; 0 for no limit */
  connect(timeoutMs: number): Connection;
  /** Calls `handler` with each payload notified on the channel; resolves to a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
  /**
   * Calls `reopen` when PostgreSQL should be opened again for the memory that it has taken. The caller
   * sees to it that no transaction is open. Missing where the memory is not the engine's to free.
   */
  onMemoryExceeded?(handler: (reopen: () => Promise<void>) => void): void;
};

/**
 * The PostgreSQL that a statement was given to has gone before it answered. Whether the statement
 * was committed is not known.
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
