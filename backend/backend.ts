import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { sendDueMails } from '../supabase/functions/send-email/deliver.ts';
import { createAuth } from './auth/auth.ts';
import { createCallerResolver, isSecretKey } from './auth/caller.ts';
import type { Keys } from './auth/keys.ts';
import { createBodyBudget } from './body-budget.ts';
import { createNetworkLimit } from './concurrency-limit.ts';
import type { Database } from './database/database.ts';
import { isUnavailable, retryAfterUnavailable } from './database/unavailable.ts';
import { enquiryMails } from './functions/enquiry-mails.ts';
import { createFunctions } from './functions/functions.ts';
import type { Mailer } from './functions/mailer.ts';
import { limitRequests } from './limit-requests.ts';
import { networkOf } from './network-of.ts';
import { createRequestRateLimit, TooManyRequests, tooManyRequestsResponse } from './rate-limit.ts';
import type { FileStore } from './storage/files.ts';
import { createStorage } from './storage/storage.ts';
import { createTables } from './tables/tables.ts';

/** Where the services find the network of whoever sent the request. Set here, never by a client. */
const addressHeader = 'x-ridgeline-address';

type Env = { Bindings: { isFromOutside: boolean } };

/** A backend in this process that speaks Supabase's protocol under its paths (/rest/v1, /auth/v1, …). */
export type Backend = {
  /**
   * Answers one request from outside, which becomes the backend's: the IP is written into its headers.
   *
   * @param ip who sent it, for the limits of each network
   */
  fetch(request: Request, ip: string): Promise<Response>;
  /**
   * Answers one request of the process itself, such as those of a page that it renders. These never
   * wait for requests from outside.
   *
   * @param ip the visitor it is for, for rate limits
   */
  fetchInternally(request: Request, ip?: string): Promise<Response>;
  /** A client of this backend that row-level security does not hold. For the process itself only. */
  serviceClient: SupabaseClient;
  /**
   * Sends the mails of the outbox that are due, each by one process only.
   *
   * @param signal ends it after the mails under way
   */
  sendDueMails(signal: AbortSignal): Promise<{ sent: number; notSent: number }>;
};

/**
 * Puts the four services together.
 *
 * @param siteUrl the website's address, for links in mails
 * @param requestsPerMinute what one network and one account may ask; 0 for no limit
 */
export function createBackend({
  database,
  keys,
  files,
  mailer,
  mail,
  siteUrl,
  requestsPerMinute,
  logger,
}: {
  database: Database;
  keys: Keys;
  files: FileStore;
  mailer: Mailer;
  mail: { from: string; to: string | undefined };
  siteUrl: string;
  requestsPerMinute: number;
  logger: Logger;
}): Backend {
  const rateLimit = createRequestRateLimit(requestsPerMinute);
  const callerOf = rateLimit.countAccounts(createCallerResolver({ keys, database }));
  const networkLimit = createNetworkLimit();
  const app = new Hono<Env>();
  const allowOrigins = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: [
      'content-range',
      'content-length',
      'etag',
      'retry-after',
      'x-supabase-api-version',
    ],
    maxAge: 86_400,
  });
  // On the answer once there is one: before, Hono makes one for the headers, and copies them over.
  app.use(async (context, next) => {
    if (context.req.method !== 'OPTIONS') await next();
    return allowOrigins(context, async () => {});
  });

  const getCountedNetwork = ({ req }: Context) =>
    isSecretKey(keys, req.header('apikey')) ? undefined : req.header(addressHeader);
  app.use(async (context, next) => {
    const network = getCountedNetwork(context);
    const wait = network ? await rateLimit.countNetwork(network) : 0;
    return wait > 0 ? tooManyRequestsResponse(new TooManyRequests(wait)) : next();
  });

  const budget = createBodyBudget(({ headers }) => headers.get(addressHeader));
  for (const service of ['rest', 'auth', 'functions']) app.use(`/${service}/v1/*`, budget);
  const limit = limitRequests(networkLimit, (context: Context<Env>) =>
    context.env.isFromOutside ? getCountedNetwork(context) : undefined,
  );
  for (const service of ['auth', 'storage', 'functions']) app.use(`/${service}/v1/*`, limit);

  const answer = async (request: Request, ip: string | undefined, env: Env['Bindings']) => {
    if (ip) request.headers.set(addressHeader, networkOf(ip));
    else request.headers.delete(addressHeader);
    return app.fetch(request, env);
  };
  const fetchInternally: Backend['fetchInternally'] = (request, ip) =>
    answer(request, ip, { isFromOutside: false });
  const serviceClient = createClient(siteUrl, keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetchInternally(new Request(input, init)) },
  });

  const mails = enquiryMails({ serviceClient, mailer, mail, siteUrl, logger });
  app.route('/rest/v1', createTables({ database, callerOf, networkLimit, logger }));
  app.route('/auth/v1', createAuth({ database, keys, callerOf, mailer, siteUrl, logger }));
  app.route('/storage/v1', createStorage({ database, callerOf, files, keys, logger }));
  app.route('/functions/v1', createFunctions(mails));
  app.notFound((context) => context.json({ code: '404', message: 'Not found' }, 404));
  app.onError((error, context) => {
    logger.error({ error, path: context.req.path }, 'A request to the backend failed');
    if (isUnavailable(error)) {
      context.header('Retry-After', retryAfterUnavailable);
      return context.json({ code: '503', message: 'Service unavailable, please try again' }, 503);
    }
    return context.json({ code: '500', message: 'Internal server error' }, 500);
  });
  return {
    fetch: (request, ip) => answer(request, ip, { isFromOutside: true }),
    fetchInternally,
    serviceClient,
    sendDueMails: (signal) => sendDueMails(mails, signal),
  };
}
