import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { sendDueMails } from '../supabase/functions/send-email/deliver.ts';
import type { SendEmailDependencies } from '../supabase/functions/send-email/handler.ts';
import { isPlainEmail } from '../supabase/functions/send-email/plain-email.ts';
import { createAuth } from './auth/auth.ts';
import { createCallerResolver, isSecretKey } from './auth/caller.ts';
import { confirmAsStaff, type confirmation } from './auth/confirmed-change.ts';
import type { Keys } from './auth/keys.ts';
import { sendInBackground, sendMail } from './auth/mails.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { UserRow } from './auth/users.ts';
import {
  getCustomerKey,
  networkHeader,
  removeInternalHeaders,
  toNetwork,
} from './client-network.ts';
import {
  type Database,
  isStatementTimeout,
  isUnavailable,
  retryAfterUnavailable,
} from './database/database.ts';
import { runForCustomer } from './database/requester.ts';
import { createFunctions, createSendEmailDependencies } from './functions/functions.ts';
import { createMailer, type Mail, sendBy } from './functions/mailer.ts';
import { TooManyRequests, tooManyRequestsResponse } from './http-error.ts';
import { createNetworkLimit, createRequestRateLimit } from './limits.ts';
import type { MailConfiguration, MailSettings } from './mail/mail-settings.ts';
import { createBodyBudget, limitRequests } from './request-limits.ts';
import type { FileStore } from './storage/files.ts';
import { createStorage } from './storage/storage.ts';
import { createTables } from './tables/tables.ts';

type Env = { Bindings: { isFromOutside: boolean } };

/** A backend in this process that speaks Supabase's protocol under its paths (/rest/v1, /auth/v1, …). */
export type Backend = {
  /**
   * Handles a request from outside. It removes internal headers from the request.
   *
   * @param ip of the client, for the limits of each network
   */
  fetch(request: Request, ip: string): Promise<Response>;
  /**
   * Handles a request of the process itself, such as a page's query. These never wait for requests
   * from outside.
   *
   * @param ip the visitor it is sent for, for rate limits
   */
  fetchInternally(request: Request, ip?: string): Promise<Response>;
  /** Confirms a request that staff send to the website's server itself, with their password and code. */
  confirmAsStaff: ConfirmAsStaff;
  /** Tells staff by email who has restored which backup. Errors are logged. */
  notifyOfRestore(emails: string[], restorer: string, file: string): void;
  /** A client that bypasses row-level security, for the process itself only. */
  serviceClient: SupabaseClient;
  /**
   * Sends the outbox emails that are due. Only one process sends each.
   *
   * @param signal stops it after the emails in progress
   */
  sendDueMails(signal: AbortSignal): Promise<{ sent: number; notSent: number }>;
};

/** See auth/confirmed-change.ts. The ip is the client's. */
export type ConfirmAsStaff = <Schema extends z.ZodObject<(typeof confirmation)['shape']>>(
  request: Request,
  ip: string,
  schema: Schema,
  counter: Parameters<typeof confirmAsStaff>[3],
) => Promise<{ signedIn: SignedIn; user: UserRow; body: z.infer<Schema> }>;

/**
 * Creates the four services: tables, auth, storage and functions.
 *
 * @param outboxDirectory for emails without a mail server
 * @param siteUrl the website's URL, for links in mails
 * @param requestsPerMinute of each network and each account; 0 for no limit
 */
