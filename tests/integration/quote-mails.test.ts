import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findDeletedRecords, putBackRecord } from '#app/features/privacy/deleted-records.ts';
import { eraseQuoteRequests } from '#app/features/privacy/erasure.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import {
  declineQuote,
  openQuote,
  sendQuoteMessage,
  stopQuoteReminders,
} from '#app/features/quotes/customer-quote.ts';
import { insertQuote, readQuoteHistory } from '#app/features/quotes/quotes.ts';
import { askForReview } from '#app/features/quotes/review-request.ts';
import {
  answerQuoteMessage,
  createQuoteLink,
  listUnsentQuoteMails,
  recordQuotePayment,
  recordQuoteStage,
  resendQuote,
  retryQuoteMails,
  withdrawQuote,
} from '#app/features/quotes/staff-actions.ts';
import { openCustomerReview, saveCustomerReview } from '#app/features/reviews/customer-reviews.ts';
import { deleteReview, flagReview, type Review } from '#app/features/reviews/reviews.ts';
import { RowChanged, updateRow } from '#app/lib/crud.ts';
import { newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, selectRows } from '#tests/support/backend.ts';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import { type OutboxUnderTest, useOutbox } from '#tests/support/outbox.ts';
import { createQuickDocuments } from '#tests/support/quote-documents.ts';
import {
  acceptSentQuote,
  addAcceptedQuote,
  addQuoteSettings,
  addSentQuote,
  getQuote,
  listEventTypes,
  newPayment,
  newQuoteDraft,
  readQuoteEvent,
  sendDraft,
  sendNextVersion,
} from '#tests/support/quotes.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

/** What customers and the owner get by email, over real SMTP. */

