import pino, { type DestinationStream, type Logger } from 'pino';
import { stderr } from './log-destination.ts';

/** E-mail addresses. The lookbehind keeps the time linear in a long word without an @. */
const emailAddress = /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

/** The part of a visitor's file name that they chose. */
const visitorFile = /(inspiration\/\d{13}-)[^"\\?\s]*/g;

/**
 * The process's log: lines of JSON on standard error, errors with their stack. Nothing that tells who
 * a visitor is gets into it: of errors only what they are, without the values that drivers hang onto
 * them; e-mail addresses and visitors' file names are left out wherever they stand.
 */
export function createLogger(level: string, destination: DestinationStream = stderr): Logger {
  const options = {
    name: 'ridgeline',
    level,
    serializers: { error: describeError, err: describeError },
    hooks: {
      streamWrite: (line: string) =>
        line.replaceAll(emailAddress, '…@…').replaceAll(visitorFile, '$1…'),
    },
  };
  const logger = pino(options, destination);
  if (destination === stderr) {
    stderr.onRecovery = (droppedLogLines) =>
      logger.error({ droppedLogLines }, 'Log lines were lost because the log could not be written');
  }
  return logger;
}

/** What an error is. Drivers add the statement, its values and the row that was refused: those stay out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: 'code' in error ? error.code : undefined, stack };
}
