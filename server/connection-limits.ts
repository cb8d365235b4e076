import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { getClientIp, getSitePrefix, isLocal, toNetwork } from '#backend/client-network.ts';
import { securityHeaders } from './security-headers.ts';

// What node:http has no setting for. Decision 015 has the attacks.

const maxConnections = 4096;
const connectionLimits: NetworkLimits = { maxPerNetwork: 256, maxPerSite: 1024 };
const requestLimits: NetworkLimits = { maxPerNetwork: 64, maxPerSite: 256 };
const maxPipelinedRequests = 16;
const minBodyBytesPerSecond = 500;
const minCheckedChunks = 1000;
const minAverageChunkBytes = 64;

export function limitConnections(
  server: Server,
  {
    perNetwork,
    limits = connectionLimits,
    max = maxConnections,
  }: { perNetwork: boolean; limits?: NetworkLimits; max?: number },
  getIp = ({ remoteAddress }: Socket): string | undefined => remoteAddress,
): void {
  closeOldestIdle(server, max);
  if (!perNetwork) return;
  const add = createNetworkTotals(limits);
  server.on('connection', (socket: Socket) => {
    const ip = getIp(socket);
    socket.once('close', () => add(ip, -1));
    if (!add(ip, 1)) socket.destroy();
  });
}

/** Closes the connection that has been idle or sending its body for longest, as nginx does. */
function closeOldestIdle(server: Server, max: number) {
  const idle = new Set<Socket>();
  const receiving = new Set<Socket>();
  let open = 0;
  const forget = (socket: Socket) => {
    idle.delete(socket);
    receiving.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      forget(socket);
    });
    if (open > max) {
      const [oldestIdle] = idle;
      const [oldestReceiving] = receiving;
      const oldest = oldestIdle ?? oldestReceiving ?? socket;
      oldest.destroy();
      forget(oldest);
    }
    if (!socket.destroyed) idle.add(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    if (hasBody(request)) {
      receiving.add(socket);
      request.once('end', () => receiving.delete(socket));
    }
    response.once('close', () => {
      receiving.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}

/** Returns a function that answers 429 and returns false beyond the limits. */
export function createRequestLimit(
  proxies: number,
  limits = requestLimits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const add = createNetworkTotals(limits);
  return (request, response) => {
    const { headers, socket } = request;
    const forwarded = headers['x-forwarded-for']?.toString();
    const ip = getClientIp(forwarded, socket.remoteAddress, proxies);
    let isCounted = true;
    const stopCounting = () => {
      if (isCounted) add(ip, -1);
      isCounted = false;
    };
    // Not every version of Node emits close for queued responses of a destroyed connection.
    request.once('close', stopCounting);
    response.once('close', stopCounting);
    if (add(ip, 1)) return true;
    const fields = { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' };
    response
      .writeHead(429, { ...securityHeaders, ...fields })
      .end('Too Many Requests', () => socket.destroySoon());
    return false;
  };
}

/** Destroys connections with too many requests in flight, because responses wait in memory for earlier ones. */
export function limitPipelining(server: Server, max = maxPipelinedRequests): void {
  const inFlight = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    response.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (count > max) socket.destroy();
  });
}

/** Destroys connections that send tiny chunks, each of which costs a hundred times its length in memory. */
export function limitSmallChunks(server: Server): void {
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    const { push } = request;
    let chunks = 0;
    let bytes = 0;
    // Called by Node's parser for each chunk. A data listener would start the flow.
    request.push = (chunk: Buffer | null, ...rest) => {
      chunks += 1;
      bytes += chunk?.length ?? 0;
      if (chunk && chunks > minCheckedChunks && bytes < minAverageChunkBytes * chunks) {
        request.socket.destroy();
        return false;
      }
      return push.call(request, chunk, ...rest);
    };
  });
}

/** Like Apache's mod_reqtimeout: `requestTimeout` cannot tell a slow line from a slowloris attack. */
export function limitSlowBodies(server: Server, graceMs: number): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return;
    const { socket } = request;
    const start = performance.now();
    const bytesBefore = socket.bytesRead;
    const check = () => {
      const secondsLate = (performance.now() - start - graceMs) / 1000;
      const isPaused = request.readableLength >= request.readableHighWaterMark;
      if (secondsLate < 0 || isPaused) return;
      const minBytes = minBodyBytesPerSecond * (1 + secondsLate);
      if (socket.bytesRead - bytesBefore < minBytes) socket.destroy();
    };
    const timer = setInterval(check, Math.min(5000, graceMs)).unref();
    const stop = () => clearInterval(timer);
    request.once('end', stop).once('close', stop);
    response.once('close', stop);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A site is an IPv6 /48. */
type NetworkLimits = { maxPerNetwork: number; maxPerSite: number };

/** Creates a function that adds to an IP's totals and returns true while they are within the limits. */
export function createNetworkTotals({ maxPerNetwork, maxPerSite }: NetworkLimits) {
  const totals = new Map<string, number>();
  const add = (key: string, amount: number) => {
    const total = (totals.get(key) ?? 0) + amount;
    if (total > 0) totals.set(key, total);
    else totals.delete(key);
    return total;
  };
  return (ip: string | undefined, amount: number): boolean => {
    if (!ip || isLocal(ip)) return true;
    const network = toNetwork(ip);
    const site = getSitePrefix(network);
    const isNetworkWithin = add(network, amount) <= maxPerNetwork;
    const isSiteWithin = !site || add(site, amount) <= maxPerSite;
    return isNetworkWithin && isSiteWithin;
  };
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const drainTimeoutMs = 2000;
const maxDrainedBytes = 16 * 1024 * 1024;

/**
 * Responds as Node does, but keeps reading after a 431, because closing would reset the connection
 * (RFC 9112, 9.6).
 */
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
