import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Bytes a second that a body has to come by on the average; a modem of 1995 sends six times as fast. */
const slowest = 500;

/**
 * Cuts off whoever sends the body of a request so slowly that it can only be meant to hold a place
 * (the idea is Apache's mod_reqtimeout). Where the process itself has stopped reading, nobody is cut.
 *
 * @param grace milliseconds that each body gets before it counts
 */
export function cutSlowSenders(server: Server, grace: number): void {
  const receiving = new Map<IncomingMessage, { from: number; bytes: number }>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !announcesBody(request)) return;
    receiving.set(request, { from: performance.now(), bytes: request.socket.bytesRead });
    const forget = () => receiving.delete(request);
    request.once('end', forget);
    request.once('close', forget);
    response.once('close', forget);
  });
  const look = () => {
    for (const [request, { from, bytes }] of receiving) {
      const elapsed = performance.now() - from;
      const isHeldBack = request.readableLength >= request.readableHighWaterMark;
      if (elapsed < grace || isHeldBack) continue;
      const received = request.socket.bytesRead - bytes;
      if (received < (slowest * (elapsed - grace)) / 1000 + slowest) request.socket.destroy();
    }
  };
  const timer = setInterval(look, Math.min(5000, grace)).unref();
  server.once('close', () => clearInterval(timer));
}

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
