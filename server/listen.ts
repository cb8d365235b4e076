import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { getCustomerKey, networkOf } from '#backend/network-of.ts';
import { limitSmallChunks } from './chunk-limit.ts';
import { boundConnections, createRequestLimit } from './connections.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Answer } from './pages/answer.ts';
import { answerDirectly } from './pages/direct-answers.ts';
import type { GetIp } from './pages/render-limit.ts';
import { limitPipelining } from './pipelining-limit.ts';
import { createResponseBudget, type ResponseLimits } from './response-budget.ts';
import { securityHeaders } from './security-headers.ts';
import { closeServer } from './shutdown.ts';
import { cutSlowSenders } from './slow-senders.ts';
import { answerUnreadable } from './unreadable-requests.ts';
import { getClientIp } from './visitor.ts';

/** What answers at once, before the application sees a request. */
export type Front = {
  /** Answers what it can; false leaves it to the application. */
  serve?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The page for a target, to be sent before even Node's HTTP server sees the request. */
  pageFor?: ((target: string, getIp: GetIp) => Answer | Promise<Answer> | undefined) | undefined;
};

/** How patient the process is, in milliseconds; docs/decisions/015-attacks.md says why. */
export type Patience = {
  /** Until all headers of a request are here. */
  headers: number;
  /** Until all of its body is here. */
  request: number;
  /** Without a byte in either direction. */
  idle: number;
  /** Between two requests of one connection. */
  keepAlive: number;
  /** Until a body has to come faster than a modem sent it. */
  slowBody: number;
};

const patience: Patience = {
  headers: 15_000,
  request: 900_000,
  idle: 120_000,
  keepAlive: 10_000,
  slowBody: 30_000,
};

/** Longer than proxies keep theirs, so that none sends a request into a connection that closes. */
const keepAliveBehindProxy = 75_000;

const onlyOverTls = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Bytes of all headers and the address together: 431 beyond it. */
const largestHeader = 16 * 1024;

/** What is around the process. */
export type Surroundings = {
  port: number;
  host: string;
  /** How many proxies of ours stand in front. */
  trustProxy?: number;
  /** Every visitor comes over TLS. */
  isSecure?: boolean;
};

/**
 * Opens the port and serves the application on it, behind what can be answered from memory.
 * Connections that bring nothing, or bring it slowly, are cut off.
 *
 * @param port 0 takes a free one
 * @returns the server, the port that it listens on, and how to close it in order
 * @throws the system's error where the port can't be opened
 */
export async function listen(
  app: Hono,
  { port, host, trustProxy = 0, isSecure = false }: Surroundings,
  front: Front = {},
  given: Partial<Patience> = {},
  responseLimits?: ResponseLimits,
): Promise<{ server: Server; port: number; close: () => Promise<void> }> {
  const wait = { ...patience, ...given };
  const serve = getRequestListener(app.fetch);
  const options = {
    maxHeaderSize: largestHeader,
    headersTimeout: wait.headers,
    requestTimeout: wait.request,
    keepAliveTimeout: trustProxy > 0 ? keepAliveBehindProxy : wait.keepAlive,
    connectionsCheckingInterval: Math.min(2000, wait.headers),
    keepAlive: true,
  };
  const isWithinLimit = trustProxy > 0 ? createRequestLimit(trustProxy) : () => true;
  const runInTurn = createFairQueue();
  const server = createServer(options, (request, response) => {
    const { headers, socket } = request;
    // The rest of a chunk of requests is still parsed after its connection was destroyed.
    if (socket.destroyed) return;
    if (isSecure || (trustProxy > 0 && isForwardedSecure(request))) {
      response.setHeader(...onlyOverTls);
    }
    if (!isWithinLimit(request, response)) return;
    const forwarded = headers['x-forwarded-for']?.toString();
    const ip = getClientIp(forwarded, socket.remoteAddress, trustProxy) ?? '';
    runInTurn(getCustomerKey(networkOf(ip)), () => {
      if (socket.destroyed) return;
      if (hasTwoHosts(request)) refuseTwoHosts(response);
      else if (!front.serve?.(request, response)) {
        // What is answered before shares its bytes with all other responses.
        countResponse(request, response);
        serve(request, response);
      }
    });
  });
  const countResponse = createResponseBudget(
    server,
    { proxies: trustProxy, idleTimeoutMs: wait.idle },
    responseLimits,
  );
  // Without the settings' word, the proxy's in each request says whether it came over TLS.
  const isTold = trustProxy > 0 && !isSecure;
  const direct =
    front.pageFor && !isTold
      ? answerDirectly(
          server,
          front.pageFor,
          { first: wait.headers, next: options.keepAliveTimeout, idle: wait.idle },
          { extra: isSecure ? onlyOverTls : [], proxies: trustProxy },
        )
      : undefined;
  server.setTimeout(wait.idle);
  limitPipelining(server);
  limitSmallChunks(server);
  answerUnreadable(server);
  boundConnections(server, { perNetwork: trustProxy === 0 });
  cutSlowSenders(server, wait.slowBody);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: () => {
      direct?.close();
      return closeServer(server);
    },
  };
}

function isForwardedSecure({ headers }: IncomingMessage): boolean {
  const protocol = headers['x-forwarded-proto'];
  return String(protocol).split(',').at(-1)?.trim() === 'https';
}

/** RFC 9112, 3.2: whoever stands in front might go by the other one. */
function hasTwoHosts({ headersDistinct: { host } }: IncomingMessage): boolean {
  return host !== undefined && host.length > 1;
}

function refuseTwoHosts(response: ServerResponse) {
  const headers = { ...securityHeaders, 'Content-Type': 'text/plain', Connection: 'close' };
  response.writeHead(400, headers).end('Bad Request');
}
