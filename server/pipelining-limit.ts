import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and the usual proxies send one request at a time on a connection. */
const maxPipelinedRequests = 16;

/**
 * Destroys a connection with more requests in flight than `max`: responses wait in memory for those
 * before them.
 */
export function limitPipelining(server: Server, max = maxPipelinedRequests): void {
  const inFlight = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    response.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (count > max) socket.destroy();
  });
}
