import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What wrk measured; times in milliseconds. */
export type Load = {
  requestsPerSecond: number;
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Answers that were neither 2xx nor 3xx, and connections that failed. */
  failed: number;
};

type LoadOptions = {
  /** How many are asked at once; 32 unless it is said. */
  connections?: number;
  /** A file in Lua that makes the requests (https://github.com/wg/wrk/blob/master/SCRIPTING). */
  script?: string;
};

/**
 * Asks for one address with one thread.
 *
 * @param seconds how long, in whole seconds
 * @throws where wrk is not installed (Debian: apt-get install wrk)
 */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
  { connections = 32, script }: LoadOptions = {},
): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script ? ['-s', script] : []),
    url,
  ]);
  const figure = (pattern: RegExp) => pattern.exec(stdout)?.[1];
  const ran = /(\d+) requests in (\S+),/.exec(stdout);
  const socketErrors = /Socket errors: (.*)/.exec(stdout)?.[1]?.match(/\d+/g) ?? [];
  return {
    requestsPerSecond: Math.round(Number(figure(/Requests\/sec:\s+([\d.]+)/))),
    requests: Number(ran?.[1]),
    seconds: milliseconds(ran?.[2]) / 1000,
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
