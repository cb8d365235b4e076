import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verdictHeader } from '#app/domain/enquiries/spam.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable } from '#tests/support/backend.ts';
import type { MailServerMood } from '#tests/support/mail-server.ts';
import { type OutboxUnderTest, startOutboxTest } from '#tests/support/outbox.ts';
import { createSendDueMails } from '../../supabase/functions/send-due-mails/handler.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

describe.skipIf(!engineAvailable())('the outbox and the mail server', () => {
  let outbox: OutboxUnderTest;
  let backend: OutboxUnderTest['backend'];
  let mail: OutboxUnderTest['mail'];
  let message: OutboxUnderTest['message'];
  let store: OutboxUnderTest['store'];
  let call: OutboxUnderTest['call'];
  let sender: OutboxUnderTest['sender'];
  let pass: OutboxUnderTest['pass'];
  let queued: OutboxUnderTest['queued'];
  let marks: OutboxUnderTest['marks'];

  beforeAll(async () => {
    outbox = await startOutboxTest();
    ({ backend, mail, message, store, call, sender, pass, queued, marks } = outbox);
  });
  afterEach(() => outbox.clear());
  afterAll(() => outbox?.stop());

  test('an e-mail is queued with its enquiry, not for spam, duplicates, imports or rejected rows', async () => {
    await store('Ann');
    await store('Ann');
    expect(await queued()).toMatchObject([{ status: 'waiting', attempts: 0, reason: null }]);

    const spam = { ...message('Spammer').row, name: 'See www.spam.example' };
    await backend.anon.from('contact_submissions').insert(spam).throwOnError();
    await backend.service.from('quote_requests').insert(newQuoteRequest()).throwOnError();
    const refused = await backend.anon
      .from('contact_submissions')
      .insert({ ...message('Bob').row, message: 'short' })
      .setHeader(verdictHeader, message('Bob').verdict);
    expect(refused.error?.code).toBe('23514');
    expect(await queued()).toHaveLength(1);

    // Without the website's form, as section 7 of the specification has it.
    await backend.anon.from('contact_submissions').insert(message('Dan').row).throwOnError();
    await backend.anon.from('quote_requests').insert(newQuoteRequest()).throwOnError();
    expect(await queued()).toHaveLength(3);
    await pass('35 seconds');
    expect(await sendDueMails(sender())).toEqual({ sent: 3, notSent: 0 });
    expect(mail.received.map(({ subject }) => subject)).toContain('New contact message from Dan');
  });

  test('the outbox sends only the e-mails that the website has not sent', async () => {
    await store('Ann');
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
    expect(await call('Ann')).toEqual({ status: 200, success: true });
    await store('Bob');
    await pass('35 seconds');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
    expect((await call('Bob')).status).toBe(409);
    await pass('1 day');
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
    expect(mail.received.map(({ subject }) => subject)).toEqual([
      'New contact message from Ann',
      'New contact message from Bob',
    ]);
    const [one, other] = mail.received.map(({ messageId }) => messageId);
    expect(one).toMatch(/^<enquiry-[0-9a-f-]{36}@localhost>$/);
    expect(other).toMatch(/^<enquiry-[0-9a-f-]{36}@sheds\.example>$/);
  });

  test.each<[string, MailServerMood, string]>([
    ['defers the recipient', { at: 'recipient', code: 451 }, 'deferred'],
    ['defers the content', { at: 'data', code: 452 }, 'deferred'],
    ['rejects the recipient', { at: 'recipient', code: 550 }, 'rejected'],
    ['rejects the sender', { at: 'sender', code: 553 }, 'rejected'],
    ['does not answer', 'hang', 'timeout'],
  ])('an e-mail is sent once after a mail server that %s', async (_what, mood, reason) => {
    const enquiry = await store('Ann');
    expect(await marks(enquiry)).toEqual([]);
    mail.be(mood);
    if (mood !== 'hang') expect((await call('Ann')).status).toBe(502);
    await pass('35 seconds');
    expect(await sendDueMails(sender({ timeoutMs: mood === 'hang' ? 300 : 30_000 }))).toEqual({
      sent: 0,
      notSent: 1,
    });
    expect(await queued()).toMatchObject([{ status: 'waiting', attempts: 1, reason }]);
    expect(await marks(enquiry)).toEqual([
      expect.objectContaining({
        enquiry_id: enquiry,
        status: 'waiting',
        reason,
        next_attempt_at: expect.any(String),
      }),
    ]);
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });

    mail.be('take');
    await pass('61 seconds');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
    expect(mail.received).toHaveLength(1);
    expect(await marks(enquiry)).toEqual([]);
    expect(await queued()).toMatchObject([{ status: 'sent', reason: null }]);
  });

  test('after a 502 the same call sends the e-mail, and calls before it is due count as no attempt', async () => {
    await store('Ann');
    mail.be({ at: 'recipient', code: 550 });
    for (let tries = 0; tries < 6; tries += 1) expect((await call('Ann')).status).toBe(502);
    expect(await queued()).toMatchObject([{ status: 'waiting', attempts: 0, reason: 'rejected' }]);
    mail.be('take');
    expect((await call('Ann')).status).toBe(200);
    expect((await call('Ann')).status).toBe(409);
    expect(mail.received).toHaveLength(1);
  });

  test('an e-mail is sent once an unreachable mail server is back', async () => {
    const enquiry = await store('Ann');
    await pass('35 seconds');
    const away = sender({ smtpUrl: 'smtp://127.0.0.1:1' });
    expect(await sendDueMails(away)).toEqual({ sent: 0, notSent: 1 });
    const [mark] = await marks(enquiry);
    expect(mark).toMatchObject({ reason: 'unreachable' });
    expect(mark?.detail).toContain('ECONNREFUSED');
    await pass('61 seconds');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
  });

  test('an e-mail that is rejected five times is failed until staff call retry_mail', async () => {
    const enquiry = await store('Ann');
    mail.be({ at: 'recipient', code: 550 });
    for (let tries = 1; tries <= 5; tries += 1) {
      await pass('1 hour');
      expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 1 });
    }
    await pass('1 day');
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 0 });
    const [mark] = await marks(enquiry);
    expect(mark).toMatchObject({ status: 'failed', reason: 'rejected', next_attempt_at: null });
    expect(mark?.detail).toContain('550 Not this one');

    mail.be('take');
    const again = await backend.staff.rpc('retry_mail', { enquiry_id: enquiry }).throwOnError();
    expect(again.data).toBe(true);
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
    const nothing = await backend.staff.rpc('retry_mail', { enquiry_id: enquiry }).throwOnError();
    expect(nothing.data).toBe(false);
    expect(mail.received).toHaveLength(1);
  });

  test('an e-mail whose acceptance is lost is sent again with the same Message-ID', async () => {
    await store('Ann');
    await pass('35 seconds');
    mail.be('swallow');
    expect(await sendDueMails(sender())).toEqual({ sent: 0, notSent: 1 });
    mail.be('take');
    await pass('61 seconds');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
    const names = mail.received.map(({ messageId }) => messageId);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  test.each([
    ['a recipient', 'no_recipient', { ownerEmail: undefined }],
    ['a mail server', 'no_mail_server', { send: undefined }],
  ] as const)('an e-mail waits while there is no %s', async (_what, reason, missing) => {
    const enquiry = await store('Ann');
    // More than the attempts of an e-mail that a mail server refuses.
    for (let tries = 0; tries < 105; tries += 1) {
      await pass('6 minutes');
      await sendDueMails({ ...sender(), ...missing });
    }
    expect(await marks(enquiry)).toMatchObject([{ status: 'waiting', reason }]);
    await pass('6 minutes');
    expect(await sendDueMails(sender())).toEqual({ sent: 1, notSent: 0 });
  });

  test('send-due-mails with the secret sends due e-mails', async () => {
    await store('Ann');
    await pass('35 seconds');
    const handle = createSendDueMails(sender(), 'c2NoZWR1bGVy');
    const response = await handle(
      new Request('https://x.example/functions/v1/send-due-mails', {
        method: 'POST',
        headers: { Authorization: 'Bearer c2NoZWR1bGVy' },
      }),
    );
    expect(await response.json()).toEqual({ sent: 1, notSent: 0 });
  });
});
