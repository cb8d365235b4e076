import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { Logger } from 'pino';
import { runAsCaller } from './as-caller.ts';
import type { Database } from './database.ts';
import type { PlatformTables } from './platform-tables.ts';

/** All times in milliseconds. */
const reconnectDelay = 1000;
const statementTimeout = 10_000;

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
    connectionTimeoutMillis: 10_000,
    application_name: 'ridgeline',
  });
  pool.on('error', (error) => logger.warn({ error }, 'A connection to the database was lost'));
  const owner = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'server',
    owner,
    asCaller: (caller, work) => runAsCaller(owner, caller, work, statementTimeout),
    session: async (work) => {
      const client = await pool.connect();
      try {
        return await work({
          query: async <Row>(sql: string, parameters?: unknown[]) =>
            (await client.query(sql, parameters)).rows as Row[],
          exec: async (script) => {
            await client.query(script);
          },
        });
      } finally {
        client.release();
      }
    },
    listen: (channel, handler) => keepListening(url, channel, handler, logger),
    close: async () => {
      await owner.destroy();
      // Kysely ends the pool only where it has run a query itself.
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Listens on a connection of its own and comes back after a lost one. What was notified in between
 * is unknown, so the handler is called once with an empty payload after each return.
 */
async function keepListening(
  url: string,
  channel: string,
  handler: (payload: string) => void,
  logger: Logger,
): Promise<() => Promise<void>> {
  let client: Client;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    client = new Client({ connectionString: url, application_name: 'ridgeline-listen' });
    client.on('notification', (message) => handler(message.payload ?? ''));
    client.on('error', (error) => logger.warn({ error }, 'The listening connection was lost'));
    client.on('end', reconnectSoon);
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  };
  const reconnectSoon = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      connect().then(
        () => handler(''),
        (error) => {
          logger.warn({ error }, 'Could not listen for changes, trying again');
          if (!stopped) reconnectSoon();
        },
      );
    }, reconnectDelay);
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client.end();
  };
}
