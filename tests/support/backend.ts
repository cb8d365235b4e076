import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Database, Insert, Row } from '#app/lib/database.types.ts';
import { type SessionBody, startSession, toSessionBody } from '#backend/auth/sessions.ts';
import { hashQuickly } from '#backend/auth/testing/auth-service.ts';
import { networkHeader } from '#backend/client-network.ts';
import type { Database as BackendDatabase } from '#backend/database/database.ts';
import { createApp } from '#server/app.ts';
import { createDocumentProcess, type DocumentProcess } from '#server/documents/document-process.ts';
import { createDocumentServer } from '#server/documents/document-server.ts';
import { createQuoteDocuments } from '#server/documents/quote-documents.ts';
import { createListingImageHandler } from '#server/images/design-server.ts';
import { createImageServer } from '#server/images/image-server.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { createRouteMatcher } from '#server/match-route.ts';
import { openDatabase } from '#server/open-database.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import { createVisitorClient } from '#server/website.ts';
import { createDatabase } from './empty-database.ts';
import type { Template } from './global-setup.ts';
import { toHostedPlatform } from './hosted-platform.ts';

export type TestClient = SupabaseClient<Database>;

/** A backend over HTTP on a fresh database, with a client for each kind of caller. */
export type TestBackend = Awaited<ReturnType<typeof startBackend>>;

const siteUrl = 'http://localhost:3000';

export const staffAccount = { email: 'owner@example.com', password: 'correct horse' };
export const strangerAccount = { email: 'stranger@example.com', password: 'battery staple' };

/** False if the engine of this run is not installed, so that its tests are skipped. */
export const engineAvailable = () => inject('template').engine !== 'none';

export type OpenCopy = {
  database: BackendDatabase;
  /** The settings that lead another process to it. */
  environment: Record<string, string>;
  close: () => Promise<void>;
};

