import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verdictHeader } from '#app/features/enquiries/spam.ts';
import { eraseRows } from '#app/features/privacy/erasure.ts';
import { updateRow } from '#app/lib/crud.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, selectRow } from '#tests/support/backend.ts';
import type { MailServerMood } from '#tests/support/mail-server.ts';
import { useOutbox } from '#tests/support/outbox.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

/** The owner's emails about enquiries: the queue, the mail server, and what they contain. */

/** The database took some of these before it had a rule for addresses; a header must not. */
const ambiguousEmails = [
  ...['ann,eve@example.com', 'ann;eve@example.com', '<ann@example.com>', '"ann"@example.com'],
  ...['ann(eve)@example.com', 'friends:ann@example.com;', 'ann\u0001@example.com'],
  ...['änn@exämple.com', '=?utf-8?Q?ann?=@example.com'],
];

describe.skipIf(!engineAvailable())('emails about enquiries', () => {
  const outbox = useOutbox();
  afterEach(() => outbox.clear());

  const subjects = () => outbox.mail.received.map(({ subject }) => subject);
  const send = (changes: object = {}) => sendDueMails({ ...outbox.sender(), ...changes });
  /** Sends what is due after the website's own first try. */
  const sendLater = async () => {
    await outbox.pass('35 seconds');
    return send();
  };

  test('an email is queued with its enquiry, not for certain spam, duplicates, imports or rejected rows', async () => {
    await outbox.store('Ann');
    await outbox.store('Ann');
    expect(await outbox.queued()).toMatchObject([{ status: 'waiting', attempts: 0, reason: null }]);

    const messages = outbox.backend.website.from('contact_submissions');
    const spam = messages.insert(outbox.message('Spammer').row);
    await spam.setHeader(verdictHeader, '1 hidden_field id-spam x').throwOnError();
    await insertRows(outbox.backend.service, 'quote_requests', newQuoteRequest());
    const bob = outbox.message('Bob');
    const refused = messages.insert({ ...bob.row, message: 'short' });
    expect((await refused.setHeader(verdictHeader, bob.verdict)).error?.code).toBe('23514');
    expect(await outbox.queued()).toHaveLength(1);

    // Without the website's form, as section 7 of the specification has it.
    await insertRows(outbox.backend.anon, 'contact_submissions', outbox.message('Dan').row);
    await insertRows(outbox.backend.anon, 'quote_requests', newQuoteRequest());
    expect(await outbox.queued()).toHaveLength(3);
    expect(await sendLater()).toEqual({ sent: 3, notSent: 0 });
    expect(subjects()).toContain('New contact message from Dan');
  });

  test('five enquiries a day that may be spam are mailed with a mark, the others in one digest', async () => {
    const links = Array.from({ length: 5 }, (_, n) => `https://pictures.example/${n}`).join(' ');
    const visit = async (n: number) => {
      const sender = { name: `Ann ${n}`, email: `a${n}@example.com` };
      const row = newContactMessage({ ...sender, message: links });
      await insertRows(outbox.backend.anon, 'contact_submissions', row);
    };
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await visit(n);
    const { staff } = outbox.backend;
    const last = await selectRow(staff, 'contact_submissions', 'id', { name: 'Ann 8' });
    await updateRow(staff, 'contact_submissions', last.id, { is_spam: false });
    expect(await sendLater()).toEqual({ sent: 7, notSent: 0 });
    const marked = [1, 2, 3, 4, 5].map((n) => `Possible spam: New contact message from Ann ${n}`);
    expect(subjects().sort()).toEqual([
      'New contact message from Ann 8',
      'Possible spam: 2 messages to the website',
      ...marked,
    ]);
    const digest = outbox.mail.received.find(({ subject }) => subject?.includes('2 messages'));
    expect(digest?.text).toContain('Contact message from Ann 6, a6@example.com');
    expect(digest?.text).not.toContain('Ann 8');

    await visit(9);
    expect(await sendLater()).toEqual({ sent: 0, notSent: 0 });
    await outbox.pass('1 day');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(subjects().at(-1)).toBe('Possible spam: 1 message to the website');
    expect((await outbox.queued()).every(({ status }) => status === 'sent')).toBe(true);
  });

  test('the outbox sends only the emails that the website has not sent', async () => {
    await outbox.store('Ann');
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    expect(await outbox.call('Ann')).toEqual({ status: 200, success: true });
    await outbox.store('Bob');
    expect(await sendLater()).toEqual({ sent: 1, notSent: 0 });
    expect((await outbox.call('Bob')).status).toBe(409);
    await outbox.pass('1 day');
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    expect(subjects()).toEqual(['New contact message from Ann', 'New contact message from Bob']);
    const [one, other] = outbox.mail.received.map(({ messageId }) => messageId);
    expect(one).toMatch(/^<enquiry-[0-9a-f-]{36}@localhost>$/);
    expect(other).toMatch(/^<enquiry-[0-9a-f-]{36}@sheds\.example>$/);
  });

  test.each<[string, MailServerMood, string]>([
    ['defers the recipient', { at: 'recipient', code: 451 }, 'deferred'],
    ['rejects the recipient', { at: 'recipient', code: 550 }, 'rejected'],
    ['does not answer', 'hang', 'timeout'],
  ])('an email is sent once after a mail server that %s', async (_what, mood, reason) => {
    const enquiry = await outbox.store('Ann');
    expect(await outbox.marks(enquiry)).toEqual([]);
    outbox.mail.be(mood);
    if (mood !== 'hang') expect((await outbox.call('Ann')).status).toBe(502);
    await outbox.pass('35 seconds');
    const sender = outbox.sender({ timeoutMs: mood === 'hang' ? 300 : 30_000 });
    expect(await sendDueMails(sender)).toEqual({ sent: 0, notSent: 1 });
    expect(await outbox.queued()).toMatchObject([{ status: 'waiting', attempts: 1, reason }]);
    expect(await outbox.marks(enquiry)).toMatchObject([
      { enquiry_id: enquiry, status: 'waiting', reason, next_attempt_at: expect.any(String) },
    ]);
    expect(await send()).toEqual({ sent: 0, notSent: 0 });

    outbox.mail.be('take');
    await outbox.pass('61 seconds');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(outbox.mail.received).toHaveLength(1);
    expect(await outbox.marks(enquiry)).toEqual([]);
    expect(await outbox.queued()).toMatchObject([{ status: 'sent', reason: null }]);
  });

  test('an email that is rejected five times is failed until staff call retry_mail', async () => {
    const enquiry = await outbox.store('Ann');
    outbox.mail.be({ at: 'recipient', code: 550 });
    // The website's calls before it is due count as no attempt.
    for (let tries = 1; tries <= 6; tries += 1) expect((await outbox.call('Ann')).status).toBe(502);
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await outbox.queued()).toMatchObject([{ status: 'waiting', attempts: tries - 1 }]);
      await outbox.pass('1 hour');
      expect(await send()).toEqual({ sent: 0, notSent: 1 });
    }
    await outbox.pass('1 day');
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    const [mark] = await outbox.marks(enquiry);
    expect(mark).toMatchObject({ status: 'failed', reason: 'rejected', next_attempt_at: null });
    expect(mark?.detail).toContain('550 Not this one');

    outbox.mail.be('take');
    const retry = () => outbox.backend.staff.rpc('retry_mail', { enquiry_id: enquiry });
    expect((await retry().throwOnError()).data).toBe(true);
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect((await retry().throwOnError()).data).toBe(false);
    expect(outbox.mail.received).toHaveLength(1);
  });

  test('an email whose acceptance is lost is sent again with the same Message-ID', async () => {
    await outbox.store('Ann');
    await outbox.pass('35 seconds');
    outbox.mail.be('swallow');
    expect(await send()).toEqual({ sent: 0, notSent: 1 });
    outbox.mail.be('take');
    await outbox.pass('61 seconds');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    const names = outbox.mail.received.map(({ messageId }) => messageId);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  test.each([
    ['a recipient', 'no_recipient', { readRecipients: async () => ({}) }],
    ['a mail server', 'no_mail_server', { send: undefined }],
  ] as const)('an email waits while there is no %s', async (_what, reason, missing) => {
    const enquiry = await outbox.store('Ann');
    const fail = async () => {
      await outbox.pass('6 minutes');
      await send(missing);
      return outbox.queued();
    };
    const [first] = await fail();
    // Attempts that count would end.
    expect([await fail(), await fail()]).toMatchObject(
      Array(2).fill([{ attempts: first?.attempts }]),
    );
    expect(await outbox.marks(enquiry)).toMatchObject([{ status: 'waiting', reason }]);
    await outbox.pass('6 minutes');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
  });

  test('each email is sent by one of several processes', async () => {
    for (let count = 0; count < 13; count += 1) await outbox.store(`Person${count}`);
    await outbox.pass('35 seconds');
    const outcomes = await Promise.all([1, 2, 3].map(() => send()));
    expect(outcomes.reduce((sum, { sent }) => sum + sent, 0)).toBe(13);
    const ids = outbox.mail.received.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([13, 13]);
  });

  test('the email of an enquiry marked as spam waits until the mark is removed', async () => {
    const id = await outbox.store('Ann');
    await outbox.pass('1 hour');
    const countUnsent = async () =>
      (await outbox.backend.staff.rpc('count_unsent_mails').throwOnError()).data;
    const setSpam = (is_spam: boolean) =>
      updateRow(outbox.backend.staff, 'contact_submissions', id, { is_spam });
    await setSpam(true);
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    expect([await outbox.marks(id), await countUnsent()]).toEqual([[], 0]);
    await setSpam(false);
    expect(await outbox.marks(id)).toMatchObject([{ status: 'waiting', reason: null }]);
    expect(await countUnsent()).toBe(1);
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(await countUnsent()).toBe(0);
  });

  describe('with confirmations', () => {
    beforeAll(() => outbox.setTrigger('enable', 'queue_confirmation'));
    const write = (email: string, message = 'Do you build on slopes?') =>
      outbox.storeEnquiry('contact_submissions', newContactMessage({ email, message }));
    const confirmed = () =>
      outbox.mail.received
        .filter(({ subject }) => /^We received your message M-\d{4}-\d{4,}$/.test(subject ?? ''))
        .map(({ envelopeTo }) => String(envelopeTo).toLowerCase());

    test('a confirmation goes to an address once an hour, but not for spam, nor for rows of staff and imports', async () => {
      const ann = ['ann@example.com', 'Ann@Example.com', 'ann@example.com'];
      await Promise.all(ann.map((email, n) => write(email, `This is message number ${n}.`)));
      await write('bob@example.com');
      const spam = newContactMessage({ name: 'www.win.example', email: 'eve@example.com' });
      await insertRows(outbox.backend.anon, 'contact_submissions', spam);
      for (const caller of [outbox.backend.staff, outbox.backend.service])
        await insertRows(caller, 'contact_submissions', newContactMessage());
      expect(await sendLater()).toEqual({ sent: 8, notSent: 0 });
      expect(confirmed().sort()).toEqual(['ann@example.com', 'bob@example.com']);
      const headers = outbox.mail.received.flatMap((mail) => mail.headers);
      expect(headers.filter(({ key }) => key === 'auto-submitted')).toHaveLength(2);
    });

    test('a confirmation that is refused, or late by a day, is no unsent email of the owner', async () => {
      const id = await outbox.store('Ann');
      const { staff } = outbox.backend;
      const listFailed = async () =>
        (await staff.rpc('list_failed_confirmations', { enquiry_ids: [id] })).data;
      expect((await outbox.call('Ann')).status).toBe(200);
      outbox.mail.be({ at: 'recipient', code: 550 });
      await outbox.pass('1 hour');
      expect(await send()).toEqual({ sent: 0, notSent: 1 });
      expect([await outbox.marks(id), await listFailed()]).toEqual([[], []]);
      expect((await staff.rpc('count_unsent_mails')).data).toBe(0);
      expect((await staff.rpc('retry_mail', { enquiry_id: id })).data).toBe(false);
      outbox.mail.be('take');
      await outbox.pass('1 day');
      expect(await send()).toEqual({ sent: 0, notSent: 0 });
      expect(await listFailed()).toEqual([id]);
    });

    test('deleting an enquiry deletes its emails', async () => {
      const id = await outbox.store('Ann');
      expect(await outbox.queued()).toHaveLength(2);
      await eraseRows(outbox.backend.staff, 'contact_submissions', [id]);
      expect(await outbox.queued()).toEqual([]);
    });

    test('an ambiguous address that is stored is no Reply-To, no account and no recipient', async () => {
      await outbox.setTrigger('disable', 'check_email');
      for (const email of ambiguousEmails) {
        await outbox.storeEnquiry('contact_submissions', newContactMessage({ email }));
        const { error } = await outbox.backend.staff.auth.updateUser({ email });
        expect(error?.status, email).toBe(400);
      }
      await outbox.setTrigger('enable', 'check_email');
      await sendLater();
      const mails = outbox.mail.received;
      expect(mails).toHaveLength(ambiguousEmails.length);
      for (const mail of mails) {
        expect(mail.envelopeTo).toEqual(['owner@example.com']);
        expect(mail.to).toEqual([{ address: 'owner@example.com', name: '' }]);
        expect(mail.from?.address).toBe('site@example.com');
        const keys = mail.headers.map(({ key }) => key);
        const count = (name: string) => keys.filter((key) => key === name).length;
        expect(['subject', 'to', 'from', 'cc', 'bcc'].map(count)).toEqual([1, 1, 1, 0, 0]);
        expect(keys).not.toContain('reply-to');
        expect(mail.text).not.toContain('Reply to this email');
      }
    });
  });
});
