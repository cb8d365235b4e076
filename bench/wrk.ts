import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What wrk measured; times in milliseconds. */
export type Load = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Answers that were neither 2xx nor 3xx, and connections that failed. */
  failed: number;
};

/**
 * Asks for one address with one thread over 32 connections.
 *
 * @param seconds how long
 * @throws where wrk is not installed (Debian: apt-get install wrk)
 */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', '32', '-d', `${seconds}s`, '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]);
  const figure = (pattern: RegExp) => pattern.exec(stdout)?.[1];
  const socketErrors = /Socket errors: (.*)/.exec(stdout)?.[1]?.match(/\d+/g) ?? [];
  return {
    requestsPerSecond: Math.round(Number(figure(/Requests\/sec:\s+([\d.]+)/))),
    p50: milliseconds(figure(/^\s+50%\s+(\S+)/m)),
    p99: milliseconds(figure(/^\s+99%\s+(\S+)/m)),
    failed:
      Number(figure(/Non-2xx or 3xx responses: (\d+)/) ?? 0) +
      socketErrors.reduce((sum, count) => sum + Number(count), 0),
  };
}

function milliseconds(text = ''): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit ?? 'ms'] ?? 1;
  return Number((Number(value) * factor).toFixed(2));
}
