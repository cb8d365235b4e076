import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PGliteDialect, type PGliteDialectConfig, type RawBuilder } from 'kysely';
import { createMutex } from '#backend/mutex.ts';
import { batchAsCaller, ownerTimeoutMs, runAsCaller, statementTimeoutMs } from './as-caller.ts';
import type { TextRow } from './batch.ts';
import type { Caller, Database, Session, StatementOptions } from './database.ts';
import { type Connection, DatabaseLost, type Engine } from './engine.ts';
import type { PlatformTables } from './platform-tables.ts';
import { tellStatementTime, timed } from './statement-times.ts';

type KyselyPglite = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;
type Transact = KyselyPglite['transaction'];

/** How long the work under way may take once the database is to be closed. */
const closeTimeoutMs = 1000;

/**
 * Speaks to an embedded PostgreSQL in the one way that both engines share. There is one connection:
 * a statement, a transaction or a session has it to itself until it is done.
 *
 * @param release called once the database is closed
 */
export function overEngine(engine: Engine, release: () => void = () => {}): Database {
  const runExclusive = createMutex();
  engine.onMemoryExceeded?.((reopen) => void runExclusive(reopen));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    const idle = runExclusive(async () => {});
    await Promise.race([idle, sleep(closeTimeoutMs, undefined, { ref: false })]);
    await engine.close();
    release();
  };
  const createKysely = (timeoutMs: number) => {
    const transaction: Transact = (work) =>
      runExclusive(() => transact(engine.connect(timeoutMs), work));
    const pglite: KyselyPglite = {
      ready: true,
      waitReady: Promise.resolve(),
      get closed() {
        return closed;
      },
      close,
      query: (sql, parameters, options) =>
        runExclusive(() => engine.connect(timeoutMs).query(sql, parameters, options)),
      transaction,
    };
    const dialect = new PGliteDialect({ pglite });
    return new Kysely<PlatformTables>({ dialect, log: tellStatementTime });
  };
  const owner = createKysely(ownerTimeoutMs);
  const byTimeout = new Map([[ownerTimeoutMs, owner]]);
  const ownerFor = (timeoutMs: number) => {
    const known = byTimeout.get(timeoutMs) ?? createKysely(timeoutMs);
    byTimeout.set(timeoutMs, known);
    return known;
  };
  const engineName = 'embedded' as const;
  return {
    engine: engineName,
    owner,
    asCaller: (caller, work) =>
      runAsCaller(
        { engine: engineName, owner: ownerFor(statementTimeoutMs(caller)) },
        caller,
        work,
      ),
    oneAsCaller: async <Row extends TextRow>(
      caller: Caller,
      statement: RawBuilder<Row>,
      { signal, timeoutMs = statementTimeoutMs(caller), ...options }: StatementOptions = {},
    ) => {
      const call = { caller, timeoutMs, ...options };
      const batch = batchAsCaller({ engine: engineName, owner }, call, statement);
      // It is whole in itself, so the next one may be given before this one is answered.
      const { answer } = await runExclusive(async () => {
        signal?.throwIfAborted();
        return { answer: engine.connect(timeoutMs).batch(batch) };
      });
      return (await timed(answer)) as Row[];
    },
    session: (work) => runExclusive(() => work(sessionOver(engine.connect(0)))),
    listen: (channel, handler) => runExclusive(() => engine.listen(channel, handler)),
    close: async () => {
      await owner.destroy();
      await close();
    },
  };
}

function sessionOver(connection: Connection): Session {
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
  connection: Connection,
  work: (transaction: Parameters<Parameters<Transact>[0]>[0]) => Promise<Result>,
): Promise<Result> {
  // Not waited for: statements run in order, and the first one is told where this one failed.
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
    // A PostgreSQL that has ended took its transaction with it.
    await rollback().catch((reason) => {
      if (!(reason instanceof DatabaseLost)) throw reason;
    });
    throw error;
  }
  const [committed] = await connection.exec('commit');
  if (committed?.command === 'COMMIT') return result;
  throw committed?.command === 'ROLLBACK' ? rolledBack() : new DatabaseLost();
}

/** What PGlite throws where a transaction that had failed is committed, with PostgreSQL's fields. */
function rolledBack(): Error {
  const error = new Error('Transaction was rolled back instead of committed');
  return Object.assign(error, { severity: 'ERROR', code: '25P02' });
}