/** A migrated database of the project's engine without a backend over it. */
export async function openCopy(): Promise<OpenCopy> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
  const environment = {
    DATA_DIR: directory,
    ...(await copyTemplate(inject('template'), directory)),
  };
  const database = await openDatabase(readSettings(environment).database, createLogger('silent'));
  return {
    database,
    environment,
    close: async () => {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a backend of the project's engine; `environment` adds to its settings. As the hosted platform it
 * passes on headers that are the website's own.
 */
export async function startBackend(
  environment: Record<string, string> = {},
  {
    isHostedPlatform = false,
    writing = createDocumentProcess(),
  }: { isHostedPlatform?: boolean; writing?: DocumentProcess } = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
  const databaseSettings = await copyTemplate(inject('template'), directory);
  const settings = readSettings({
    DATA_DIR: directory,
    SEED: 'none',
    API_REQUESTS_PER_MINUTE: '0',
    ...databaseSettings,
    ...environment,
  });
  const logger = createLogger(process.env.TEST_LOG ?? 'silent');
  const opened = await openDatabase(settings.database, logger);
  const ids = await addAccounts(opened);
  const services = await runBackend(settings, siteUrl, logger, opened);
  const { tables, secrets, now, countHit } = services;
  const documents = createDocumentServer({ tables, writing, logger });
  const guard = createFormGuard({ secrets, turnstile: undefined, countHit, now, report: () => {} });
  const signClient = guard.signClientFrom;
  const quoteDocuments = createQuoteDocuments({
    ...{ tables, now, signClient, secrets, writing, logger },
  });
  const images = createImageServer({
    directory: join(directory, 'pictures'),
    maxBytes: 100_000_000,
    convertsAhead: false,
    fetchOriginal: (path, method) =>
      tables.fetchFor('')(`${tables.url}/storage/v1/object/public/images/${path}`, { method }),
    logger,
  });
  const app = createApp({
    website: async () => new Response('Not found', { status: 404 }),
    backend: isHostedPlatform ? toHostedPlatform(tables) : services.backend,
    localCommands: services.localCommands,
    matchRoute: createRouteMatcher({}),
    serveImage: images.serve,
    serveDesignFile: async () => new Response('Not found', { status: 404 }),
    serveDocument: documents.serve,
    prepareDocuments: documents.prepare,
    quoteDocuments: { serve: quoteDocuments.serve, writeSoon: () => {} },
    serveListingImage: createListingImageHandler(
      services.tables,
      { serveListingImage: async () => new Response('drawn') },
      logger,
    ),
    checkHealth: services.checkHealth,
    clientDirectory: directory,
    publicUrl: undefined,
    trustProxy: settings.trustProxy,
    logger,
  });
  const { server, port } = await listen(app, { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;

  const connect = (key: string, session?: SessionBody) =>
    createClient<Database>(url, key, {
      auth: session
        ? { storage: createSessionStorage(session), autoRefreshToken: false }
        : { persistSession: false, autoRefreshToken: false },
    });
  const newClient = () => connect(services.tables.publishableKey);
  const service = connect(services.keys.secretKey);
  const signedIn = async (userId: string) =>
    connect(services.tables.publishableKey, await createSession(services, userId));

  return {
    url,
    directory,
    publishableKey: services.tables.publishableKey,
    secretKey: services.keys.secretKey,
    /** A visitor. */
    anon: newClient(),
    /** Signed in, with a row in staff. */
    staff: await signedIn(ids.staff),
    /** Signed in, without a row in staff. */
    stranger: await signedIn(ids.stranger),
    /** The service key: row-level security does not apply. For preparing rows and reading results. */
    service,
    database: services.database,
    /** The rows of a query as the database's owner. */
    run: async <Row>(query: RawBuilder<Row>) => (await query.execute(services.database.owner)).rows,
    /** A visitor, through the website's own server: with headers that it alone may send. */
    website: createVisitorClient(tables, { fetch: tables.fetchFor('127.0.0.1') }),
    secrets,
    /** Signs what the website's forms send. */
    guard,
    /** What the website sends its requests with, as for a visitor of 127.0.0.1. */
    fetchAsWebsite: tables.fetchFor('127.0.0.1'),
    /** The process that writes PDFs. */
    writing,
    /** Writes the documents of quotes that are due, as the website's job does. */
    writeDocuments: quoteDocuments.writeDue,
    newClient,
    /** A request of a page that is rendered for a visitor, with a body a POST. */
    fetchForPage: (ip: string, path: string, body?: object) =>
      services.tables.fetchFor(ip)(`${url}${path}`, {
        headers: { apikey: services.tables.publishableKey, 'content-type': 'application/json' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }),
    stop: async () => {
      documents.stop();
      await images.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a backend before the tests of a file or group, and stops it after them. */
export function useBackend(...options: Parameters<typeof startBackend>): TestBackend {
  const backend = {} as TestBackend;
  beforeAll(async () => {
    Object.assign(backend, await startBackend(...options));
  });
  afterAll(() => backend.stop?.());
  return backend;
}

export async function insertRows<Table extends keyof Database['public']['Tables']>(
  client: TestClient,
  table: Table,
  rows: Insert<Table> | Insert<Table>[],
): Promise<void> {
  await client
    .from(table)
    .insert(rows as never)
    .throwOnError();
}

/** Reads the rows whose columns have these values. */
export async function selectRows<Table extends keyof Database['public']['Tables']>(
  client: TestClient,
  table: Table,
  columns: string,
  match: Partial<Row<Table>>,
): Promise<Row<Table>[]> {
  const { data } = await client.from(table).select(columns).match(match).throwOnError();
  return data as unknown as Row<Table>[];
}

export async function selectRow<Table extends keyof Database['public']['Tables']>(
  ...selected: Parameters<typeof selectRows<Table>>
): Promise<Row<Table>> {
  const [row, ...others] = await selectRows(...selected);
  if (!row || others.length > 0) throw new Error('There is not one such row');
  return row;
}

let passwordHashes: Promise<string[]> | undefined;

/** Adds the accounts of staff and of the stranger, if another backend has not. @returns their ids */
async function addAccounts({ owner }: BackendDatabase) {
  const accounts = [staffAccount, strangerAccount];
  passwordHashes ??= Promise.all(accounts.map(({ password }) => hashQuickly(password)));
  const hashes = await passwordHashes;
  const rows = accounts.map(({ email }, index) => ({
    email,
    encrypted_password: hashes[index] ?? '',
    email_confirmed_at: new Date(),
  }));
  await owner
    .insertInto('auth.users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const users = await owner.selectFrom('auth.users').select(['id', 'email']).execute();
  const find = (account: { email: string }) =>
    users.find(({ email }) => email === account.email)?.id ?? '';
  const ids = { staff: find(staffAccount), stranger: find(strangerAccount) };
  await owner
    .insertInto('public.staff')
    .values({ user_id: ids.staff })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ids;
}

/** Signs in without the password. */
async function createSession(
  { database, keys }: Awaited<ReturnType<typeof runBackend>>,
  userId: string,
): Promise<SessionBody> {
  const request = new Request(siteUrl, { headers: { [networkHeader]: '127.0.0.1' } });
  const granted = await database.owner
    .transaction()
    .execute((transaction) => startSession(transaction, request, userId, 'password'));
  return toSessionBody({ keys, siteUrl }, granted);
}

/** The storage of a client that begins with a session. */
function createSessionStorage(session: SessionBody) {
  const items = new Map<string, string>();
  const initial = JSON.stringify(session);
  return {
    getItem: (key: string) => items.get(key) ?? (key.endsWith('-auth-token') ? initial : null),
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.set(key, 'null'),
  };
}

export async function copyTemplate(
  template: Template,
  directory: string,
): Promise<Record<string, string>> {
  if (template.engine === 'none') throw new Error('No server to copy a database on');
  if (template.engine === 'embedded') {
    cpSync(template.directory, join(directory, 'database'), { recursive: true });
    return {};
  }
  return { DATABASE_URL: await createDatabase(template.adminUrl, template.database) };
}
