import type { Logger } from 'pino';
import { pruneAuditEntries } from '#app/data/audit.ts';
import { removeOldEnquiries } from '#app/data/retention.ts';
import type { Client } from '#app/data/supabase-context.ts';

/** How often it is looked whether the daily run is due, in milliseconds; the database decides. */
const lookEvery = 60 * 60 * 1000;

/**
 * Removes old enquiries, and what the trail of staff's actions has kept for long enough, at the start
 * and once a day after that. Several processes may share a
 * database: one of them does it. What was removed is logged in numbers, and a failure is logged and
 * tried again.
 *
 * @param client with the service key
 * @param also done each time as well, such as what this process has on its own disk
 * @returns a function that stops it and resolves once no run is under way
 */
export function startRetention(
  client: Client,
  logger: Logger,
  also: (signal: AbortSignal) => Promise<void> = async () => {},
): () => Promise<void> {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const look = () => {
    underWay = underWay.then(() => lookOnce(client, logger, stopping.signal, also));
  };
  look();
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return underWay;
  };
}

async function lookOnce(
  client: Client,
  logger: Logger,
  signal: AbortSignal,
  also: (signal: AbortSignal) => Promise<void>,
) {
  try {
    await also(signal);
    await pruneAuditEntries(client, new Date());
    const removed = await removeOldEnquiries(client, new Date(), signal, (error) =>
      logger.error({ err: error }, 'A picture of an old request could not be removed'),
    );
    if (removed) logger.info({ removed }, 'Enquiries older than the settings keep them removed');
  } catch (error) {
    if (signal.aborted) return;
    logger.error({ err: error }, 'Old enquiries could not be removed');
  }
}
