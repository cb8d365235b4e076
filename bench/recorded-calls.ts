import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { overHttp, type Work } from './table-work.ts';

/** A request as it went over the wire. */
type Recorded = { method: string; path: string; headers: string[]; body: string };

const placeholder = 'recorded';

/**
 * The calls that supabase-js makes, word for word but for the connection's own headers, sent by
 * node:http: what is measured is the table interface without supabase-js's own work.
 */
export async function overPlainHttp(url: string, key: string): Promise<Work> {
  const { insert, read } = await record(key);
  const { hostname, port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const send = async ({ method, path, headers }: Recorded, body: string) => {
    const own = ['Host', host, ...headers];
    if (body) own.push('Content-Length', String(Buffer.byteLength(body)));
    const sent = request({ agent, hostname, port, method, path, headers: own });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const received = await text(answer);
    if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode}: ${received}`);
    return received;
  };
  return {
    insert: (n) => send(insert, insert.body.replaceAll(placeholder, n)),
    read: async () => JSON.parse(await send(read, '')),
  };
}

/** What supabase-js sends for both calls; what node:http says of the connection itself is left out. */
async function record(key: string): Promise<Record<keyof Work, Recorded>> {
  const received: Recorded[] = [];
  const server = createServer(async (incoming, answer) => {
    const { method = '', url: path = '', rawHeaders } = incoming;
    received.push({ method, path, headers: endToEnd(rawHeaders), body: await text(incoming) });
    answer.setHeader('content-type', 'application/json').end('[]');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = overHttp(`http://127.0.0.1:${port}`, key);
  await calls.insert(placeholder);
  await calls.read();
  server.close();
  server.closeAllConnections();
  const [insert, read] = received;
  if (!insert || !read || received.length > 2) throw new Error('A call was not one request');
  return { insert, read };
}

function endToEnd(rawHeaders: string[]): string[] {
  const ofTheConnection = ['host', 'connection', 'content-length'];
  return rawHeaders.filter((_, at) => {
    const name = rawHeaders[at - (at % 2)] ?? '';
    return !ofTheConnection.includes(name.toLowerCase());
  });
}
