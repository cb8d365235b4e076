import type { Kysely } from 'kysely';
import type { Batch, TextRow } from './batch.ts';
import type { Database } from './database.ts';
import type { PlatformTables } from './platform-tables.ts';

/** A PostgreSQL: PGlite in this process, or a server. `createDatabase` adds callers to it. */
export type Engine = Pick<Database, 'session' | 'listen' | 'close'> & {
  readonly name: Database['engine'];
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
};

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
