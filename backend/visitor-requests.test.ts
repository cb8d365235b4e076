import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestStaff } from '#backend/auth/testing/auth-service.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import { loadKeys } from './auth/keys.ts';
import { type Backend, createBackend } from './backend.ts';
import { type Database, statementTimes } from './database/database.ts';
import { getVisitor } from './database/requester.ts';
import { createMailSettings } from './mail/mail-settings.ts';
import { createSecretBox } from './mail/secret-box.ts';
import { createDiskFiles } from './storage/files.ts';

const siteUrl = 'http://localhost:3000';
const logger = pino({ level: 'silent' });
let directory: string;
let database: Database;
let backend: Backend;
let publishableKey: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-requests-'));
  database = await openTemplateCopy();
  const keys = await loadKeys(directory);
  ({ publishableKey } = keys);
  const files = createDiskFiles(join(directory, 'files'));
  const mailSettings = createMailSettings({
    ...{ database, logger, box: createSecretBox(undefined, directory) },
    environment: { smtpUrl: undefined, from: 'a@b.ca', to: undefined, allowsPrivateHosts: false },
  });
  backend = createBackend({
    ...{ database, keys, files, mailSettings, siteUrl, logger, requestsPerMinute: 0 },
    outboxDirectory: directory,
  });
  await addTestStaff(database, { email: 'owner@example.com', password: 'correct horse' });
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

/** The customers that the statements of a request counted for. */
async function listCustomers(send: () => Promise<unknown>) {
  const customers = new Set<string | undefined>();
  const note = () => customers.add(getVisitor());
  statementTimes.subscribe(note);
  await send();
  statementTimes.unsubscribe(note);
  return [...customers];
}

const request = (path: string, init: RequestInit = {}) =>
  new Request(siteUrl + path, { ...init, headers: { apikey: publishableKey, ...init.headers } });

test.each([
  ['/rest/v1/reviews?select=id', undefined],
  ['/storage/v1/object/public/images/none.jpg', undefined],
  ['/auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'no' }],
  [
    '/functions/v1/send-email',
    { emailType: 'contact', formData: { name: 'Ann', email: 'a@example.com', message: 'Hello' } },
  ],
])(
  "each statement of a visitor's request to %s takes a turn of its network",
  async (path, body) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const send = async () => (await backend.fetch(request(path, init), '2001:db8:7:1::1')).text();
    expect(await listCustomers(send)).toEqual(['2001:db8:7::/48']);
  },
);

test('what the website reads for all visitors takes a turn of what they share', async () => {
  for (const path of ['/rest/v1/reviews?select=id', '/storage/v1/object/public/images/none.jpg']) {
    const send = async () => (await backend.fetchInternally(request(path))).text();
    expect(await listCustomers(send)).toEqual(['']);
  }
});

test('requests of staff and of the process wait for no turn', async () => {
  const client = createClient(siteUrl, publishableKey, {
    global: { fetch: (input, init) => backend.fetch(new Request(input, init), '192.0.2.1') },
  });
  await client.auth.signInWithPassword({ email: 'owner@example.com', password: 'correct horse' });
  const read = async () => (await client.from('quote_requests').select('id')).error;
  expect(await listCustomers(read)).toEqual([undefined]);
  const send = async () => backend.serviceClient.from('quote_requests').select('id');
  expect(await listCustomers(send)).toEqual([undefined]);
});