describe.skipIf(!engineAvailable())('emails of quotes', () => {
  const outbox = useOutbox({ writing: createQuickDocuments() });
  let backend: OutboxUnderTest['backend'];
  let received: ReceivedMail[];

  beforeAll(async () => {
    ({ backend } = outbox);
    ({ received } = outbox.mail);
    await addQuoteSettings(backend);
  });
  afterEach(async () => {
    outbox.mail.be('take');
    received.length = 0;
    await backend.run(sql`delete from private.outbox`);
  });

  const send = async () => {
    await backend.writeDocuments();
    return sendDueMails(outbox.sender());
  };
  const to = (email: string) => received.filter(({ envelopeTo }) => envelopeTo.includes(email));
  const countMailed = async (id: string) =>
    (await listEventTypes(backend, id)).filter((type) => type === 'mailed').length;
  const getToken = (mail: ReceivedMail | undefined) =>
    /https:\/\/sheds\.example\/quotes\/([0-9a-f]{40})/.exec(mail?.text ?? '')?.[1] ?? '';

  test('a sent quote reaches its customer with a link, the facts and the postal address', async () => {
    const { id, number } = await addSentQuote(backend);
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    const [mail] = received;
    expect(received).toHaveLength(1);
    expect(mail).toMatchObject({
      envelopeTo: ['ann@example.com'],
      subject: `Your quote ${number} from Test Builders`,
      replyTo: [{ address: 'hello@example.com' }],
    });
    for (const part of [
      'Hello Ann Fielder,',
      'Total: $9,548.50',
      'Valid until: December 31, 2099',
      'Test Builders, 1 Mill Street, Testville, ON, 705-555-0102',
      `Stop reminders about this quote: https://sheds.example/quotes/${getToken(mail)}#reminders`,
    ]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.html).toContain(`href="https://sheds.example/quotes/${getToken(mail)}"`);
    expect(await openQuote(backend.anon, { token: getToken(mail) })).toMatchObject({ number });

    expect((await readQuoteEvent(backend.staff, id, 'mailed')).personal).toEqual({
      email: 'ann@example.com',
      response: expect.stringMatching(/^250 /),
    });
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
  });

  test('an acceptance is mailed to owner and customer, with the hash of its event', async () => {
    const { id, token, number } = await addSentQuote(backend);
    await send();
    received.length = 0;
    await acceptSentQuote(backend, token);
    expect(await send()).toEqual({ sent: 2, notSent: 0 });
    const { hash, personal } = await readQuoteEvent(backend.staff, id, 'accepted');
    const [customer] = to('ann@example.com');
    const [owner] = to('owner@example.com');
    expect(customer?.subject).toBe(`You have accepted quote ${number} from Test Builders`);
    expect(owner?.subject).toBe(`Ann Fielder has accepted quote ${number}`);
    expect(owner?.replyTo).toMatchObject([{ address: 'ann@example.com' }]);
    expect(owner?.text).not.toContain('/quotes/');
    const response = await fetch(`${backend.url}/quotes/${token}/agreement.pdf`);
    const agreement = Buffer.from(await response.arrayBuffer());
    expect(agreement.toString()).toContain('"mailResponse":"250 ');
    for (const mail of [customer, owner]) {
      expect(mail?.text).toContain(hash);
      const [attachment] = mail?.attachments ?? [];
      expect(attachment?.filename).toBe(`accepted-${number}-version-1.pdf`);
      expect(agreement.equals(Buffer.from(attachment?.content as ArrayBuffer))).toBe(true);
      expect(mail?.text).toContain('with a certificate of acceptance, is attached as a PDF.');
    }
    expect(personal.mailResponse).toMatch(/^250 /);
  });

  test('version 2 reaches its customer as a new version, with what is different', async () => {
    const { id, number } = await addSentQuote(backend);
    await sendNextVersion(backend, id);
    expect(await send()).toEqual({ sent: 2, notSent: 0 });
    const [mail] = received;
    expect(received).toHaveLength(1);
    expect(mail?.subject).toBe(`A new version of your quote ${number} from Test Builders`);
    expect(mail?.text).toMatch(
      /What changed since version 1:.*at \$8,450\.00.*at \$9,000\.00.*before: \$9,548\.50\s+now: \$10,170\.00/s,
    );
  });

  test('payments and stages are mailed if staff choose so, each once, to a customer with an address', async () => {
    const { id } = await addAcceptedQuote(backend);
    await send();
    received.length = 0;
    const mailIds = Array.from({ length: 3 }, () => randomUUID());
    const pay = (id: string, change: Parameters<typeof newPayment>[0]) =>
      recordQuotePayment(backend.staff, id, newPayment({ note: 'Secret', ...change }));
    const first = { id: randomUUID(), mailId: mailIds[0] ?? null };
    // The answer to the first call was lost.
    for (const _ of [1, 2]) {
      expect(await pay(id, first)).toEqual({ status: 'recorded', balance: 754_850, mailed: true });
    }
    expect(await pay(id, { cents: 100 })).toMatchObject({ mailed: false });
    const reach = (note: string, mailId: string | null = null) =>
      recordQuoteStage(backend.staff, id, {
        ...{ stage: 'building', reachedOn: '2026-11-21', note, images: ['orders/a.jpg'], mailId },
      });
    const mailed = { status: 'recorded', mailed: true };
    expect(await reach('The frame stands.', mailIds[1])).toEqual(mailed);
    // One that waits takes a correction along.
    expect(await reach('The frame is up.', mailIds[2])).toEqual(mailed);
    expect(await reach('The frame is up!')).toEqual({ status: 'recorded', mailed: false });
    expect(await send()).toEqual({ sent: 2, notSent: 0 });
    const [paid, built] = received.toSorted(
      (a, b) => Number(!a.text?.includes('Paid')) - Number(!b.text?.includes('Paid')),
    );
    expect(paid?.subject).toBe('We have received your payment of $2,000.00');
    expect(paid?.text).toContain('Balance: $7,547.50');
    expect(paid?.text).not.toContain('Secret');
    expect(built?.text).toContain('The frame is up!\n\nUse the link to see the photo.');
    const opened = await openQuote(backend.anon, { token: getToken(built) });
    expect(opened?.state).toBe('accepted');

    await reach('Again.', randomUUID());
    await recordQuoteStage(backend.staff, id, {
      ...{ stage: 'building', reachedOn: null, note: '', images: [] },
    });
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(received).toHaveLength(2);

    const other = await addAcceptedQuote(backend, { customer_email: null });
    expect(await pay(other.id, { mailId: randomUUID() })).toMatchObject({ mailed: false });
    for (let count = 0; count < 18; count += 1) await pay(id, { cents: 1, mailId: randomUUID() });
    expect(await pay(id, { cents: 1, mailId: randomUUID() })).toMatchObject({ mailed: false });
  });

  test('a question is mailed to the owner, and its answer to the customer', async () => {
    const { id, token } = await addSentQuote(backend);
    await send();
    received.length = 0;
    const body = 'Is <b>cedar</b> possible?\nAnd when?';
    await sendQuoteMessage(backend.anon, { token }, { id: randomUUID(), type: 'question', body });
    await send();
    expect(received[0]?.text).toContain(body);
    expect(received[0]?.html).toContain('Is &lt;b&gt;cedar&lt;/b&gt; possible?');
    await answerQuoteMessage(backend.staff, id, randomUUID(), 'Yes, in May.');
    await send();
    expect(to('ann@example.com').map(({ text }) => text)).toEqual([
      expect.stringContaining('Yes, in May.'),
    ]);
  });

  test('a rejected email is retried with a new link, and both links work', async () => {
    const quote = await insertQuote(backend.staff, newQuoteDraft());
    await sendDraft(backend, quote);
    outbox.mail.be('swallow');
    expect(await send()).toEqual({ sent: 0, notSent: 1 });
    expect(await outbox.queued()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    expect(await listUnsentQuoteMails(backend.staff)).toMatchObject([
      { quote_id: quote.id, to: 'customer', type: 'sent', status: 'waiting' },
    ]);
    outbox.mail.be('take');
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    await retryQuoteMails(backend.staff, quote.id);
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(received).toHaveLength(2);
    const [one, other] = received;
    expect(one?.messageId).toBe(other?.messageId);
    expect(getToken(one)).not.toBe(getToken(other));
    for (const mail of received) {
      expect(await openQuote(backend.anon, { token: getToken(mail) })).not.toBeNull();
    }
    expect(await countMailed(quote.id)).toBe(1);
  });

  test('a process that ends after the mail server has accepted the email sends it again, and logs it once', async () => {
    const { id } = await addSentQuote(backend);
    const sender = outbox.sender();
    const broken = {
      ...sender,
      supabase: new Proxy(sender.supabase, {
        get: (target, property) =>
          property === 'rpc'
            ? (name: string, values: object) => {
                if (name === 'complete_quote_mail') throw new Error('The process ended');
                return target.rpc(name, values);
              }
            : Reflect.get(target, property),
      }),
    };
    await backend.writeDocuments();
    await expect(sendDueMails(broken)).rejects.toThrow('The process ended');
    expect(await send()).toEqual({ sent: 0, notSent: 0 });
    await outbox.pass('5 minutes');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(received[0]?.messageId).toBe(received[1]?.messageId);
    expect(await countMailed(id)).toBe(1);
  });

  test('an email about a former state of the quote is not sent', async () => {
    const withdrawn = await addSentQuote(backend);
    await withdrawQuote(backend.staff, withdrawn.id, '');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    expect(received).toEqual([]);
    expect(await outbox.queued()).toEqual([]);
    expect(await listEventTypes(backend, withdrawn.id)).toContain('mail_dropped');
  });

  test('a reminder has the text of staff and a link that ends reminders', async () => {
    const { id, number } = await addSentQuote(backend);
    await send();
    received.length = 0;
    const { reminders } = await readQuoteHistory(backend.staff, id);
    const due = { due_at: '2026-11-01T15:00:00Z', body: 'May is filling up.' };
    await updateRow(backend.staff, 'quote_reminders', reminders[0]?.id ?? '', due);
    await backend.run(sql`select private.queue_due_reminders('2026-11-23T15:00:00Z')`);
    await send();
    const [mail] = received;
    expect(mail?.subject).toBe(`A reminder about your quote ${number} from Test Builders`);
    expect(mail?.text).toContain('May is filling up.');
    expect(await stopQuoteReminders(backend.anon, { token: getToken(mail) })).toBe(true);
    const after = await readQuoteHistory(backend.staff, id);
    const statuses = after.reminders.map(({ status }) => status);
    expect(statuses.sort()).toEqual(['cancelled', 'cancelled', 'queued']);
  });

  test('the current version is sent again at most five times a day', async () => {
    const { id } = await addSentQuote(backend);
    const statuses: string[] = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push(await resendQuote(backend.staff, id));
    expect(statuses).toEqual([...Array(5).fill('sent'), 'too_many']);
  });

  test('after an acceptance the agreed version is sent again, even if a later version lapsed', async () => {
    const { id, token, number } = await addAcceptedQuote(backend);
    await send();
    const [first] = to('ann@example.com').filter(({ attachments }) =>
      attachments.some(({ filename }) => filename?.startsWith('accepted-')),
    );
    await sendNextVersion(backend, id);
    await declineQuote(backend.anon, { token }, 2, '');
    await send();
    expect(to('owner@example.com').at(-1)?.subject).toBe(
      `Ann Fielder has declined version 2 of quote ${number}`,
    );
    received.length = 0;
    expect(await resendQuote(backend.staff, id)).toBe('sent');
    expect(await send()).toEqual({ sent: 1, notSent: 0 });
    const [again] = received;
    expect(again?.subject).toBe(`You have accepted quote ${number} from Test Builders`);
    expect(again?.text).toContain('You have accepted version 1');
    expect(again?.text).toContain('Total: $9,548.50');
    expect(again?.attachments[0]?.content).toEqual(first?.attachments[0]?.content);
    expect(first?.attachments).toHaveLength(1);
  });

  test('a quote for an address that a mail server may read as several is not sent', async () => {
    await backend.run(sql`alter table public.quotes disable trigger check_email`);
    await addSentQuote(backend, { customer_email: 'root,ann@example.com' });
    await backend.run(sql`alter table public.quotes enable trigger check_email`);
    expect(await send()).toEqual({ sent: 0, notSent: 1 });
    expect(received).toEqual([]);
    const rows = await backend.run(sql`
      select reason, detail from private.outbox where status <> 'sent'`);
    expect(rows).toEqual([
      { reason: 'rejected', detail: 'The address is not a plain email address' },
    ]);
  });

  test('the log marks an IP that the website signed; a forged one, and one from outside, is rejected', async () => {
    const readOpened = async (signedClient: string, from = backend.website) => {
      const { id, token } = await addSentQuote(backend);
      await openQuote(from, { token, signedClient });
      const { entry, personal } = await readQuoteEvent(backend.staff, id, 'opened');
      return { source: entry.data.source, ...personal };
    };
    const signed = backend.guard.signClientFrom('203.0.113.9', 'Mozilla/5.0 (Zoë)');
    expect(await readOpened(signed)).toEqual({
      ...{ source: 'website', ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (Zoë)' },
      email: 'ann@example.com',
    });
    expect(await readOpened(signed.replace('203.0.113.9', '203.0.113.8'))).toMatchObject({
      source: 'request',
      ip: expect.not.stringContaining('203.0.113'),
    });
    expect(await readOpened(signed, backend.anon)).toMatchObject({ source: 'request' });
  });

  describe('reviews of finished orders', () => {
    const delivered = {
      stage: 'delivered',
      reachedOn: '2026-11-20',
      note: '',
      images: [] as string[],
    } as const;
    const form = { rating: 5, review_text: 'Straight walls.', customer_name: 'Cara W.', town: '' };
    const toPath = (name: string) => `inspiration/1767225600001-${name}.jpg`;
    const image = toPath('shed');

    /** Saves a review as the page does, which posts back when what it showed was saved. */
    async function save(token: string, review: typeof form, photo: string | null) {
      const opened = await openCustomerReview(backend.anon, { token });
      const seen = opened?.review?.updatedAt ?? null;
      return saveCustomerReview(backend.anon, { token }, review, photo, seen);
    }
    async function addAskedQuote(email: string) {
      const quote = await addAcceptedQuote(backend, { customer_email: email });
      await recordQuoteStage(backend.staff, quote.id, delivered);
      expect(await askForReview(backend.staff, quote.id, randomUUID())).toBe('asked');
      return quote;
    }
    beforeAll(async () => {
      for (const path of [image, ...['shown', 'deleted'].map(toPath)])
        await uploadSmallImage(backend.service, path);
    });
    const readReview = async (quoteId: string) => {
      const { review_id } = await getQuote(backend, quoteId);
      const { data } = await backend.staff
        .from('reviews')
        .select('*')
        .eq('id', review_id ?? '');
      return data?.[0] as Review;
    };

    test('a customer is asked once per email, and changes the review until staff approve what they have read', async () => {
      const { staff, anon } = backend;
      const { id, number } = await addAcceptedQuote(backend, {
        customer_email: 'cara@example.com',
      });
      const mailId = randomUUID();
      expect(await askForReview(staff, id, mailId)).toBe('not_finished');
      await recordQuoteStage(staff, id, delivered);
      const link = { token: (await createQuoteLink(staff, id)) ?? '' };
      expect(await openCustomerReview(anon, link)).toBeNull();
      expect(await askForReview(staff, id, mailId)).toBe('asked');
      expect(await askForReview(staff, id, mailId)).toBe('asked');
      await send();
      const asked = to('cara@example.com').filter(({ text }) => text?.includes('/review'));
      expect(asked.map(({ subject }) => subject)).toEqual([
        'How did we do? Please review your order with Test Builders',
      ]);
      link.token = getToken(asked[0]);
      expect(await openCustomerReview(anon, link)).toMatchObject({
        status: 'open',
        number,
        review: null,
      });
      expect(await save(link.token, form, image)).toBe('saved');
      expect(await save(link.token, form, image)).toBe('saved');
      const first = await readReview(id);
      expect(first).toMatchObject({
        ...form,
        town: null,
        image,
        is_approved: false,
        sent_by_customer: true,
      });
      await send();
      const [notice, ...others] = to('owner@example.com').filter(({ text }) =>
        text?.includes(first.id),
      );
      expect(others).toEqual([]);
      expect(notice?.subject).toBe('Ann Fielder has sent a review: 5 of 5 stars');
      expect(notice?.text).toContain(`https://sheds.example/admin/reviews?open=${first.id}`);

      await flagReview(staff, first, { is_featured: true });
      expect(
        await saveCustomerReview(anon, link, { ...form, rating: 2 }, image, first.updated_at),
      ).toBe('changed');
      const changed = { ...form, rating: 1, review_text: 'Not straight at all.' };
      expect(await save(link.token, changed, null)).toBe('saved');
      await expect(flagReview(staff, first, { is_approved: true })).rejects.toThrow(RowChanged);
      await flagReview(staff, await readReview(id), { is_approved: true });
      expect(await save(link.token, form, null)).toBe('published');
      expect(await openCustomerReview(anon, link)).toMatchObject({
        status: 'published',
        review: null,
      });
      expect(await askForReview(staff, id, randomUUID())).toBe('reviewed');
    });

    test('a review is refused after 60 days, with a photo that is shown elsewhere, and once staff have deleted it', async () => {
      const { staff, anon } = backend;
      const { id, token } = await addAskedQuote('dan@example.com');
      const askedAgo = (days: number) =>
        backend.run(
          // Days of Toronto: in UTC, the end of daylight saving time lies between.
          sql`update public.quotes set review_asked_at =
            (now() at time zone 'America/Toronto' - make_interval(days => ${days}::integer)) at time zone 'America/Toronto'
            where id = ${id}::uuid`,
        );
      await askedAgo(61);
      expect(await save(token, form, null)).toBe('expired');
      await askedAgo(60);
      expect(await save(token, { ...form, rating: 6 }, null)).toBe('invalid');
      for (const invalid of [
        { customer_name: ' Cara' },
        { customer_name: 'C'.padEnd(121) },
        { customer_name: '12' },
        { town: 'Test\u202eville' },
        { review_text: '\n Good. \n\n\n' },
      ]) {
        expect(await save(token, { ...form, ...invalid }, null)).toBe('invalid');
      }
      for (const unknown of ['thumbnails/1-a.jpg', toPath('never-uploaded')]) {
        expect(await save(token, form, unknown)).toBe('invalid');
      }
      expect(await save(token, form, image)).toBe('saved');
      const { token: other } = await addAskedQuote('eve@example.com');
      expect(await save(other, form, image)).toBe('invalid');
      await stopQuoteReminders(anon, { token: other });
      await send();
      expect(to('eve@example.com').filter(({ text }) => text?.includes('/review'))).toEqual([]);

      const { id: reviewId } = await readReview(id);
      await backend.run(sql`update private.review_saves set saves = 100`);
      await expect(save(token, { ...form, rating: 3 }, image)).rejects.toThrow('Too many requests');
      await deleteReview(staff, reviewId);
      expect(await openCustomerReview(anon, { token })).toMatchObject({ status: 'closed' });
      const kept = await findDeletedRecords(staff, [reviewId]);
      expect(await putBackRecord(staff, kept.get(reviewId) ?? '')).toBe('put_back');
      expect(await openCustomerReview(anon, { token })).toMatchObject({ status: 'open' });
    });

    test('a waiting review leaves cached pages alone, its photo outlives spam that names it, and old ones are deleted', async () => {
      const { staff, service } = backend;
      const changes: string[] = [];
      const unlisten = await backend.database.listen('ridgeline_changes', (table) => {
        changes.push(table);
      });
      const path = toPath('named');
      await uploadSmallImage(service, path);
      const { id, token } = await addAskedQuote('gus@example.com');
      expect(await save(token, form, path)).toBe('saved');
      const spam = newQuoteRequest({ inspiration_images: [path] });
      await backend.anon.from('quote_requests').insert(spam).throwOnError();
      await expect.poll(() => changes).toContain('quote_requests');
      expect(changes).not.toContain('reviews');
      await unlisten();

      const requests = await selectRows(service, 'quote_requests', 'id, inspiration_images', {
        email: spam.email,
      });
      expect(await eraseQuoteRequests(service, requests)).toMatchObject({ requests: 1, images: 0 });
      const eraseOld = () =>
        service.rpc('erase_old_quotes', { removed_before: '2020-01-01' }).throwOnError();
      const readUnneeded = () => backend.run(sql`select private.list_unneeded_images() as paths`);
      await backend.run(
        sql`insert into private.quote_file_removals (path, bucket_id) values (${path}, 'images')`,
      );
      await eraseOld();
      expect(await readUnneeded()).toEqual([{ paths: [] }]);
      const { id: reviewId } = await readReview(id);
      await flagReview(staff, await readReview(id), { is_featured: true });
      await backend.database.session(({ exec }) =>
        exec(`alter table public.reviews disable trigger touch_updated_at;
          update public.reviews set updated_at = '2019-12-31' where id = '${reviewId}';
          alter table public.reviews enable trigger touch_updated_at`),
      );
      await eraseOld();
      expect(await readReview(id)).toBeUndefined();
      expect(await readUnneeded()).toEqual([{ paths: [path] }]);
    });

    test('a customer whose order is kept for bookkeeping is erased with review, deleted review and texts in the activity log', async () => {
      const { staff } = backend;
      const email = 'fay@example.com';
      const reviews: string[] = [];
      for (const name of ['shown', 'deleted']) {
        const { id, token } = await addAskedQuote(email);
        await save(token, form, toPath(name));
        const review = await readReview(id);
        await flagReview(staff, review, { is_featured: true });
        reviews.push(review.id);
        if (name === 'deleted') await deleteReview(staff, review.id);
      }
      const found = await readPersonalData(staff, email);
      expect(found).toMatchObject({
        reviews: [{ id: reviews[0] }],
        deleted_records: [{ record_id: reviews[1] }],
      });
      const { quotes } = await erasePersonalData(staff, email, found);
      expect(quotes).toMatchObject({ reviews: 1, retained: [{}, {}] });
      expect(await readPersonalData(staff, email)).toMatchObject({
        reviews: [],
        deleted_records: [],
      });
      const rows = await backend.run(sql`
        select count(*)::integer as entries from public.audit_entries
        where record_id = any (${reviews}) and concat(record_name, before, after) like '%Cara%'`);
      expect(rows).toEqual([{ entries: 0 }]);
    });
  });
});
