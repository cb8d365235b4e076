import pino, { type DestinationStream, type Logger } from 'pino';
import { stderr } from './log-destination.ts';

/** The lookbehind makes it linear for a long word without an @. */
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

const quoteToken = /(quotes(?:\/|%2f))(?:%[0-9a-f]{2}|[0-9a-f]){40}/gi;

const visitorFile = /(inspiration\/\d{13}-)[^"\\?\s]*/g;

/** JSON lines without personal data: no e-mail addresses, tokens of quotes, names of visitors' files or values of rows. */
export function createLogger(level: string, destination: DestinationStream = stderr): Logger {
  const options = {
    name: 'ridgeline',
    level,
    serializers: { error: serializeError, err: serializeError },
    hooks: {
      streamWrite: (line: string) =>
        line.replaceAll(email, '…@…').replaceAll(visitorFile, '$1…').replaceAll(quoteToken, '$1…'),
    },
  };
  const logger = pino(options, destination);
  if (destination === stderr) {
    stderr.onRecovery = (droppedLogLines) =>
      logger.error({ droppedLogLines }, 'Log lines were lost because the log could not be written');
  }
  return logger;
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: 'code' in error ? error.code : undefined, stack };
}
