import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to `listen(0)`: other tests could get one before it is used. */
const first = 10_000;
const last = 32_000;

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = first + Math.floor(Math.random() * (last - first));
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
