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
 * The one connection that an embedded PostgreSQL has. Statements run in the order in which they are
 * given; nobody is kept out of another's transaction: see overEngine.
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
  /** The connection as it is now; it does not outlive the PostgreSQL that it belongs to. */
  connect(): Connection;
  /** Calls `handler` with each payload notified on the channel; resolves to a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/**
 * The PostgreSQL that a statement was given to has gone before it answered. Whether the statement
 * was committed is not known.
 */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
  /** As the drivers of database servers tell it. */
  readonly code = 'ECONNRESET';

  constructor(cause?: unknown) {
    super('Connection terminated: the embedded database has stopped', { cause });
  }
}
