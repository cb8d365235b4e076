import { Kysely, PostgresDialect } from 'kysely';
import { type ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';
import { createDatabase, ownerTimeoutMs } from './create-database.ts';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { closeOnIdle, listenWithReconnect } from './listener.ts';
import type { PlatformTables } from './platform-tables.ts';
import { runServerBatch } from './server-batch.ts';
import { logStatementTime, measureStatement } from './statement-times.ts';

const connectTimeoutMs = 5000;
/** How long a pooled connection stays open without work. */
const poolIdleTimeoutMs = 15_000;
/** Without traffic; longer than any statement may take and than `poolIdleTimeoutMs`. */
const socketIdleTimeoutMs = 20_000;
/** PostgreSQL frees what it has cached for a connection, such as names of time zones, when that ends. */
const maxLifetimeSeconds = 600;

/**
 * Settings for requests. If the machine of a process vanishes, the server ends its transactions, which
 * releases their locks, and closes its connections. Compiling expressions to machine code pays for long
 * statements only: sending a quote takes four times as long with it.
 */
const requestSettings = `set statement_timeout = ${ownerTimeoutMs}; set jit = off;
  set idle_in_transaction_session_timeout = 30000;
  set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;
/** Scripts, migrations and backups have no time limit. */
const sessionSettings = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';

/**
 * Connects to a PostgreSQL server, version 15 or newer.
 *
 * @param url a connection string as libpq takes it; its user owns the database
 * @param poolSize the maximum of connections
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
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: poolIdleTimeoutMs,
    keepAlive: true,
    application_name: 'ridgeline',
    onConnect: prepareConnection,
  });
  pool.on('error', (error) => logger.warn({ error }, 'A connection to the database was lost'));
  // Not from the pool, which may be full of the statements that are to be cancelled.
  const cancelPool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: poolIdleTimeoutMs,
    application_name: 'ridgeline-cancel',
  });
  cancelPool.on('error', (error) =>
    logger.warn({ error }, 'A connection to the database was lost'),
  );
  /** The connection must not be released before the cancellation has settled: it could cancel the next statement. */
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
    log: logStatementTime,
  });
  const engine: Engine = {
    name: 'server',
    getOwner: () => owner,
    runBatch: async (batch, { timeoutMs, signal }) => {
      const client = await pool.connect();
      const cancellation = cancelOnAbort(client, signal);
      if (timeoutMs === 0) closeOnIdle(client, 0);
      try {
        // The client may have left while this waited for a connection.
        signal?.throwIfAborted();
        return await measureStatement(runServerBatch(client, batch));
      } finally {
        await cancellation.settled();
        closeOnIdle(client, socketIdleTimeoutMs);
        client.release();
      }
    },
    session: async (work) => {
      const client = await pool.connect();
      try {
        closeOnIdle(client, 0);
        await client.query(sessionSettings);
        return await work({
          query: async <Row>(sql: string, parameters?: unknown[]) =>
            (await client.query(sql, parameters)).rows as Row[],
          exec: async (script) => {
            await client.query(script);
          },
        });
      } finally {
        // Closed, because a session may leave settings and locks behind.
        client.release(true);
      }
    },
    listen: (channel, handler) => listenWithReconnect(url, channel, handler, logger),
    close: async () => {
      await owner.destroy();
      // Kysely ends the pool only if it has run a query itself.
      if (!pool.ended) await pool.end();
      if (!cancelPool.ended) await cancelPool.end();
    },
  };
  return createDatabase(engine);
}

async function prepareConnection(client: ClientBase) {
  // The pool handles no errors of a connection in use, and an unhandled one would end the process. Its
  // statement rejects, and the pool removes it.
  client.on('error', () => {});
  await client.query(requestSettings);
  closeOnIdle(client, socketIdleTimeoutMs);
}
