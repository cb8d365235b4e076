import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#backend/network-of.ts';

/** Connections at once; a browser opens six. */
const maxConnections = 4096;
/** Of one network: a whole street behind one address fits, one machine can't take all. */
const mostOfNetwork = 256;

/**
 * Bounds how many connections are open at once. Those of this machine are not counted by network: a
 * proxy that nobody has named stands there.
 *
 * @param perNetwork false behind a proxy, from which everybody comes
 * @param max of all networks together
 */
export function boundConnections(
  server: Server,
  {
    perNetwork,
    most = mostOfNetwork,
    max = maxConnections,
  }: { perNetwork: boolean; most?: number; max?: number },
  networkFor: (socket: Socket) => string | undefined = networkFrom,
): void {
  closeOldestIdle(server, max);
  if (!perNetwork) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkFor(socket);
    if (!network) return;
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > most) socket.destroy();
  });
}

/**
 * Makes room for a new connection by closing the one that has been idle for longest, as nginx does: idle
 * connections cost whoever opens them nothing, and would shut everybody else out. The new one is
 * closed where none is idle.
 */
function closeOldestIdle(server: Server, max: number) {
  // In the order in which they became idle.
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open > max) {
      // A paused one waits for a page, or for its visitor to take one.
      const oldest = [...idle].find((each) => !each.isPaused() && each.writableLength === 0);
      (oldest ?? socket).destroy();
      if (oldest) idle.delete(oldest);
    }
    if (!socket.destroyed) idle.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}

function networkFrom({ remoteAddress }: Socket): string | undefined {
  const network = remoteAddress && networkOf(remoteAddress);
  return network && !/^127\./.test(network) && remoteAddress !== '::1' ? network : undefined;
}
