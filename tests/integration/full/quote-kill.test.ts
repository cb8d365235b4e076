import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { acceptQuote } from '#app/features/quotes/customer-quote.ts';
import { sendQuote } from '#app/features/quotes/quote-sending.ts';
import {
  insertQuote,
  type Quote,
  readQuote,
  readQuoteHistory,
  verifyQuote,
} from '#app/features/quotes/quotes.ts';
import { createQuoteLink } from '#app/features/quotes/staff-actions.ts';
import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertRow } from '#app/lib/crud.ts';
import { createDocumentProcess } from '#server/documents/document-process.ts';
import { createLogger } from '#server/logger.ts';
import { openDatabase } from '#server/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { deriveSigningSecrets } from '#server/signing-secrets.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import { newSettings } from '#tests/fixtures/rows.ts';
import {
  copyTemplate,
  engineAvailable,
  staffAccount,
  type TestBackend,
} from '#tests/support/backend.ts';
import { createTempDirectory } from '#tests/support/create-temp-directory.ts';
import { runSql } from '#tests/support/empty-database.ts';
import { createDocumentWriter } from '#tests/support/quote-documents.ts';
import { newQuoteDraft, prepareAcceptance } from '#tests/support/quotes.ts';
import { startSite } from '#tests/support/start-site.ts';

vi.setConfig({ testTimeout: 600_000 });

const marker = 'reached-step';

/** The rows that a transaction writes, in this order; it stops after the first of a step. */
const steps = {
  'number assigned': { table: 'private.quote_numbers', events: 'insert or update' },
  'state changed': { table: 'public.quotes', events: 'update' },
  'version stored': { table: 'public.quote_versions', events: 'insert' },
  'document planned': { table: 'public.quote_documents', events: 'insert' },
  'reminders planned': { table: 'public.quote_reminders', events: 'insert' },
  'event logged': { table: 'public.quote_events', events: 'insert' },
  'acceptance stored': { table: 'public.quote_acceptances', events: 'insert' },
  'email queued': { table: 'private.outbox', events: 'insert' },
  commit: { table: 'private.outbox', events: 'insert', isDeferred: true },
} satisfies Record<string, { table: string; events: string; isDeferred?: boolean }>;

type QuoteStep = keyof typeof steps;

/** KILL_ALL_STEPS=1 kills at every step instead of the last. */
const areAll = process.env.KILL_ALL_STEPS === '1';
const sending: QuoteStep[] = areAll
  ? (Object.keys(steps) as QuoteStep[]).filter((step) => step !== 'acceptance stored')
  : ['commit'];
const accepting: QuoteStep[] = [
  ...(areAll ? (['state changed', 'event logged', 'acceptance stored'] as const) : []),
  ...(areAll ? (['document planned', 'email queued'] as const) : []),
  'commit',
];

