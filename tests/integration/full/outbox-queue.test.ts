import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseRows } from '#app/data/erasure.ts';
import { removeOldEnquiries } from '#app/data/retention.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import { type OutboxUnderTest, startOutboxTest } from '#tests/support/outbox.ts';
import { sendDueMails } from '../../../supabase/functions/send-email/deliver.ts';

/** The queue itself: several senders, dead ones, clocks, spam, erasure, and who may touch it. */

describe.skipIf(!engineAvailable())('the outbox as a queue', () => {
  let outbox: OutboxUnderTest;
  let backend: OutboxUnderTest['backend'];
  let mail: OutboxUnderTest['mail'];
  let store: OutboxUnderTest['store'];
  let call: OutboxUnderTest['call'];
  let sender: OutboxUnderTest['sender'];
  let pass: OutboxUnderTest['pass'];
  let queued: OutboxUnderTest['queued'];
  let marks: OutboxUnderTest['marks'];

  beforeAll(async () => {
    outbox = await startOutboxTest();
    ({ backend, mail, store, call, sender, pass, queued, marks } = outbox);
  });
  afterEach(() => outbox.clear());
  afterAll(() => outbox?.stop());

  test('each mail is sent by one of several processes', async () => {
    for (let count = 0; count < 13; count += 1) await store(`Person${count}`);
    await pass('35 seconds');
    const outcomes = await Promise.all([1, 2, 3].map(() => sendDueMails(sender())));
    expect(outcomes.reduce((sum, { sent }) => sum + sent, 0)).toBe(13);
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(13);
    expect(mail.received).toHaveLength(13);
  });

  test('a mail claimed by a killed process is sent by another one after the lease', async () => {
    await store('Ann');
    await pass('35 seconds');
    await backend.service
      .rpc('claim_due_mails', { max_mails: 5, lifetime_seconds: 180 })
      .throwOnError();
    await pass('2 minutes');
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
    expect((await call('Ann')).status).toBe(409);
    await pass('2 minutes');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
  });

  test.each(['-1 year', '1 year'])(
    'a clock that jumps (%s) does not stop the outbox',
    async (jump) => {
      mail.be({ at: 'recipient', code: 451 });
      await store('Ann');
      await pass('35 seconds');
      await sendDueMails(sender());
      await store('Bob');
      await pass(jump);
      mail.be('take');
      expect(await sendDueMails(sender())).toEqual({ sent: 2, notSent: 0 });
    },
  );

  test('an e-mail of an enquiry marked as spam waits until the mark is removed', async () => {
    const id = await store('Ann');
    await pass('35 seconds');
    const countUnsent = async (who: 'anon' | 'stranger' | 'staff') => {
      const { error, data } = await backend[who].rpc('count_unsent_mails');
      return [error?.code ?? null, data];
    };
    const setSpam = (is_spam: boolean) =>
      backend.staff.from('contact_submissions').update({ is_spam }).eq('id', id).throwOnError();
    await setSpam(true);
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
    await pass('1 hour');
    expect(await marks(id)).toEqual([]);
    expect(await countUnsent('staff')).toEqual([null, 0]);
    await setSpam(false);
    expect(await marks(id)).toMatchObject([{ status: 'waiting', reason: null }]);
    expect(await countUnsent('staff')).toEqual([null, 1]);
    expect(await countUnsent('stranger')).toEqual(['42501', null]);
    expect(await countUnsent('anon')).toEqual(['42501', null]);
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
    expect(await countUnsent('staff')).toEqual([null, 0]);
  });

  test('deleting an enquiry deletes its mail', async () => {
    const id = await store('Ann');
    await store('Bob');
    await eraseRows(backend.staff, 'contact_submissions', [id]);
    expect(await queued()).toHaveLength(1);
    await sql`update public.contact_submissions set created_at = now() - interval '3 years'`.execute(
      backend.database.owner,
    );
    await removeOldEnquiries(backend.service, new Date(), new AbortController().signal, () => {});
    expect(await queued()).toEqual([]);
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
  });

  test('only the service key writes the queue, and only staff read it', async () => {
    const enquiry = await store('Ann');
    await pass('1 hour');
    const id = (await queued())[0]?.id ?? '';
    const { anon, stranger, staff } = backend;
    for (const client of [anon, stranger, staff]) {
      const attempts = await Promise.all([
        client.rpc('claim_due_mails', { max_mails: 1, lifetime_seconds: 1 }),
        client.rpc('claim_mails_for', { enquiry_ids: [enquiry], lifetime_seconds: 1 }),
        client.rpc('mark_mail_sent', { mail_id: id }),
        client.rpc('mark_mail_failed', {
          mail_id: id,
          lease_id: id,
          error_reason: 'rejected',
          error_detail: '',
          retry_after_seconds: 0,
          is_final: true,
        }),
      ]);
      expect(attempts.map(({ error }) => error?.code)).toEqual(Array(4).fill('42501'));
    }
    const codes = async (call: 'list_unsent_mails' | 'retry_mail') => {
      const answers = await Promise.all(
        [anon, stranger].map((client) =>
          call === 'list_unsent_mails'
            ? client.rpc(call, { enquiry_ids: [enquiry] })
            : client.rpc(call, { enquiry_id: enquiry }),
        ),
      );
      return answers.map(({ data, error }) => error?.code ?? data);
    };
    expect(await codes('list_unsent_mails')).toEqual(['42501', '42501']);
    const unsent = await backend.database.queryAsCaller(
      { role: 'authenticated', claims: { sub: crypto.randomUUID() } },
      sql<{ mails: string; count: string }>`
        select public.list_unsent_mails(array[${enquiry}::uuid])::text as mails,
          public.count_unsent_mails()::text as count`,
    );
    expect(unsent).toEqual([{ mails: '[]', count: '0' }]);
    expect(await codes('retry_mail')).toEqual(['42501', '42501']);
    expect(await marks(enquiry)).toHaveLength(1);
    const asStaff = {
      role: 'authenticated' as const,
      claims: { sub: (await staff.auth.getUser()).data.user?.id },
    };
    await expect(
      backend.database.asCaller(asStaff, (transaction) =>
        sql`update private.outbox set status = 'sent'`.execute(transaction),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
