import type { IncomingMessage, Server } from 'node:http';

/** A body is judged once it has so many chunks. */
const minChunks = 1000;
const minAverageBytes = 64;

/**
 * Destroys a connection that sends a body in chunks of a few bytes: each costs a hundred times its
 * length in memory and processor time. Bodies with a Content-Length come in pieces of the socket's size.
 */
export function limitSmallChunks(server: Server): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    const { push } = request;
    let chunks = 0;
    let bytes = 0;
    // Node's parser calls it for each chunk. Listening for data would start the flow before the application reads.
    request.push = (chunk: Buffer | null, ...rest) => {
      chunks += 1;
      bytes += chunk?.length ?? 0;
      if (chunk !== null && chunks > minChunks && bytes < minAverageBytes * chunks) {
        request.socket.destroy();
        return false;
      }
      return push.call(request, chunk, ...rest);
    };
  });
}
