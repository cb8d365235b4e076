import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely';
import {
  type Batch,
  DatabaseLost,
  type Engine,
  logStatementTime,
  measureStatement,
  type Session,
  type TextRow,
} from './database.ts';
import type { PlatformTables } from './platform-tables.ts';
import { getVisitor } from './requester.ts';
import { createVisitorTurns } from './visitor-turns.ts';

/** The result of one statement; rows are parsed to the types that PGlite knows. */
export type PGliteResult<Row = unknown> = {
  rows: Row[];
  fields: { name: string; dataTypeID: number }[];
  affectedRows?: number;
  /** The first word of the command tag; missing if the statement did not complete. */
  command?: string;
};

/** A connection for one statement, or for several that belong together and run in order. */
export type PGliteConnection = {
  query<Row>(
    sql: string,
    parameters?: unknown[],
    options?: { rowMode?: 'array' | 'object' },
  ): Promise<PGliteResult<Row>>;
  /** Runs a script of any number of statements. */
  exec(script: string): Promise<PGliteResult[]>;
  batch(batch: Batch): Promise<TextRow[]>;
};

/** Where PGlite runs: on its own thread, or in a test's memory. */
export type PGliteHost = Pick<Engine, 'listen' | 'close'> & {
  /** @param timeoutMs how long each statement may run; 0 for no limit */
  connect(timeoutMs: number): PGliteConnection;
  /**
   * Calls `handler` when PostgreSQL has to be reopened to free memory, which must not happen within
   * a transaction.
   */
  onMemoryExceeded?(handler: (reopen: () => Promise<void>) => void): void;
  /** Replaces the folder, while no statement is sent. */
  replaceFolder?(directory: string): Promise<void>;
};

type KyselyPGlite = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;
type Transact = KyselyPGlite['transaction'];

/** How long running and waiting work gets when the database closes. */
const closeTimeoutMs = 1000;

/** A visitor's batch is sent while fewer others are: one runs, and the next is ready. */
const maxSent = 2;

/** How many works of staff and the process itself go before a visitor who waits. */
const maxAhead = 4;
/** After this time one of them is enough. */
const maxWaitMs = 300;

/**
 * Gives the connection to one work at a time: to staff and the process itself first, then to visitors. A visitor who
 * has waited long enough goes before them, whatever is sent.
 */
function createConnectionQueue() {
  const others: (() => void)[] = [];
  const visitors: { start: () => void; since: number }[] = [];
  let isHeld = false;
  let sent = 0;
  /** The others' works that have started since a visitor's last one, or since a visitor waits. */
  let ahead = 0;
  const isVisitorDue = () => {
    const [oldest] = visitors;
    if (!oldest || ahead === 0) return false;
    return ahead >= maxAhead || performance.now() - oldest.since >= maxWaitMs;
  };
  const takeNext = () => {
    const isDue = isVisitorDue();
    const other = isDue ? undefined : others.shift();
    if (other) {
      ahead = visitors.length > 0 ? ahead + 1 : 0;
      return other;
    }
    if (!isDue && sent >= maxSent) return undefined;
    ahead = 0;
    return visitors.shift()?.start;
  };
  const startNext = () => {
    if (isHeld) return;
    const start = takeNext();
    if (!start) return;
    isHeld = true;
    start();
  };
  return {
    /** Runs `work` while no other work runs. */
    runExclusive: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const isVisitor = getVisitor() !== undefined;
      await new Promise<void>((start) => {
        if (isVisitor) visitors.push({ start, since: performance.now() });
        else others.push(start);
        startNext();
      });
      try {
        return await work();
      } finally {
        isHeld = false;
        startNext();
      }
    },
    /** Counts a batch that is answered after the work that has sent it. */
    countSent: async <Result>(answer: Promise<Result>): Promise<Result> => {
      sent += 1;
      try {
        return await answer;
      } finally {
        sent -= 1;
        startNext();
      }
    },
  };
}

/** Counts works until they are answered, those that wait for a turn as well. */
function createWorkCounter() {
  let unfinished = 0;
  let onIdle = () => {};
  return {
    track: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      unfinished += 1;
      try {
        return await work();
      } finally {
        unfinished -= 1;
        if (unfinished === 0) onIdle();
      }
    },
    waitUntilIdle: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (unfinished === 0) resolve();
      }),
  };
}