export function createBackend({
  database,
  keys,
  files,
  mailSettings,
  outboxDirectory,
  siteUrl,
  requestsPerMinute,
  getDesignImage,
  logger,
}: {
  database: Database;
  keys: Keys;
  files: FileStore;
  mailSettings: MailSettings;
  outboxDirectory: string;
  siteUrl: string;
  requestsPerMinute: number;
  getDesignImage?: SendEmailDependencies['getDesignImage'];
  logger: Logger;
}): Backend {
  const mailOptions = { outboxDirectory, logger };
  const mailer = createMailer({ configure: () => mailSettings.configure(), ...mailOptions });
  const rateLimit = createRequestRateLimit(requestsPerMinute);
  const resolveCaller = rateLimit.countAccounts(createCallerResolver({ keys, database }));
  const networkLimit = createNetworkLimit();
  const app = new Hono<Env>();
  const allowOrigins = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: [
      'content-range',
      'content-length',
      'etag',
      'location',
      'retry-after',
      'x-supabase-api-version',
    ],
    maxAge: 86_400,
  });
  // CORS headers are set on the finished response. Set earlier, Hono would create a response and
  // copy it.
  app.use(async (context, next) => {
    if (context.req.method !== 'OPTIONS') await next();
    return allowOrigins(context, async () => {});
  });

  const getCountedNetwork = ({ req }: Context) =>
    isSecretKey(keys, req.header('apikey')) ? undefined : req.header(networkHeader);
  app.use(async (context, next) => {
    const network = getCountedNetwork(context);
    const wait = network ? await rateLimit.countNetwork(network) : 0;
    return wait > 0 ? tooManyRequestsResponse(new TooManyRequests(wait)) : next();
  });

  const budget = createBodyBudget(({ headers }) => headers.get(networkHeader));
  for (const service of ['rest', 'auth', 'functions']) app.use(`/${service}/v1/*`, budget);
  const limit = limitRequests(networkLimit, (context: Context<Env>) =>
    context.env.isFromOutside ? getCountedNetwork(context) : undefined,
  );
  for (const service of ['auth', 'storage', 'functions']) app.use(`/${service}/v1/*`, limit);

  const handle = async (request: Request, ip: string | undefined, env: Env['Bindings']) => {
    if (env.isFromOutside) removeInternalHeaders(request.headers);
    if (ip) request.headers.set(networkHeader, toNetwork(ip));
    else request.headers.delete(networkHeader);
    // A visitor's request may send others with the secret key, which count for that visitor.
    if (isSecretKey(keys, request.headers.get('apikey') ?? undefined))
      return app.fetch(request, env);
    return runForCustomer(getCustomerKey(toNetwork(ip ?? '')), () => app.fetch(request, env));
  };
  const fetchInternally: Backend['fetchInternally'] = (request, ip) =>
    handle(request, ip, { isFromOutside: false });
  const serviceClient = createClient(siteUrl, keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetchInternally(new Request(input, init)) },
  });

  const sendEmailDependencies = createSendEmailDependencies({
    ...{ serviceClient, mailer, siteUrl, getDesignImage, logger },
    readRecipients: mailSettings.readRecipients,
  });
  const auth = {
    ...{ database, keys, resolveCaller, mailer, mailSettings, siteUrl, logger },
    sendBy: (configuration: MailConfiguration, mail: Mail) =>
      sendBy(configuration, mail, mailOptions),
  };
  app.route('/rest/v1', createTables({ database, resolveCaller, networkLimit, logger }));
  app.route('/auth/v1', createAuth(auth));
  app.route('/storage/v1', createStorage({ database, resolveCaller, files, keys, logger }));
  app.route('/functions/v1', createFunctions(sendEmailDependencies));
  app.notFound((context) => context.json({ code: '404', message: 'Not found' }, 404));
  app.onError((error, context) => {
    logger.error({ error, path: context.req.path }, 'Backend request failed');
    if (isUnavailable(error)) {
      context.header('Retry-After', retryAfterUnavailable);
      return context.json({ code: '503', message: 'Service unavailable, please try again' }, 503);
    }
    if (isStatementTimeout(error)) {
      return context.json({ code: '504', message: 'Request timed out, please try again' }, 504);
    }
    return context.json({ code: '500', message: 'Internal server error' }, 500);
  });
  return {
    fetch: (request, ip) => handle(request, ip, { isFromOutside: true }),
    fetchInternally,
    confirmAsStaff: (request, ip, schema, counter) => {
      removeInternalHeaders(request.headers);
      request.headers.set(networkHeader, toNetwork(ip));
      return confirmAsStaff(auth, request, schema, counter);
    },
    notifyOfRestore: (emails, restorer, file) => {
      for (const to of emails.filter(isPlainEmail))
        sendInBackground(auth, sendMail(auth, 'backupRestored', to, restorer, file));
    },
    serviceClient,
    sendDueMails: (signal) => sendDueMails(sendEmailDependencies, signal),
  };
}
