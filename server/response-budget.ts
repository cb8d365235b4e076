import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getSitePrefix, networkOf } from '#backend/network-of.ts';
import { isLocal } from './connections.ts';
import { getClientIp } from './visitor.ts';

/** What responses may hold in memory until their clients have read them. */
export type ResponseLimits = {
  /** Of all responses together. */
  maxBytes: number;
  /** Of all responses of one IPv4 address or IPv6 /48. */
  maxBytesOfNetwork: number;
  /** Of a connection, which then has `readTimeoutMs`: more than a page or an image of a page. */
  freeBytes: number;
  /** In which a client has to read something. */
  readTimeoutMs: number;
  checkIntervalMs: number;
};

export const responseLimits: ResponseLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxBytesOfNetwork: 32 * 1024 * 1024,
  freeBytes: 512 * 1024,
  readTimeoutMs: 30_000,
  checkIntervalMs: 250,
};

type Connection = { socket: Socket; network: string | Socket; bytes: number };

/**
 * Bounds what clients that do not read hold in memory. Beyond a limit the connection that holds most of
 * the network that holds most is destroyed, until the rest is within the limits: a slow client with a
 * usual response is the last one.
 *
 * @param proxies how many proxies of ours are in front
 * @returns a function that counts a response from now on
 */
export function createResponseBudget(
  server: Server,
  { proxies, idleTimeoutMs }: { proxies: number; idleTimeoutMs: number },
  limits: ResponseLimits = responseLimits,
): (request: IncomingMessage, response: ServerResponse) => void {
  const open = new Map<ServerResponse, { socket: Socket; network: string | Socket }>();

  const check = () => {
    const connections = new Map<Socket, Connection>();
    for (const [response, { socket, network }] of open) {
      // Node emits no event for a response that waits behind another one of its connection.
      if (socket.destroyed) {
        open.delete(response);
        continue;
      }
      const known = connections.get(socket) ?? { socket, network, bytes: 0 };
      known.bytes += response.writableLength;
      connections.set(socket, known);
    }
    for (const connection of findExcess([...connections.values()], limits)) {
      connection.socket.destroy();
    }
    for (const { socket, bytes } of connections.values()) {
      setReadTimeout(socket, bytes > limits.freeBytes);
    }
  };
  const setReadTimeout = (socket: Socket, isApplied: boolean) => {
    const isSet = socket.timeout === limits.readTimeoutMs;
    if (isApplied && !isSet) socket.setTimeout(limits.readTimeoutMs);
    else if (isSet && !isApplied) socket.setTimeout(idleTimeoutMs);
  };
  const timer = setInterval(check, limits.checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));

  return ({ headers, socket }, response) => {
    const forwarded = headers['x-forwarded-for']?.toString();
    const ip = getClientIp(forwarded, socket.remoteAddress, proxies);
    // A proxy that nobody has named has its clients' connections.
    open.set(response, { socket, network: !ip || isLocal(ip) ? socket : toNetwork(ip) });
    response.once('close', () => {
      open.delete(response);
      setReadTimeout(socket, false);
    });
  };
}

function toNetwork(ip: string): string {
  const network = networkOf(ip);
  return getSitePrefix(network) ?? network;
}

/** Returns the connections without which the others are within the limits. */
function findExcess(
  connections: Connection[],
  { maxBytes, maxBytesOfNetwork }: ResponseLimits,
): Connection[] {
  const networks = new Map<string | Socket, { bytes: number; connections: Connection[] }>();
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
    if (largest.bytes <= maxBytesOfNetwork && total <= maxBytes) return excess;
    const connection = largest.connections.pop();
    if (!connection) return excess;
    excess.push(connection);
    largest.bytes -= connection.bytes;
    total -= connection.bytes;
  }
}