/**
 * Shares PGlite's only connection. A statement, transaction or session has it exclusively until it
 * is done. At most four from visitors wait for it; the rest wait for a turn (visitor-turns.ts).
 *
 * @param onClosed called once the database is closed
 */
export function createPGliteEngine(host: PGliteHost, onClosed: () => void = () => {}): Engine {
  const queue = createConnectionQueue();
  const { track, waitUntilIdle } = createWorkCounter();
  const turns = createVisitorTurns('embedded');
  const runExclusive = <Result>(work: () => Promise<Result>) =>
    track(() => queue.runExclusive(work));
  const runInTurn = <Result>(work: () => Promise<Result>, signal?: AbortSignal) =>
    track(async () => {
      const endTurn = await turns.acquire(signal);
      try {
        return await work();
      } finally {
        endTurn();
      }
    });
  host.onMemoryExceeded?.((reopen) => void runExclusive(reopen));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await Promise.race([waitUntilIdle(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    await host.close();
    onClosed();
  };
  const createKysely = (timeoutMs: number) => {
    const transaction: Transact = (work) =>
      runInTurn(() => runExclusive(() => transact(host.connect(timeoutMs), work)));
    const pglite: KyselyPGlite = {
      ready: true,
      waitReady: Promise.resolve(),
      get closed() {
        return closed;
      },
      close,
      query: (sql, parameters, options) =>
        runInTurn(() =>
          runExclusive(() => host.connect(timeoutMs).query(sql, parameters, options)),
        ),
      transaction,
    };
    const dialect = new PGliteDialect({ pglite });
    return new Kysely<PlatformTables>({ dialect, log: logStatementTime });
  };
  const owners = new Map<number, Kysely<PlatformTables>>();
  return {
    name: 'embedded',
    getOwner: (timeoutMs) => {
      const owner = owners.get(timeoutMs) ?? createKysely(timeoutMs);
      owners.set(timeoutMs, owner);
      return owner;
    },
    compile: CompiledQuery.raw,
    runBatch: (batch, { timeoutMs, signal }) =>
      runInTurn(async () => {
        // A batch is a whole transaction, so the next one can be sent before this one is answered.
        const { result } = await runExclusive(async () => {
          signal?.throwIfAborted();
          return { result: queue.countSent(host.connect(timeoutMs).batch(batch)) };
        });
        return await measureStatement(result);
      }, signal),
    session: (work) => runExclusive(() => work(createSession(host.connect(0)))),
    listen: (channel, handler) => runExclusive(() => host.listen(channel, handler)),
    replaceFolder: (directory, check) =>
      runExclusive(async () => {
        if (!host.replaceFolder) throw new Error('This database has no folder');
        await check(createSession(host.connect(0)));
        await host.replaceFolder(directory);
      }),
    close: async () => {
      for (const owner of owners.values()) await owner.destroy();
      await close();
    },
  };
}

function createSession(connection: PGliteConnection): Session {
  return {
    query: async <Row>(sql: string, parameters?: unknown[]) =>
      (await connection.query<Row>(sql, parameters)).rows,
    exec: async (script) => {
      await connection.exec(script);
    },
  };
}

/** Runs `work` between begin and commit, as PGlite's own transaction() does. */
async function transact<Result>(
  connection: PGliteConnection,
  work: (transaction: Parameters<Parameters<Transact>[0]>[0]) => Promise<Result>,
): Promise<Result> {
  // Statements run in order, so the first one need not wait for this.
  const begun = connection.exec('begin');
  begun.catch(() => undefined);
  const rollback = async () => {
    await connection.exec('rollback');
  };
  let result: Result;
  try {
    result = await work({ query: connection.query, rollback });
    await begun;
  } catch (error) {
    // A stopped PostgreSQL has already rolled back.
    await rollback().catch((reason) => {
      if (!(reason instanceof DatabaseLost)) throw reason;
    });
    throw error;
  }
  const [committed] = await connection.exec('commit');
  if (committed?.command === 'COMMIT') return result;
  throw committed?.command === 'ROLLBACK' ? rolledBackError() : new DatabaseLost();
}

/** The error that PGlite throws when a failed transaction is committed, with PostgreSQL's fields. */
function rolledBackError(): Error {
  const error = new Error('Transaction was rolled back instead of committed');
  return Object.assign(error, { severity: 'ERROR', code: '25P02' });
}
