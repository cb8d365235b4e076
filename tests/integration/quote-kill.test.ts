import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { acceptQuote } from '#app/data/customer-quotes.ts';
import {
  createQuoteLink,
  insertQuote,
  type Quote,
  readQuote,
  readQuoteHistory,
  sendQuote,
  verifyQuote,
} from '#app/data/quotes.ts';
import type { Client } from '#app/data/supabase-context.ts';
import { newSettings } from '#tests/fixtures/rows.ts';
import { copyTemplate, engineAvailable, type TestBackend } from '#tests/support/backend.ts';
import { kill, start } from '#tests/support/killed-backend.ts';
import { startDocumentWriter } from '#tests/support/quote-documents.ts';
import { newQuoteDraft, prepareAcceptance } from '#tests/support/quotes.ts';

/** The process is killed while it sends or accepts: either it happened and the e-mail follows, or it did not. */

describe.skipIf(!engineAvailable())('quotes and SIGKILL', () => {
  const formSecret = 'a secret for the documents of this test';
  let directory: string;
  let environment: Record<string, string>;
  let running: Awaited<ReturnType<typeof start>>;
  const staff = () => running.staff as Client;
  const visitor = () => running.visitor as Client;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ridgeline-quote-kill-'));
    environment = {
      ...(await copyTemplate(inject('template'), directory)),
      FORM_SECRET: formSecret,
    };
    running = await start(directory, environment);
    const { business_name, phone, email, address } = newSettings();
    await staff()
      .from('business_settings')
      .insert({ business_name, phone, email, address })
      .throwOnError();
    await staff().from('quote_settings').insert({ hst_number: '12345' }).throwOnError();
  });
  afterAll(async () => {
    if (running) await kill(running.child);
    rmSync(directory, { recursive: true, force: true });
  });

  /** Kills the process some time after a request has left, and starts it again. */
  async function killDuring(request: () => PromiseLike<unknown>, delayMs: number) {
    const sent = Promise.resolve(request()).catch(() => undefined);
    await sleep(delayMs);
    await kill(running.child);
    await sent;
    running = await start(directory, environment);
  }

  /** The types of the e-mails that wait, each with its PDF; they count as sent afterwards. */
  async function takeMails(): Promise<string[]> {
    const { url, publishableKey } = running;
    const writer = startDocumentWriter({ url, publishableKey, formSecret });
    await writer.writeDue();
    writer.stop();
    const { data } = await running.service
      .rpc('claim_due_mails', { max_mails: 10, lifetime_seconds: 60 })
      .throwOnError();
    const types: string[] = [];
    for (const { id, lease } of data as { id: string; lease: string }[]) {
      const prepared = await running.service
        .rpc('prepare_quote_mail', { mail_id: id, lease_id: lease })
        .throwOnError();
      types.push(`${prepared.data.type} to ${prepared.data.to}`);
      expect(prepared.data.document.sha256).toMatch(/^[0-9a-f]{64}$/);
      await running.service
        .rpc('complete_quote_mail', { mail_id: id, server_response: '250 taken' })
        .throwOnError();
    }
    return types.sort();
  }

  const read = async (id: string) => (await readQuote(staff(), id)) as Quote;

  test('sending is whole or has not happened, and numbers have no gap', async () => {
    const numbers: number[] = [];
    for (const delayMs of [0, 3, 6, 10, 15, 40]) {
      const { id } = await insertQuote(staff(), newQuoteDraft());
      const draft = await read(id);
      await killDuring(() => sendQuote(staff(), draft, 954_850), delayMs);
      const after = await read(id);
      const { versions, events, reminders } = await readQuoteHistory(staff(), id);
      if (after.state === 'draft') {
        expect([after.number, versions.length, reminders.length]).toEqual([null, 0, 0]);
        expect(events.map(({ type }) => type)).toEqual(['created']);
        expect(await takeMails()).toEqual([]);
        expect(await sendQuote(staff(), after, 954_850)).toMatchObject({ status: 'sent' });
      } else {
        expect([versions.length, reminders.length]).toEqual([1, 3]);
        expect(events.map(({ type }) => type)).toEqual(['created', 'sent']);
        expect(await sendQuote(staff(), after, 954_850)).toEqual({ status: 'unchanged' });
      }
      expect(await takeMails()).toEqual(['sent to customer']);
      expect(await verifyQuote(staff(), id)).toMatchObject({ status: 'intact' });
      numbers.push(Number((await read(id)).number?.slice(5)));
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('accepting is whole or has not happened, and the same form can be sent again', async () => {
    for (const delayMs of [0, 3, 6, 10, 15, 40]) {
      const { id } = await insertQuote(staff(), newQuoteDraft());
      await sendQuote(staff(), await read(id), 954_850);
      await takeMails();
      const token = (await createQuoteLink(staff(), id)) ?? '';
      const callers = { anon: visitor(), staff: staff() } as TestBackend;
      const acceptance = await prepareAcceptance(callers, token);
      await killDuring(() => acceptQuote(visitor(), { token }, acceptance), delayMs);
      const { state } = await read(id);
      const before = await readQuoteHistory(staff(), id);
      const wasAccepted = state === 'accepted';
      expect(before.acceptances).toHaveLength(wasAccepted ? 1 : 0);
      expect(before.events.some(({ type }) => type === 'accepted')).toBe(wasAccepted);

      expect(await acceptQuote(visitor(), { token }, acceptance)).toMatchObject({
        status: 'accepted',
        total: 954_850,
      });
      const after = await readQuoteHistory(staff(), id);
      expect(after.acceptances).toHaveLength(1);
      expect(after.events.filter(({ type }) => type === 'accepted')).toHaveLength(1);
      expect(await takeMails()).toEqual(['accepted to customer', 'accepted to owner']);
      expect(await verifyQuote(staff(), id)).toMatchObject({ status: 'intact' });
    }
  });
});