/** Either it happened and the email follows, or it did not and can be repeated. */
describe.skipIf(!engineAvailable())('quotes and SIGKILL', () => {
  const formSecret = 'a secret for the documents of this test';
  const directory = createTempDirectory();
  let environment: Record<string, string>;
  let running: Awaited<ReturnType<typeof begin>>;
  let markerPath: string;
  /** One for all starts: its own start takes as long as the site's. */
  const writing = createDocumentProcess();
  const staff = () => running.staff as Client;
  const visitor = () => running.visitor as Client;

  async function begin() {
    const site = await startSite({
      ...environment,
      DATA_DIR: directory,
      ADMIN_EMAIL: staffAccount.email,
      ADMIN_PASSWORD: staffAccount.password,
    });
    const signedIn = site.newClient();
    const { error } = await signedIn.auth.signInWithPassword(staffAccount);
    if (error) throw error;
    return { ...site, staff: signedIn, visitor: site.newClient() };
  }

  beforeAll(async () => {
    environment = {
      ...(await copyTemplate(inject('template'), directory)),
      FORM_SECRET: formSecret,
      AS_HOSTED_PLATFORM: 'yes',
    };
    await installStops();
    running = await begin();
    const { business_name, phone, email, address } = newSettings();
    const business = { business_name, phone, email, address };
    await staff().from('business_settings').insert(business).throwOnError();
    await staff().from('quote_settings').insert({ legal_name: '' }).throwOnError();
    await staff().from('tax_settings').insert({ hst_number: '12345' }).throwOnError();
  });
  afterAll(async () => {
    writing.stop();
    await running?.end('SIGKILL');
  });

  /** Has transactions wait at the step that a template names. */
  async function installStops() {
    const database = await openDatabase(
      readSettings({ DATA_DIR: directory, ...environment }).database,
      createLogger('silent'),
    );
    const run = (statement: string) => sql.raw(statement).execute(database.owner);
    await run(`create function private.stop_at_step() returns trigger language plpgsql security definer
      set search_path = '' as $$
      begin
        if exists (select from public.quote_templates where name = tg_argv[0]) then
          execute format('copy (select 1) to %L', current_setting('data_directory') || '/${marker}');
          perform pg_sleep(9);
        end if;
        return null;
      end $$`);
    for (const [step, { table, events, ...timing }] of Object.entries(steps)) {
      const isDeferred = 'isDeferred' in timing;
      await run(`create ${isDeferred ? 'constraint ' : ''}trigger "zz ${step}" after ${events} on ${table}
        ${isDeferred ? 'deferrable initially deferred' : ''}
        for each row execute function private.stop_at_step('${step}')`);
    }
    const shown = await sql<{ data_directory: string }>`show data_directory`.execute(
      database.owner,
    );
    const isEmbedded = inject('template').engine === 'embedded';
    markerPath = join(
      isEmbedded ? join(directory, 'database') : (shown.rows[0]?.data_directory ?? ''),
      marker,
    );
    await database.close();
  }

  /** Kills the process once the transaction of a request has reached a step, and starts it again. */
  async function killAt(step: string, request: () => PromiseLike<unknown>) {
    const template = { name: step, content: newQuoteContent() as never };
    const stop = await insertRow(staff(), 'quote_templates', template);
    const answer = Promise.resolve(request()).then(
      (result) => `answered ${JSON.stringify(result)}`,
      (error: Error) => (running.child.killed ? 'no answer' : error.message),
    );
    await Promise.race([answer, waitForMarker()]);
    const reason = `${step}: ${await Promise.race([answer, 'stopped'])}`;
    expect(existsSync(markerPath), reason).toBe(true);
    await restart();
    expect(await answer, step).toBe('no answer');
    await deleteRow(staff(), 'quote_templates', stop.id);
  }

  async function waitForMarker() {
    while (!existsSync(markerPath)) await sleep(10);
  }

  async function restart() {
    await running.end('SIGKILL');
    rmSync(markerPath, { force: true });
    const { adminUrl } = inject('template') as { adminUrl?: string };
    if (adminUrl) {
      // A server notices by itself only when it answers.
      const name = new URL(environment.DATABASE_URL ?? '').pathname.slice(1);
      await runSql(
        adminUrl,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      );
    }
    running = await begin();
  }

  /** The types of the emails that wait, each with its PDF; they count as sent afterwards. */
  async function sendAndListMails(): Promise<string[]> {
    const { url, publishableKey } = running;
    await createDocumentWriter({
      ...{ url, publishableKey, writing, fetchAsWebsite: fetch },
      secrets: deriveSigningSecrets(formSecret),
    }).writeDue();
    const { data } = await running.service
      .rpc('claim_due_mails', { max_mails: 10, lifetime_seconds: 60 })
      .throwOnError();
    const types: string[] = [];
    for (const { id, lease } of data as { id: string; lease: string }[]) {
      const prepared = await running.service
        .rpc('prepare_quote_mail', { mail_id: id, lease_id: lease })
        .throwOnError();
      const mail = prepared.data as { type: string; to: string; document: { sha256: string } };
      types.push(`${mail.type} to ${mail.to}`);
      expect(mail.document.sha256).toMatch(/^[0-9a-f]{64}$/);
      await running.service
        .rpc('complete_quote_mail', { mail_id: id, server_response: '250 taken' })
        .throwOnError();
    }
    return types.sort();
  }

  const read = async (id: string) => (await readQuote(staff(), id)) as Quote;

  test(`a quote is sent completely or not at all if the process is killed at ${sending.join(', ')}`, async () => {
    const numbers: number[] = [];
    for (const step of [...sending, undefined]) {
      const { id } = await insertQuote(staff(), newQuoteDraft());
      const draft = await read(id);
      if (step) {
        await killAt(step, () => sendQuote(staff(), draft, 954_850));
        const { versions, events, reminders, documents } = await readQuoteHistory(staff(), id);
        expect(await read(id), step).toMatchObject({ state: 'draft', number: null });
        expect([versions, reminders, documents], step).toEqual([[], [], []]);
        expect(events.map(({ type }) => type)).toEqual(['created']);
        expect(await sendAndListMails()).toEqual([]);
      } else {
        await sendQuote(staff(), draft, 954_850);
        await restart();
      }
      // The same request again, because its answer was lost.
      expect(await sendQuote(staff(), draft, 954_850)).toMatchObject(
        step ? { status: 'sent', version: 1 } : { status: 'unchanged' },
      );
      const { versions, events, reminders } = await readQuoteHistory(staff(), id);
      expect([versions.length, reminders.length]).toEqual([1, 3]);
      expect(events.map(({ type }) => type)).toEqual(['created', 'sent']);
      expect(await sendAndListMails()).toEqual(['sent to customer']);
      expect(await verifyQuote(staff(), id)).toMatchObject({ status: 'intact' });
      numbers.push(Number((await read(id)).number?.slice(5)));
    }
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test(`a quote is accepted completely or not at all if the process is killed at ${accepting.join(', ')}`, async () => {
    for (const step of [...accepting, undefined]) {
      const { id } = await insertQuote(staff(), newQuoteDraft());
      await sendQuote(staff(), await read(id), 954_850);
      await sendAndListMails();
      const token = (await createQuoteLink(staff(), id)) ?? '';
      const callers = { anon: visitor(), staff: staff() } as TestBackend;
      const acceptance = await prepareAcceptance(callers, token);
      const accept = () => acceptQuote(visitor(), { token }, acceptance);
      if (step) {
        await killAt(step, accept);
        const before = await readQuoteHistory(staff(), id);
        expect(await read(id), step).toMatchObject({ state: 'viewed', agreed_cents: null });
        expect(before.acceptances, step).toEqual([]);
        expect(before.events.some(({ type }) => type === 'accepted')).toBe(false);
        expect(await sendAndListMails()).toEqual([]);
      } else {
        await accept();
        await restart();
        expect(await read(id)).toMatchObject({ state: 'accepted', agreed_cents: 954_850 });
      }
      expect(await accept()).toMatchObject({ status: 'accepted', total: 954_850 });
      const after = await readQuoteHistory(staff(), id);
      expect(after.acceptances).toHaveLength(1);
      expect(after.events.filter(({ type }) => type === 'accepted')).toHaveLength(1);
      expect(await sendAndListMails()).toEqual(['accepted to customer', 'accepted to owner']);
      expect(await verifyQuote(staff(), id)).toMatchObject({ status: 'intact' });
    }
  });
});
