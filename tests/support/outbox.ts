import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { verdictHeader } from '#app/features/enquiries/spam.ts';
import { createSendEmailDependencies } from '#backend/functions/functions.ts';
import { createMailer } from '#backend/functions/mailer.ts';
import { configureByUrl } from '#backend/mail/testing/configure-by-url.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { toEveryKind } from '../../supabase/functions/send-email/deliver.ts';
import { selectRows, startBackend, type TestBackend } from './backend.ts';
import { startMailServer } from './mail-server.ts';

export type OutboxUnderTest = Awaited<ReturnType<typeof startOutboxTest>>;

export function useOutbox(options?: Parameters<typeof startBackend>[1]): OutboxUnderTest {
  const outbox = {} as OutboxUnderTest;
  beforeAll(async () => {
    Object.assign(outbox, await startOutboxTest(options));
  });
  afterAll(() => outbox.stop?.());
  return outbox;
}

type EnquiryTable = 'contact_submissions' | 'quote_requests';

/** What sends the emails of a backend over HTTP and SMTP, as another process does. */
export function createSender(
  { service }: TestBackend,
  {
    smtpUrl,
    siteUrl = 'https://sheds.example',
    timeoutMs = 30_000,
  }: { smtpUrl: string; siteUrl?: string; timeoutMs?: number },
) {
  const logger = pino({ level: 'silent' });
  const configure = configureByUrl(smtpUrl, 'site@example.com');
  return createSendEmailDependencies({
    serviceClient: service,
    mailer: createMailer({ configure, outboxDirectory: '', timeoutMs, logger }),
    readRecipients: async () => toEveryKind('owner@example.com'),
    ...{ siteUrl, logger },
  });
}

async function startOutboxTest(options?: Parameters<typeof startBackend>[1]) {
  const mail = await startMailServer();
  const environment = { SMTP_URL: mail.url, MAIL_TO: 'owner@example.com' };
  const backend = await startBackend(environment, options);
  const { guard } = backend;
  async function setTrigger(verb: 'enable' | 'disable', name: string) {
    for (const table of ['contact_submissions', 'quote_requests'])
      await backend.run(sql.raw(`alter table ${table} ${verb} trigger ${name}`));
  }
  // Senders of enquiries get no email, so that a test counts the owner's alone.
  await setTrigger('disable', 'queue_confirmation');

  /** A message, and the verdict header of the website's form. */
  function message(name: string) {
    const row = newContactMessage({ name, email: `${name.toLowerCase()}@example.com` });
    const signed = { email: row.email, text: row.message };
    return { row, verdict: guard.sign('contact_submissions', signed, [], `id-${name}`) };
  }

  async function storeEnquiry(table: EnquiryTable, row: { email: string }, verdict: string) {
    await backend.website
      .from(table as 'contact_submissions')
      .insert(row as ReturnType<typeof newContactMessage>)
      .setHeader(verdictHeader, verdict)
      .throwOnError();
    const { email } = row;
    const stored = await selectRows(backend.service, table, 'id, created_at', { email });
    stored.sort((one, other) => one.created_at.localeCompare(other.created_at));
    return stored.at(-1)?.id ?? '';
  }

  return {
    backend,
    mail,
    message,
    setTrigger,

    /** Stores a message as the website does, and returns its id. */
    store: (name: string) =>
      storeEnquiry('contact_submissions', message(name).row, message(name).verdict),

    /** Stores an enquiry as the website does, and returns its id. */
    storeEnquiry: (
      table: EnquiryTable,
      row: { email: string; message?: string; description?: string },
    ) => {
      const signed = { email: row.email, text: row.message ?? row.description ?? '' };
      return storeEnquiry(table, row, guard.sign(table, signed, [], `id-${randomUUID()}`));
    },

    /** What the website calls after it has stored a message. */
    async call(name: string) {
      const response = await fetch(`${backend.url}/functions/v1/send-email`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
        body: JSON.stringify({ formData: message(name).row, emailType: 'contact' }),
      });
      return { status: response.status, ...((await response.json()) as { success: boolean }) };
    },

    /** Another process that sends over HTTP. */
    sender: ({ timeoutMs = 30_000 } = {}) =>
      createSender(backend, { smtpUrl: mail.url, timeoutMs }),

    /** Lets so much time pass for every mail: 35 s is beyond the website's own first try. */
    pass: (interval: string) =>
      backend.run(sql`update private.outbox set queued_at = queued_at - ${interval}::interval,
        created_at = created_at - ${interval}::interval,
        leased_at = leased_at - ${interval}::interval`),

    queued: () =>
      backend.run(sql<{ id: string; status: string; attempts: number; reason: string | null }>`
        select id, status, attempts, reason from private.outbox order by created_at, id`),

    /** What staff see of these enquiries' mails. */
    async marks(...enquiries: string[]) {
      const { data } = await backend.staff
        .rpc('list_unsent_mails', { enquiry_ids: enquiries })
        .throwOnError();
      return data as Record<string, string | null>[];
    },

    async clear() {
      mail.be('take');
      mail.received.length = 0;
      for (const table of ['contact_submissions', 'quote_requests'] as const) {
        await backend.service.from(table).delete().neq('email', '').throwOnError();
      }
      await backend.run(sql`delete from private.outbox where notice is not null`);
      await backend.run(sql`delete from private.rate_limits`);
    },

    async stop() {
      await backend.stop();
      await mail.stop();
    },
  };
}
