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

/**
 * Writes what libraries print with `console` to the log instead. An error of process.stdout or
 * process.stderr, such as a full disk, would end the process; whoever writes there directly loses the line.
 */
export function redirectConsole(logger: Logger): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => {
      // Other properties of an error may hold values of a row.
      const printed = values.map((value) => (value instanceof Error ? value.stack : value));
      logger[level](format(...printed).slice(0, maxCharacters));
    };
  }
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

function ignore() {}
