import { setTimeout as sleep } from 'node:timers/promises';
import { busyFormResponse, busyResponse } from './error-responses.ts';
import { createContentSecurityPolicy, securityHeaders } from './security-headers.ts';

const drainTimeoutMs = 5_000;
const drainIntervalMs = 20;
const retryAfterSeconds = '10';
/** Larger forms have images and are not kept for sending them again. */
const maxKeptBytes = 1024 * 1024;

export type Maintenance = {
  isOn: () => boolean;
  /** Runs work unless maintenance is on, and otherwise returns undefined. */
  runUnlessOn: <Result>(work: () => Promise<Result>) => Promise<Result> | undefined;
  /**
   * Turns maintenance on while `work` runs. Work already running gets five seconds to finish.
   *
   * @throws Error if it is already on
   */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Creates the switch that keeps requests and jobs out while the database is replaced. */
export function createMaintenance(): Maintenance {
  let isOn = false;
  let running = 0;
  return {
    isOn: () => isOn,
    runUnlessOn: (work) => {
      if (isOn) return undefined;
      running += 1;
      return work().finally(() => {
        running -= 1;
      });
    },
    run: async (work) => {
      if (isOn) throw new Error('Maintenance mode is already on');
      isOn = true;
      try {
        const deadline = performance.now() + drainTimeoutMs;
        while (running > 0 && performance.now() < deadline) await sleep(drainIntervalMs);
        return await work();
      } finally {
        isOn = false;
      }
    },
  };
}

const message = "We're working on the website. Please try again in a few minutes.";
const retryLater = { 'Retry-After': retryAfterSeconds, 'Cache-Control': 'no-store' };

/** Answers 503 in the form that the request's sender reads. A form without scripts can be sent again as it is. */
export async function respondDuringMaintenance(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (/^\/(rest|auth|storage|functions)\/v1\//.test(pathname)) {
    return Response.json({ code: '503', message }, { status: 503, headers: retryLater });
  }
  if (pathname.endsWith('.json')) {
    const empty = { errors: {}, values: {}, images: [], notices: [] };
    return Response.json({ sent: false, message, ...empty }, { status: 503, headers: retryLater });
  }
  if (request.method !== 'POST') {
    return busyResponse(503, 'Back in a moment', message, retryLater);
  }
  const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  const response = await busyFormResponse(bytes <= maxKeptBytes ? request : undefined);
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  response.headers.set('Content-Security-Policy', createContentSecurityPolicy([], ''));
  return response;
}
