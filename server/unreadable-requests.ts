import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './security-headers.ts';

/** What Node's parser says of a request that it gave up, by the status that the client reads. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no request that can be read: 431 for headers or an address of more than 16 KiB,
 * 408 for one that did not come in time, 400 else; then the connection ends.
 */
export function answerUnreadable(server: Server): void {
  const answering = new WeakSet<Duplex>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // An answer is on its way: a second one would be read as part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || answering.has(socket)) {
      socket.destroy();
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    const body = STATUS_CODES[status] ?? '';
    const headers = {
      ...securityHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${body}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  });
}
