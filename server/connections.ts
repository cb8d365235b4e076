import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '#backend/network-of.ts';

/** Connections at once; a browser opens six, the next ones wait in the system's queue or are refused. */
const mostConnections = 4096;
/** Of one network: a whole street behind one address fits, one machine can't take all. */
const mostOfNetwork = 256;

/**
 * Bounds how many connections are open at once. Those of this machine are not counted by network: a
 * proxy that nobody has named stands there.
 *
 * @param perNetwork false behind a proxy, from which everybody comes
 */
export function boundConnections(
  server: Server,
  { perNetwork, most = mostOfNetwork }: { perNetwork: boolean; most?: number },
  networkFor: (socket: Socket) => string | undefined = networkFrom,
): void {
  server.maxConnections = mostConnections;
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

function networkFrom({ remoteAddress }: Socket): string | undefined {
  const network = remoteAddress && networkOf(remoteAddress);
  return network && !/^127\./.test(network) && remoteAddress !== '::1' ? network : undefined;
}
