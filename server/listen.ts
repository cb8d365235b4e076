import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { getClientIp, getCustomerKey, toNetwork } from '#backend/client-network.ts';
import {
  createRequestLimit,
  limitConnections,
  limitPipelining,
  limitSlowBodies,
  limitSmallChunks,
  respondToClientErrors,
} from './connection-limits.ts';
import { createFairQueue, noteConnection } from './fair-queue.ts';
import { toOriginForm } from './match-route.ts';
import type { PageSource } from './page-source.ts';
import { createResponseBudget, type ResponseLimits } from './response-budget.ts';
import { securityHeaders } from './security-headers.ts';
import { closeServer } from './shutdown.ts';

/** Milliseconds; decision 015 has the reasons. */
export type Timeouts = {
  headers: number;
  request: number;
  idle: number;
  keepAlive: number;
  /** After this time a body must arrive at a minimum rate. */
  slowBody: number;
};

const defaultTimeouts: Timeouts = {
  headers: 15_000,
  request: 900_000,
  idle: 120_000,
  keepAlive: 10_000,
  slowBody: 30_000,
};
/** Longer than proxies' own timeout, so that none sends a request on a closing connection. */
const keepAliveBehindProxyMs = 75_000;
const maxHeaderBytes = 16 * 1024;

export type ListenOptions = {
  port: number;
  host: string;
  trustProxy?: number;
  isSecure?: boolean;
  serveCached?: (request: IncomingMessage, response: ServerResponse) => boolean;
  refuseExcess?: (request: IncomingMessage, response: ServerResponse, customer: string) => boolean;
  timeouts?: Partial<Timeouts>;
  responseLimits?: ResponseLimits;
  middleware?: PageSource['middleware'];
};

export async function listen(
  app: Hono,
  {
    port,
    host,
    trustProxy = 0,
    isSecure = false,
    serveCached = () => false,
    refuseExcess = () => false,
    timeouts: givenTimeouts,
    responseLimits,
    middleware = (_request, _response, next) => next(),
  }: ListenOptions,
): Promise<{ server: Server; port: number; close: () => Promise<void> }> {
  const timeouts = { ...defaultTimeouts, ...givenTimeouts };
  const isBehindProxy = trustProxy > 0;
  const handle = getRequestListener(app.fetch);
  const isWithinLimit = isBehindProxy ? createRequestLimit(trustProxy) : () => true;
  const runFairly = createFairQueue();
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: isBehindProxy ? keepAliveBehindProxyMs : timeouts.keepAlive,
    connectionsCheckingInterval: Math.min(2000, timeouts.headers),
    keepAlive: true,
  };
  const server = createServer(options, (request, response) => {
    const { headers, socket } = request;
    // Node parses the rest of a packet even after the connection was destroyed.
    if (socket.destroyed) return;
    if (isSecure || (isBehindProxy && isForwardedSecure(request))) {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    }
    if (!isWithinLimit(request, response)) return;
    if (hasTwoHosts(request)) return refuse(response);
    request.url = toOriginForm(request.url ?? '/');
    if (serveCached(request, response)) return;
    const forwarded = headers['x-forwarded-for']?.toString();
    const ip = getClientIp(forwarded, socket.remoteAddress, trustProxy) ?? '';
    const customer = getCustomerKey(toNetwork(ip));
    runFairly(customer, () => {
      if (socket.destroyed || refuseExcess(request, response, customer)) return;
      countResponse(request, response);
      middleware(request, response, () => handle(request, response));
    });
  });
  server.on('connection', noteConnection);
  const countResponse = createResponseBudget(
    server,
    { proxies: trustProxy, idleTimeoutMs: timeouts.idle },
    responseLimits,
  );
  server.setTimeout(timeouts.idle);
  respondToClientErrors(server);
  limitPipelining(server);
  limitSmallChunks(server);
  limitConnections(server, { perNetwork: !isBehindProxy });
  limitSlowBodies(server, timeouts.slowBody);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server),
  };
}

function isForwardedSecure({ headers }: IncomingMessage): boolean {
  return String(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https';
}

/** A proxy might use the other one (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (field: string, index: number) =>
    index % 2 === 0 && field.length === 4 && field.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}

function refuse(response: ServerResponse): void {
  const headers = { ...securityHeaders, 'Content-Type': 'text/plain', Connection: 'close' };
  response.writeHead(400, headers).end('Bad Request');
}
