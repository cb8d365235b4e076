import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getClientIp, getCustomerKey, isLocal, toNetwork } from '#backend/client-network.ts';

export type ResponseLimits = {
  maxBytes: number;
  /** Per IPv4 address or IPv6 /48. */
  maxBytesPerNetwork: number;
  /** A connection that holds more has `readTimeoutMs` to read some of it. */
  freeBytes: number;
  readTimeoutMs: number;
  checkIntervalMs: number;
};

export const responseLimits: ResponseLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxBytesPerNetwork: 32 * 1024 * 1024,
  freeBytes: 512 * 1024,
  readTimeoutMs: 30_000,
  checkIntervalMs: 250,
};

type Network = string | Socket;
type Connection = { socket: Socket; network: Network; bytes: number };

/** Over a limit, destroys the largest connection of the network that uses the most memory. */
export function createResponseBudget(
  server: Server,
  { proxies, idleTimeoutMs }: { proxies: number; idleTimeoutMs: number },
  limits: ResponseLimits = responseLimits,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new Map<ServerResponse, { socket: Socket; network: Network }>();

  const setReadTimeout = (socket: Socket, isApplied: boolean) => {
    const isSet = socket.timeout === limits.readTimeoutMs;
    if (isApplied && !isSet) socket.setTimeout(limits.readTimeoutMs);
    else if (isSet && !isApplied) socket.setTimeout(idleTimeoutMs);
  };
  const check = () => {
    const connections = new Map<Socket, Connection>();
    for (const [response, { socket, network }] of open) {
      // Pipelined responses get no event when their connection is destroyed.
      if (socket.destroyed) {
        open.delete(response);
        continue;
      }
      const connection = connections.get(socket) ?? { socket, network, bytes: 0 };
      connection.bytes += response.writableLength;
      connections.set(socket, connection);
    }
    for (const { socket } of findExcess([...connections.values()], limits)) socket.destroy();
    for (const { socket, bytes } of connections.values()) {
      setReadTimeout(socket, bytes > limits.freeBytes);
    }
  };
  const timer = setInterval(check, limits.checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));

  return ({ headers, socket }, response) => {
    const forwarded = headers['x-forwarded-for']?.toString();
    const ip = getClientIp(forwarded, socket.remoteAddress, proxies);
    const network = !ip || isLocal(ip) ? socket : getCustomerKey(toNetwork(ip));
    open.set(response, { socket, network });
    response.once('close', () => {
      open.delete(response);
      setReadTimeout(socket, false);
    });
  };
}

function findExcess(
  connections: Connection[],
  { maxBytes, maxBytesPerNetwork }: ResponseLimits,
): Connection[] {
  const networks = new Map<Network, { bytes: number; connections: Connection[] }>();
  let total = 0;
  for (const connection of connections.toSorted((one, other) => one.bytes - other.bytes)) {
    const network = networks.get(connection.network) ?? { bytes: 0, connections: [] };
    network.bytes += connection.bytes;
    network.connections.push(connection);
    networks.set(connection.network, network);
    total += connection.bytes;
  }
  const excess: Connection[] = [];
  for (;;) {
    let largest = { bytes: 0, connections: [] as Connection[] };
    for (const network of networks.values()) if (network.bytes > largest.bytes) largest = network;
    if (largest.bytes <= maxBytesPerNetwork && total <= maxBytes) return excess;
    const connection = largest.connections.pop();
    if (!connection) return excess;
    excess.push(connection);
    largest.bytes -= connection.bytes;
    total -= connection.bytes;
  }
}
