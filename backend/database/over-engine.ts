import { Kysely, PGliteDialect, type PGliteDialectConfig, type RawBuilder } from 'kysely';
import { oneAtATime } from '#backend/one-at-a-time.ts';
import { batchAsCaller, runAsCaller } from './as-caller.ts';
import type { TextRow } from './batch.ts';
import type { Caller, Database, Session } from './database.ts';
import { type Connection, DatabaseLost, type Engine } from './engine.ts';
import type { PlatformTables } from './platform-tables.ts';
import { tellStatementTime, timed } from './statement-times.ts';

type KyselyPglite = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;
type Transact = KyselyPglite['transaction'];

/**
 * Speaks to an embedded PostgreSQL in the one way that both engines share. There is one connection:
 * a statement, a transaction or a session has it to itself until it is done.
 *
 * @param release called once the database is closed
 */
export function overEngine(engine: Engine, release: () => void = () => {}): Database {
  const inTurn = oneAtATime();
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await inTurn(() => engine.close());
    release();
  };
  const transaction: Transact = (work) => inTurn(() => transact(engine.connect(), work));
  const pglite: KyselyPglite = {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed;
    },
    close,
    query: (sql, parameters, options) =>
      inTurn(() => engine.connect().query(sql, parameters, options)),
    transaction,
  };
  const owner = new Kysely<PlatformTables>({
    dialect: new PGliteDialect({ pglite }),
    log: tellStatementTime,
  });
  const owned = { engine: 'embedded', owner } as const;
  return {
    ...owned,
    asCaller: (caller, work) => runAsCaller(owned, caller, work),
    oneAsCaller: async <Row extends TextRow>(
      caller: Caller,
      statement: RawBuilder<Row>,
      options?: { readOnly?: boolean },
    ) => {
      const batch = batchAsCaller(owned, { caller, ...options }, statement);
      // It is whole in itself, so the next one may be given before this one is answered.
      const { answer } = await inTurn(async () => ({ answer: engine.connect().batch(batch) }));
      return (await timed(answer)) as Row[];
    },
    session: (work) => inTurn(() => work(sessionOver(engine.connect()))),
    listen: (channel, handler) => inTurn(() => engine.listen(channel, handler)),
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
    if (!(error instanceof DatabaseLost)) await rollback();
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
