import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

const maxBufferedBytes = 1024 * 1024;
const retryDelayMs = 200;
const maxExitDelayMs = 500;
const exitRetryDelayMs = 10;

type LogDestination = {
  write(text: string): void;
  droppedLines(): number;
  onRecovery?: (droppedLines: number) => void;
};

/** Never blocks. Lines that a full disk or pipe doesn't accept are buffered, then dropped. */
function createLogDestination(fd: number): LogDestination {
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

const sockets: Socket[] = [];

/** Reopens a pipe or terminal, because other processes may share its flags. */
function toNonBlocking(fd: number): number {
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    try {
      sockets.push(new Socket({ fd, readable: false, writable: true }).unref());
    } catch {}
    return fd;
  }
}

function sleepSync(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export const stdout = createLogDestination(1);
export const stderr = createLogDestination(2);
