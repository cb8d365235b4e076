import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApiCalls, type Work } from './table-work.ts';

/** A request without the headers of its connection. */
type Recorded = { method: string; path: string; headers: [string, string][]; body: string };

const placeholder = 'recorded';
const connectionHeaders = ['host', 'connection', 'content-length'];

/**
 * Records the requests that supabase-js sends for the calls.
 *
 * @param key the site's
 */
export async function recordCalls(key: string): Promise<Record<keyof Work, Recorded>> {
  const received: Recorded[] = [];
  const server = createServer(async (incoming, answer) => {
    const { method = '', url: path = '' } = incoming;
    const headers = Object.entries(incoming.headers)
      .filter(([name]) => !connectionHeaders.includes(name))
      .map(([name, value]): [string, string] => [name, String(value)]);
    received.push({ method, path, headers, body: await text(incoming) });
    answer.setHeader('content-type', 'application/json').end('[]');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = createApiCalls(`http://127.0.0.1:${port}`, key);
  await calls.insert(placeholder);
  await calls.read();
  server.close();
  server.closeAllConnections();
  const [insert, read] = received;
  if (!insert || !read || received.length > 2) throw new Error('A call was not one request');
  return { insert, read };
}

/**
 * Writes the script with which wrk repeats a call.
 *
 * @param run part of this run's rows: the site skips a row that it has already
 */
export function wrkScript({ method, path, headers, body }: Recorded, run: string): string {
  const quoted = (text: string) => JSON.stringify(text);
  const lines = [
    `wrk.method = ${quoted(method)}`,
    `wrk.path = ${quoted(path)}`,
    ...headers.map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`),
  ];
  if (body) {
    lines.push(
      'local n = 0',
      'function request()',
      '  n = n + 1',
      `  local row = string.gsub(${quoted(body)}, ${quoted(placeholder)}, ${quoted(`${run}.`)} .. n)`,
      '  return wrk.format(nil, nil, nil, row)',
      'end',
    );
  }
  return `${lines.join('\n')}\n`;
}
