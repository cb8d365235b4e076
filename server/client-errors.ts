import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const drainTimeoutMs = 2000;
const maxDrainedBytes = 16 * 1024 * 1024;

/** Responds as Node does, but after a 431 reads on, since closing would reset the connection (RFC 9112, 9.6). */
export function respondToClientErrors(server: Server): void {
  const inFlight = new WeakMap<Socket, Set<ServerResponse>>();
  const handled = new WeakSet<Socket>();

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = inFlight.get(socket) ?? new Set();
    inFlight.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    if (handled.has(socket)) return;
    handled.add(socket);
    const [current] = inFlight.get(socket) ?? [];
    if (!socket.writable || current?.headersSent) {
      socket.destroy(error);
      return;
    }
    const status = statuses[error.code ?? ''] ?? 400;
    const response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
    if (status === 431) {
      socket.end(response);
      drain(socket);
    } else {
      socket.write(response);
      socket.destroy(error);
    }
  });
}

function drain(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), drainTimeoutMs);
  let bytes = 0;
  socket.removeAllListeners('data');
  socket.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > maxDrainedBytes) socket.destroy();
  });
  socket.once('close', () => clearTimeout(timer));
}
