import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Bytes that are buffered while the destination takes none; lines beyond them are dropped. */
const maxBufferedBytes = 1024 * 1024;
const retryDelayMs = 200;
/** How long the end of the process may wait for a destination that takes no bytes. */
const maxExitDelayMs = 500;
const exitRetryDelayMs = 10;

/** Lines of text on a file descriptor that may fail, fill up or stop taking bytes. */
export type LogDestination = {
  write(text: string): void;
  /** How many lines were dropped since the start of the process. */
  droppedLines(): number;
  /** Called with the number of lines that were dropped, once the destination takes bytes again. */
  onRecovery?: (droppedLines: number) => void;
};

/**
 * Writes synchronously, so that a line is out before the process ends, and never waits: what the
 * descriptor refuses (a full disk, a full or closed pipe) is buffered and tried again; beyond the
 * buffer, lines are dropped and counted.
 *
 * @param fd 1 or 2
 */
export function createLogDestination(fd: number): LogDestination {
  let writeFd: number | undefined;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let dropped = 0;
  let reported = 0;
  let retry: NodeJS.Timeout | undefined;

  const destination: LogDestination = {
    write: (text) => {
      const line = Buffer.from(text);
      if (pendingBytes + line.length > maxBufferedBytes) dropped += 1;
      else {
        pending.push(line);
        pendingBytes += line.length;
        if (!retry) flush();
      }
      if (pendingBytes > 0) retryLater();
    },
    droppedLines: () => dropped,
  };

  /** Returns false if the descriptor refuses. */
  const flush = (): boolean => {
    try {
      writeFd ??= toNonBlocking(fd);
      for (let line = pending[0]; line; line = pending[0]) {
        const written = writeSync(writeFd, line);
        pendingBytes -= written;
        if (written < line.length) pending[0] = line.subarray(written);
        else pending.shift();
      }
      return true;
    } catch {
      return false;
    }
  };

  const retryLater = () => {
    retry ??= setInterval(() => {
      if (!flush()) return;
      clearInterval(retry);
      retry = undefined;
      const lost = dropped - reported;
      reported = dropped;
      if (lost > 0) destination.onRecovery?.(lost);
    }, retryDelayMs).unref();
  };

  process.on('exit', () => {
    const until = performance.now() + maxExitDelayMs;
    while (pendingBytes > 0 && !flush() && performance.now() < until) sleepSync(exitRetryDelayMs);
    pending = [];
  });
  return destination;
}

/** Referenced, so that garbage collection closes none of them, and its descriptor with it. */
const sockets: Socket[] = [];

/**
 * A descriptor of the same file that a write to never waits for. A pipe or terminal is opened again,
 * because O_NONBLOCK belongs to the open file description, which other processes may share; sockets
 * and what may not be opened again get it from libuv, as Node's own process.stderr does.
 */
function toNonBlocking(fd: number): number {
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    try {
      sockets.push(new Socket({ fd, readable: false, writable: true }).unref());
    } catch {
      // A kind of file that libuv has no stream for does not block.
    }
    return fd;
  }
}

function sleepSync(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Standard output and standard error of this process. */
export const stdout = createLogDestination(1);
export const stderr = createLogDestination(2);
