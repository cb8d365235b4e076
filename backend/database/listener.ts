import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { endWhenSilent } from './silent-connection.ts';

/** All times in milliseconds. The first try comes at once: a restarted server is back soon. */
const reconnectDelays = [50, 250, 1000];
const connectTimeout = 5000;
/** A connection that carries nothing for the second time is dead, though nobody has said so. */
const heartbeat = { every: 5000, silence: 12_000 };

/**
 * Listens on a connection of its own and comes back after a lost one. What was notified in between
 * is unknown, so the handler is called once with an empty payload after each return.
 *
 * @returns a function that stops it
 * @throws the driver's error where the first connection can't be had
 */
export async function keepListening(
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
    for (let tries = 0; ; tries += 1) {
      const delay = reconnectDelays[Math.min(tries, reconnectDelays.length - 1)];
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return connection;
      try {
        return await connect(url, channel, handler);
      } catch (error) {
        if (tries < 3) logger.warn({ error }, 'Could not listen for changes, trying again');
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
    connectionTimeoutMillis: connectTimeout,
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
  endWhenSilent(client, heartbeat.silence);
  const beat = setInterval(() => {
    client.query('select 1').catch(() => undefined);
  }, heartbeat.every);
  const over = ended.finally(() => clearInterval(beat));
  return { ended: over, end: () => client.end().catch(() => undefined) };
}
