import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import {
  Client,
  type ClientBase,
  type Connection,
  Pool,
  type PoolClient,
  type Submittable,
} from 'pg';
import type { Logger } from 'pino';
import {
  type Batch,
  createDatabase,
  type Database,
  type Engine,
  logStatementTime,
  measureStatement,
  ownerTimeoutMs,
  PreparedStatements,
  type TextRow,
  toTextRow,
} from './database.ts';
import type { PlatformTables } from './platform-tables.ts';
import { createVisitorTurns } from './visitor-turns.ts';

const connectTimeoutMs = 5000;
/** How long a pooled connection stays open without work. */
const poolIdleTimeoutMs = 15_000;
/** Without traffic; longer than any statement may take and than `poolIdleTimeoutMs`. */
const socketIdleTimeoutMs = 20_000;
/** A connection's caches, such as time zone names, are freed only when it closes. */
const maxLifetimeSeconds = 600;

/**
 * Settings for requests. If a process's machine vanishes, the server ends its transactions, which
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
  pool.on('error', (error) => logger.warn({ error }, 'Database connection failed'));
  const turns = createVisitorTurns('server');
  const connectInTurn = async (signal?: AbortSignal) => {
    const endTurn = await turns.acquire(signal);
    try {
      const client = await pool.connect();
      const { release } = client;
      client.release = (error) => {
        release(error);
        endTurn();
      };
      return client;
    } catch (error) {
      endTurn();
      throw error;
    }
  };
  // The main pool may be full of the very statements that are to be cancelled.
  const cancelPool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: poolIdleTimeoutMs,
    application_name: 'ridgeline-cancel',
  });
  cancelPool.on('error', (error) => logger.warn({ error }, 'Database connection failed'));
  /**
   * The connection is released only after the cancellation settled, which could hit the next
   * statement otherwise.
   */
  const cancelOnAbort = (client: ClientBase, signal: AbortSignal | undefined) => {
    let cancelling = Promise.resolve();
    const cancel = () => {
      const processId = 'processID' in client ? client.processID : null;
      cancelling = cancelPool
        .query('select pg_cancel_backend($1)', [processId])
        .then(() => undefined)
        .catch((error) => logger.warn({ error }, 'Statement cancellation failed'));
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
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: () => connectInTurn(), end: () => pool.end() },
    }),
    log: logStatementTime,
  });
  const engine: Engine = {
    name: 'server',
    getOwner: () => owner,
    compile: CompiledQuery.raw,
    runBatch: async (batch, { timeoutMs, signal }) => {
      const client = await connectInTurn(signal);
      const cancellation = cancelOnAbort(client, signal);
      if (timeoutMs === 0) closeOnIdle(client, 0);
      try {
        // The client may have disconnected while this waited for a connection.
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
        // Closes the connection, because a session may leave settings and locks behind.
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
  // The pool doesn't handle errors of connections in use, and an unhandled one would end the
  // process. The statement rejects, and the pool removes the connection.
  client.on('error', () => {});
  await client.query(requestSettings);
  closeOnIdle(client, socketIdleTimeoutMs);
}

type Callbacks = { resolve: (rows: TextRow[]) => void; reject: (error: Error) => void };

const preparedStatements = new WeakMap<PoolClient, PreparedStatements>();

/**
 * Sends a server all statements in one round trip. Up to `Sync` they are one transaction, and after an
 * error the rest is skipped
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 *
 * @returns the rows of the last statement, once they are committed
 */
async function runServerBatch(client: PoolClient, batch: Batch): Promise<TextRow[]> {
  const prepared = preparedStatements.get(client) ?? new PreparedStatements();
  preparedStatements.set(client, prepared);
  try {
    return await new Promise<TextRow[]>((resolve, reject) => {
      client.query(new BatchQuery(batch, prepared, { resolve, reject }));
    });
  } catch (error) {
    prepared.forget(batch);
    throw error;
  }
}

/** The callbacks that pg calls with results (compare pg/lib/query.js). */
class BatchQuery implements Submittable {
  readonly #batch: Batch;
  readonly #prepared: PreparedStatements;
  readonly #callbacks: Callbacks;
  #names: string[] = [];
  #rows: TextRow[] = [];

  constructor(batch: Batch, prepared: PreparedStatements, callbacks: Callbacks) {
    this.#batch = batch;
    this.#prepared = prepared;
    this.#callbacks = callbacks;
  }

  submit(connection: Connection) {
    connection.stream.cork();
    for (const name of this.#prepared.takeNamesToClose())
      connection.close({ type: 'S', name }, true);
    const { role, statements } = this.#batch;
    for (const { sql, parameters } of statements) {
      const { name, isNew } = this.#prepared.prepare(role, sql);
      if (isNew) connection.parse({ name, text: sql, types: [] }, true);
      connection.bind({ statement: name, values: parameters }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }) {
    this.#names = fields.map(({ name }) => name);
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#rows.push(toTextRow(this.#names, fields));
  }

  handleCommandComplete() {}

  handleEmptyQuery() {}

  handleError(error: Error) {
    this.#callbacks.reject(error);
  }

  handleReadyForQuery() {
    this.#callbacks.resolve(this.#rows);
  }
}

/** The first retry is immediate, because a restarted server is back soon. */
const reconnectDelaysMs = [50, 250, 1000];
const heartbeatIntervalMs = 5000;
/** Longer than two heartbeats. */
const listenIdleTimeoutMs = 12_000;

/**
 * Listens on a connection of its own and reconnects if it is lost. Notifications may have been missed
 * then, so the handler is called once with an empty payload.
 *
 * @returns a function that stops it
 * @throws the driver's error if the first connection fails
 */
async function listenWithReconnect(
  url: string,
  channel: string,
  handler: (payload: string) => void,
  logger: Logger,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let connection = await connect(url, channel, handler);
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await connection.ended;
      if (stopping.signal.aborted) return;
      logger.warn('Change listener failed, retry scheduled');
      connection = await reconnect();
      if (stopping.signal.aborted) return connection.end();
      handler('');
    }
  };
  const reconnect = async (): Promise<Listener> => {
    for (let attempt = 0; ; attempt += 1) {
      const delay = reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)];
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return connection;
      try {
        return await connect(url, channel, handler);
      } catch (error) {
        if (attempt < 3)
          logger.warn({ error }, 'Change listener connection failed, retry scheduled');
      }
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await connection.end();
    await watching;
  };
}

type Listener = { ended: Promise<void>; end: () => Promise<void> };

async function connect(
  url: string,
  channel: string,
  handler: (payload: string) => void,
): Promise<Listener> {
  const client = new Client({
    connectionString: url,
    application_name: 'ridgeline-listen',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  client.on('notification', (message) => handler(message.payload ?? ''));
  // An end event follows. Without this listener the error would end the process.
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  closeOnIdle(client, listenIdleTimeoutMs);
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(() => undefined);
  }, heartbeatIntervalMs);
  return {
    ended: ended.finally(() => clearInterval(heartbeat)),
    end: () => client.end().catch(() => undefined),
  };
}

/**
 * Closes a connection without traffic. If the network silently drops packets, the driver would wait
 * a quarter of an hour.
 *
 * @param timeoutMs 0 for no timeout
 */
function closeOnIdle(client: ClientBase, timeoutMs: number): void {
  if (!('connection' in client)) return;
  const { stream } = client.connection as { stream?: unknown };
  if (!(stream instanceof Socket)) return;
  stream.removeAllListeners('timeout');
  stream.setTimeout(timeoutMs, () => stream.destroy());
}
