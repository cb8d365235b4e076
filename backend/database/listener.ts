import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import type { Logger } from 'pino';

/** The first retry is immediate: a restarted server is back soon. */
const reconnectDelaysMs = [50, 250, 1000];
const connectTimeoutMs = 5000;
const heartbeatIntervalMs = 5000;
/** Longer than two heartbeats. */
const idleTimeoutMs = 12_000;

/**
 * Listens on a connection of its own and reconnects if it is lost. Notifications may have been missed
 * then, so the handler is called once with an empty payload.
 *
 * @returns a function that stops it
 * @throws the driver's error if the first connection fails
 */
export async function listenWithReconnect(
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
      logger.warn('The connection that listens for changes was lost');
      connection = await reconnect();
      if (stopping.signal.aborted) return connection.end();
      handler('');
    }
  };
  const reconnect = async (): Promise<Connection> => {
    for (let attempt = 0; ; attempt += 1) {
      const delay = reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)];
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return connection;
      try {
        return await connect(url, channel, handler);
      } catch (error) {
        if (attempt < 3) logger.warn({ error }, 'Could not listen for changes, trying again');
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

type Connection = { ended: Promise<void>; end: () => Promise<void> };

async function connect(
  url: string,
  channel: string,
  handler: (payload: string) => void,
): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    application_name: 'ridgeline-listen',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  client.on('notification', (message) => handler(message.payload ?? ''));
  // The end follows; without a listener the error would end the process.
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  closeOnIdle(client, idleTimeoutMs);
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(() => undefined);
  }, heartbeatIntervalMs);
  return {
    ended: ended.finally(() => clearInterval(heartbeat)),
    end: () => client.end().catch(() => undefined),
  };
}

/**
 * Closes a connection without traffic. If a network drops packets silently, the driver would wait for
 * its response for a quarter of an hour.
 *
 * @param timeoutMs 0 for no timeout
 */
export function closeOnIdle(client: ClientBase, timeoutMs: number): void {
  if (!('connection' in client)) return;
  const { stream } = client.connection as { stream?: unknown };
  if (!(stream instanceof Socket)) return;
  stream.removeAllListeners('timeout');
  stream.setTimeout(timeoutMs, () => stream.destroy());
}
