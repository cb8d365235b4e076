import pino, { type Logger } from 'pino';

/** The process's log: lines of JSON on standard error, errors with their stack. */
export function createLogger(level: string): Logger {
  const options = { name: 'ridgeline', level, serializers: { error: pino.stdSerializers.err } };
  return pino(options, pino.destination(2));
}
