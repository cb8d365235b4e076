import { Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import { type ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';
import { batchAsCaller, ownerTimeoutMs, runAsCaller, statementTimeoutMs } from './as-caller.ts';
import type { TextRow } from './batch.ts';
import type { Caller, Database, StatementOptions } from './database.ts';
import { keepListening } from './listener.ts';
import type { PlatformTables } from './platform-tables.ts';
import { runServerBatch } from './server-batch.ts';
import { endWhenSilent } from './silent-connection.ts';
import { tellStatementTime, timed } from './statement-times.ts';

/** All times in milliseconds. */
const connectTimeout = 5000;
/** Above what any statement may take, and above how long a connection is kept without work. */
const silence = 20_000;
const idleTimeout = 15_000;
/** PostgreSQL keeps what it has cached for a connection, such as names of time zones, until that ends. */
const maxLifetimeSeconds = 600;

/**
 * What holds for requests. A process whose machine has vanished must not keep its locks: the server
 * gives its transactions up, and asks every connection whether somebody is still there.
 */
const forRequests = `set statement_timeout = ${ownerTimeoutMs};
  set idle_in_transaction_session_timeout = 30000;
  set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;
/** Scripts, migrations and backups take as long as they take. */
const forSessions = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';

/**
 * Connects to a PostgreSQL server, version 15 or newer.
 *
 * @param url a connection string as libpq takes it; its user owns the database
 * @param poolSize connections kept at most
 */
export function createServerDatabase({
  url,
  logger,
  poolSize = 10,
}: {
  url: string;
  logger: Logger;
  poolSize?: number;
}): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    maxLifetimeSeconds,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: idleTimeout,
    keepAlive: true,
    application_name: 'ridgeline',
    onConnect: prepare,
  });
  pool.on('error', (error) => logger.warn({ error }, 'A connection to the database was lost'));
  // Not from the pool, which may be full of the statements that are to be cancelled.
  const cancelPool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: idleTimeout,
    application_name: 'ridgeline-cancel',
  });
  cancelPool.on('error', (error) =>
    logger.warn({ error }, 'A connection to the database was lost'),
  );
  /** The connection must not be released before the cancellation has settled: it could hit the next statement. */
  const cancelOnAbort = (client: ClientBase, signal: AbortSignal | undefined) => {
    let cancelling = Promise.resolve();
    const cancel = () => {
      const processId = 'processID' in client ? client.processID : null;
      cancelling = cancelPool
        .query('select pg_cancel_backend($1)', [processId])
        .then(() => undefined)
        .catch((error) => logger.warn({ error }, 'A statement could not be cancelled'));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return {
      settled: () => {
        signal?.removeEventListener('abort', cancel);
        return cancelling;
      },
    };
  };
  const owner = new Kysely<PlatformTables>({
    dialect: new PostgresDialect({ pool }),
    log: tellStatementTime,
  });
  const owned = { engine: 'server', owner } as const;
  return {
    ...owned,
    asCaller: (caller, work) => runAsCaller(owned, caller, work),
    oneAsCaller: async <Row extends TextRow>(
      caller: Caller,
      statement: RawBuilder<Row>,
      { signal, timeoutMs = statementTimeoutMs(caller), ...options }: StatementOptions = {},
    ) => {
      const batch = batchAsCaller(owned, { caller, timeoutMs, ...options }, statement);
      const client = await pool.connect();
      const cancellation = cancelOnAbort(client, signal);
      if (timeoutMs === 0) endWhenSilent(client, 0);
      try {
        // The client may have left while this waited for a connection.
        signal?.throwIfAborted();
        return (await timed(runServerBatch(client, batch))) as Row[];
      } finally {
        await cancellation.settled();
        endWhenSilent(client, silence);
        client.release();
      }
    },
    session: async (work) => {
      const client = await pool.connect();
      try {
        endWhenSilent(client, 0);
        await client.query(forSessions);
        return await work({
          query: async <Row>(sql: string, parameters?: unknown[]) =>
            (await client.query(sql, parameters)).rows as Row[],
          exec: async (script) => {
            await client.query(script);
          },
        });
      } finally {
        // Not kept: a session may leave settings and locks behind.
        client.release(true);
      }
    },
    listen: (channel, handler) => keepListening(url, channel, handler, logger),
    close: async () => {
      await owner.destroy();
      // Kysely ends the pool only where it has run a query itself.
      if (!pool.ended) await pool.end();
      if (!cancelPool.ended) await cancelPool.end();
    },
  };
}

async function prepare(client: ClientBase) {
  // While it is lent out the pool does not listen, and an error that nobody hears ends the process.
  // Whoever has it gets the error of their statement, and the pool does not keep it.
  client.on('error', () => {});
  await client.query(forRequests);
  endWhenSilent(client, silence);
}
