import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from '#app/data/database.types.ts';
import { addStaff, removeStaff } from '#backend/auth/staff.ts';
import type { Database as BackendDatabase } from '#backend/database/database.ts';
import { createApp } from '#server/app.ts';
import { createDocumentProcess } from '#server/documents/document-process.ts';
import { createDocumentServer } from '#server/documents/document-server.ts';
import { createQuoteDocuments, type QuoteDocuments } from '#server/documents/quote-documents.ts';
import { createListingImageHandler } from '#server/images/serve-listing-image.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { runBackend } from '#server/services.ts';
import { readSettings } from '#server/settings.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import type { Template } from './global-setup.ts';

export type TestClient = SupabaseClient<Database>;

/** A backend over HTTP on a fresh database, with a client for each kind of caller. */
export type TestBackend = {
  url: string;
  directory: string;
  publishableKey: string;
  secretKey: string;
  /** A visitor. */
  anon: TestClient;
  /** Signed in, with a row in staff. */
  staff: TestClient;
  /** Signed in, without a row in staff. */
  stranger: TestClient;
  /** The service key: row-level security does not apply. For preparing rows and reading results. */
  service: TestClient;
  /** The database itself, as its owner. */
  database: BackendDatabase;
  /** A new client without a session. */
  newClient: () => TestClient;
  formSecret: string;
  /** Writes the documents of quotes that are due, as the website's job does. */
  writeDocuments: QuoteDocuments['writeDue'];
  /** A request of a page that is rendered for a visitor, with a body a POST. */
  fetchForPage: (ip: string, path: string, body?: object) => Promise<Response>;
  stop: () => Promise<void>;
};

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

/** Starts a backend of the project's engine; `environment` adds to its settings. */
export async function startBackend(environment: Record<string, string> = {}): Promise<TestBackend> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-test-'));
  const databaseSettings = await copyTemplate(inject('template'), directory);
  const settings = readSettings({
    DATA_DIR: directory,
    SEED: 'none',
    API_REQUESTS_PER_MINUTE: '0',
    ADMIN_EMAIL: staffAccount.email,
    ADMIN_PASSWORD: staffAccount.password,
    ...databaseSettings,
    ...environment,
  });
  const logger = createLogger(process.env.TEST_LOG ?? 'silent');
  const services = await runBackend(settings, 'http://localhost:3000', logger);
  const { tables, formSecret: secret, now, countHit } = services;
  const writing = createDocumentProcess();
  const documents = createDocumentServer({ tables, writing, logger });
  const guard = createFormGuard({ secret, turnstile: undefined, countHit, now, report: () => {} });
  const signClient = guard.signClientFrom;
  const quoteDocuments = createQuoteDocuments({ tables, secret, now, signClient, writing, logger });
  const app = createApp({
    website: async () => new Response('Not found', { status: 404 }),
    backend: services.backend,
    handleBackupRequest: services.handleBackupRequest,
    matchRoute: () => undefined,
    serveImage: async () => new Response('Not found', { status: 404 }),
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

  const connect = (key: string) =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const newClient = () => connect(services.tables.publishableKey);
  const service = connect(services.keys.secretKey);
  await addStranger(services.database);

  return {
    url,
    directory,
    publishableKey: services.tables.publishableKey,
    secretKey: services.keys.secretKey,
    anon: newClient(),
    staff: await signIn(newClient(), staffAccount),
    stranger: await signIn(newClient(), strangerAccount),
    service,
    database: services.database,
    formSecret: services.formSecret,
    writeDocuments: quoteDocuments.writeDue,
    newClient,
    fetchForPage: (ip, path, body) =>
      services.tables.fetchFor(ip)(`${url}${path}`, {
        headers: { apikey: services.tables.publishableKey, 'content-type': 'application/json' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }),
    stop: async () => {
      documents.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** An account that was staff and no longer is. */
async function addStranger(database: BackendDatabase) {
  await addStaff(database, strangerAccount);
  await removeStaff(database, strangerAccount.email);
}

async function signIn(client: TestClient, account: { email: string; password: string }) {
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return client;
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
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: template.adminUrl });
  await client.connect();
  await client.query(`create database ${name} template ${template.database}`);
  await client.end();
  const url = new URL(template.adminUrl);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}
