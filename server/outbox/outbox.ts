import type { Logger } from 'pino';

/** How often it is looked what is due, in milliseconds. What is due is the database's to say. */
const lookEvery = 10_000;
/** How long mails under way may take to finish once the process stops, in milliseconds. */
const stoppingGrace = 5_000;

type SendDueMails = (signal: AbortSignal) => Promise<{ sent: number; notSent: number }>;

/**
 * Sends the mails of the outbox whenever some are due. One look runs at a time; one that fails is
 * logged, once for as long as it goes on, and left to the next. The timer follows no clock that
 * could be set.
 *
 * @param every for tests, in milliseconds
 * @returns a function that stops it and resolves once no mail is under way, or after five seconds: a
 * mail that takes longer is sent by whoever looks next
 */
export function startOutbox(
  sendDueMails: SendDueMails,
  logger: Logger,
  every = lookEvery,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  async function look() {
    try {
      const { sent, notSent } = await sendDueMails(stopping.signal);
      if (sent > 0) logger.info({ sent, notSent }, 'Mails of the outbox sent');
      if (hasFailed) logger.info('The outbox can be read again');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.error({ error }, 'The mails of the outbox could not be looked after');
      hasFailed = true;
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(start, every);
    timer.unref();
  }
  let underWay = Promise.resolve();
  function start() {
    underWay = look();
  }
  start();

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    const { promise, resolve } = Promise.withResolvers<void>();
    const grace = setTimeout(resolve, stoppingGrace);
    await Promise.race([underWay, promise]);
    clearTimeout(grace);
  };
}
