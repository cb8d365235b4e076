import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getSitePrefix, networkOf } from '#backend/network-of.ts';
import { securityHeaders } from './security-headers.ts';
import { announcesBody } from './slow-senders.ts';
import { getClientIp } from './visitor.ts';

/** Connections at once; a browser opens six. */
const maxConnections = 4096;
/** Of one IPv6 /48, all of which one customer may have. */
const maxConnectionsOfSite = 1024;
/** Of one network: a whole street behind one address fits, one machine can't take all. */
const mostOfNetwork = 256;

/**
 * Bounds how many connections are open at once. Those of this machine are not counted by network: a
 * proxy that nobody has named stands there. An IPv6 /48 counts together, too.
 *
 * @param perNetwork false behind a proxy, from which everybody comes
 * @param max of all networks together
 */
export function boundConnections(
  server: Server,
  {
    perNetwork,
    most = mostOfNetwork,
    mostOfSite = maxConnectionsOfSite,
    max = maxConnections,
  }: { perNetwork: boolean; most?: number; mostOfSite?: number; max?: number },
  networkFor: (socket: Socket) => string | undefined = networkFrom,
): void {
  closeOldestIdle(server, max);
  if (!perNetwork) return;
  const open = createCounter();
  server.on('connection', (socket: Socket) => {
    const network = networkFor(socket);
    if (!network) return;
    const site = getSitePrefix(network);
    const counts = [open.add(network) <= most, !site || open.add(site) <= mostOfSite];
    socket.once('close', () => {
      open.remove(network);
      if (site) open.remove(site);
    });
    if (counts.includes(false)) socket.destroy();
  });
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    add: (key: string): number => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    remove: (key: string): void => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

/** Requests of one network at once behind a proxy, where connections can't be counted by network. */
const maxRequestsOfNetwork = 64;
/** Of an IPv6 /48. */
const maxRequestsOfSite = 256;

/**
 * Bounds how many requests of one network, and of one IPv6 /48, are in flight behind a proxy.
 *
 * @param proxies how many proxies of ours are in front
 * @returns a function that counts a request and returns false if there are too many: it was answered
 *   429 then, and its connection is closed
 */
export function createRequestLimit(
  proxies: number,
  max = maxRequestsOfNetwork,
  maxOfSite = maxRequestsOfSite,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const inFlight = createCounter();
  return ({ headers, socket }, response) => {
    const forwarded = headers['x-forwarded-for'];
    const ip = getClientIp(forwarded?.toString(), socket.remoteAddress, proxies);
    if (!ip || isLocal(ip)) return true;
    const network = networkOf(ip);
    const site = getSitePrefix(network);
    const counts = [inFlight.add(network) <= max, !site || inFlight.add(site) <= maxOfSite];
    response.once('close', () => {
      inFlight.remove(network);
      if (site) inFlight.remove(site);
    });
    if (!counts.includes(false)) return true;
    const fields = { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' };
    response.writeHead(429, { ...securityHeaders, ...fields }).end('Too Many Requests', () => {
      // The rest of a body is not waited for.
      socket.destroySoon();
    });
    return false;
  };
}

/**
 * Makes room for a new connection by closing the one that has been idle for longest, as nginx does: idle
 * connections cost whoever opens them nothing, and would shut everybody else out. If none is idle, the
 * one goes whose body has been incomplete for longest; if there is none either, the new one.
 */
function closeOldestIdle(server: Server, max: number) {
  // In the order in which they became idle.
  const idle = new Set<Socket>();
  // In the order in which their bodies began.
  const receiving = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
      receiving.delete(socket);
    });
    if (open > max) {
      // A paused one waits for a page, or for its visitor to take one.
      const oldest =
        [...idle].find((each) => !each.isPaused() && each.writableLength === 0) ??
        receiving.values().next().value;
      (oldest ?? socket).destroy();
      if (oldest) {
        idle.delete(oldest);
        receiving.delete(oldest);
      }
    }
    if (!socket.destroyed) idle.add(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    if (announcesBody(request)) {
      receiving.add(socket);
      request.once('end', () => receiving.delete(socket));
    }
    response.once('close', () => {
      receiving.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}

function networkFrom({ remoteAddress }: Socket): string | undefined {
  const network = remoteAddress && networkOf(remoteAddress);
  return network && !isLocal(remoteAddress) ? network : undefined;
}

/** True for the machine that the process runs on. */
export function isLocal(ip: string): boolean {
  return networkOf(ip).startsWith('127.') || ip === '::1';
}
