import { format } from 'node:util';
import { LRUCache } from 'lru-cache';
import pino, { type DestinationStream, type Logger } from 'pino';
import { emailInText, wordInText } from '#app/lib/email.ts';
import type { Log } from '#app/site/request-context.ts';
import { stderr } from './log-destination.ts';

/**
 * The escape of a character in JSON, which an email address may follow, an address, or another word: matching that
 * as well keeps it linear for a long one.
 */
const jsonToken = new RegExp(String.raw`\\(?:u[\da-f]{4}|.)|(${emailInText})|${wordInText}`, 'gu');

const quoteToken = /(quotes(?:\/|%2f))(?:%[0-9a-f]{2}|[0-9a-f]){40}/gi;

const previewToken = /(preview(?:\/|%2f))[^"\\?\s]+/gi;

const visitorFile = /(inspiration\/\d{13}-)[^"\\?\s]*/g;

/**
 * Writes JSON lines without personal data: no email addresses, tokens of quotes and previews, visitors' file names
 * or row values.
 */
export function createLogger(level: string, destination: DestinationStream = stderr): Logger {
  const options = {
    name: 'ridgeline',
    level,
    serializers: { error: serializeError, err: serializeError },
    hooks: {
      streamWrite: (line: string) =>
        redactEmails(line)
          .replaceAll(visitorFile, '$1…')
          .replaceAll(quoteToken, '$1…')
          .replaceAll(previewToken, '$1…'),
    },
  };
  const logger = pino(options, destination);
  if (destination === stderr) {
    stderr.onRecovery = (droppedLogLines) =>
      logger.error({ droppedLogLines }, 'Log writing failed, lines dropped');
  }
  return logger;
}

function redactEmails(line: string): string {
  if (!/@|%40/.test(line)) return line;
  return line.replaceAll(jsonToken, (match, found?: string) => (found ? '…@…' : match));
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: 'code' in error ? error.code : undefined, stack };
}

const intervalMs = 60_000;
const maxLines = 500;

/** Logs equal errors once a minute, because visitors can cause them. */
export function createThrottledLog(log: Log, clock: { now: () => number } = performance): Log {
  const lines = new LRUCache<string, { loggedAt: number; omitted: number }>({ max: maxLines });
  return {
    error: (details, message) => {
      const cause = Object.values(details).find((value) => value instanceof Error);
      const key = `${message}\n${cause?.name}\n${cause?.message}`;
      const line = lines.get(key);
      const now = clock.now();
      if (line && now - line.loggedAt < intervalMs) {
        line.omitted += 1;
        return;
      }
      lines.set(key, { loggedAt: now, omitted: 0 });
      log.error(line?.omitted ? { ...details, omitted: line.omitted } : details, message);
    },
  };
}

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
 * Sends `console` output to the log, because an error of process.stderr, such as a full disk, would
 * end the process.
 */
export function redirectConsole(logger: Logger): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => {
      // Other properties of an error may contain row values.
      const printed = values.map((value) => (value instanceof Error ? value.stack : value));
      logger[level](format(...printed).slice(0, maxCharacters));
    };
  }
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
}

function ignore() {}
