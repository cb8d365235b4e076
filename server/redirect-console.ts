import { format } from 'node:util';
import type { Logger } from 'pino';

const levels = {
  debug: 'debug',
  trace: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;
const maxCharacters = 8192;

/** Writes `console` output to the log: an error of process.stderr, such as a full disk, ends the process. */
export function redirectConsole(logger: Logger): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => {
      // Other properties of an error may have values of a row.
      const printed = values.map((value) => (value instanceof Error ? value.stack : value));
      logger[level](format(...printed).slice(0, maxCharacters));
    };
  }
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

function ignore() {}
