import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAuditPage } from '#app/features/audit/audit-log.ts';
import {
  createRequestFromMessage,
  deleteContactSubmission,
  readRequestsOfSender,
} from '#app/features/enquiries/contact-submissions.ts';
import { updateQuoteRequest } from '#app/features/enquiries/quote-requests.ts';
import { eraseQuotes, readPersonalData } from '#app/features/privacy/personal-data.ts';
import {
  type Acceptance,
  acceptQuote,
  chooseQuoteOptions,
  declineQuote,
  openQuote,
  reviewQuote,
  sendQuoteMessage,
  stopQuoteReminders,
  viewQuote,
} from '#app/features/quotes/customer-quote.ts';
import type { QuoteContent } from '#app/features/quotes/quote-content.ts';
import { adjustQuoteEstimate, sendQuote } from '#app/features/quotes/quote-sending.ts';
import {
  countUnreadQuotes,
  markQuoteRead,
  readQuoteNews,
  readQuotesOfRequests,
} from '#app/features/quotes/quote-summaries.ts';
import {
  deleteQuote,
  insertQuote,
  readAcceptedSelection,
  readQuote,
  readQuoteHistory,
  readQuotePage,
  updateQuote,
  verifyQuote,
} from '#app/features/quotes/quotes.ts';
import {
  answerQuoteMessage,
  createQuoteLink,
  deleteQuoteReminder,
  extendQuote,
  recordQuoteAcceptance,
  recordQuotePayment,
  recordQuoteStage,
  revokeQuoteLinks,
  saveQuoteReminder,
  withdrawQuote,
} from '#app/features/quotes/staff-actions.ts';
import { insertRow, RowChanged, RowNotFound, readRow, updateRow } from '#app/lib/crud.ts';
import { toIsoDay, toLocalMinute } from '#app/lib/dates.ts';
import { newQuoteContent, newQuoteItem, sha256 } from '#tests/fixtures/quotes.ts';
import { newContactMessage, newQuoteRequest, newShed } from '#tests/fixtures/rows.ts';
import tamperedLogs from '#tests/fixtures/tampered-logs.json' with { type: 'json' };
import {
  engineAvailable,
  selectRows,
  type TestBackend,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';
import { isFull } from '#tests/support/count-runs.ts';
import {
  acceptSentQuote,
  addAcceptedQuote,
  addQuoteSettings,
  addSentQuote,
  changeQuote,
  dearer,
  getQuote,
  listEventTypes,
  newPayment,
  newPhoneAcceptance,
  newQuoteDraft,
  noSelection,
  prepareAcceptance,
  readQuoteEvent,
  sendDraft,
  sendNextVersion,
} from '#tests/support/quotes.ts';
import { hostedEnvironment, runScript } from '#tests/support/run-script.ts';

describe.skipIf(!engineAvailable())('quotes', () => {
  const backend = useBackend();
  let anon: TestClient;
  let staff: TestClient;

  const run: TestBackend['run'] = (query) => backend.run(query);
  const endValidity = (id: string) =>
    run(sql`update public.quotes set valid_until = private.get_today() - 1 where id = ${id}::uuid`);

  beforeAll(async () => {
    ({ anon, staff } = backend);
    await addQuoteSettings(backend);
  });

  const ask = (token: string, type: 'question' | 'change' = 'question', body = 'How tall?') =>
    sendQuoteMessage(anon, { token }, { id: randomUUID(), type, body });
  const read = (id: string) => getQuote(backend, id);
  const change = (id: string, content: Partial<QuoteContent>) => changeQuote(backend, id, content);
  const expectIntact = async (id: string) =>
    expect(await verifyQuote(staff, id)).toMatchObject({ status: 'intact' });
  const addRequest = async (email: string) =>
    (await insertRow(backend.service, 'quote_requests', newQuoteRequest({ email }))).id;
  const withRamp = { alternative: null, options: ['ramp'] };
  const addDays = (days: number) => toIsoDay(new Date(Date.now() + days * 86_400_000));
  const readReminders = async (id: string) => (await readQuoteHistory(staff, id)).reminders;
  const withoutTriggers = async (tables: string[], statement: string) => {
    const set = (state: 'disable' | 'enable') =>
      tables.map((table) => `alter table public.${table} ${state} trigger user`);
    const script = [...set('disable'), statement, ...set('enable')].join(';');
    await backend.database.session(({ exec }) => exec(script));
  };

  describe('sending', () => {
    test('numbers the first version by year and freezes its content', async () => {
      const quote = await insertQuote(staff, newQuoteDraft());
      const unsent = { state: 'draft', number: null, version: 0, total_cents: 954_850 };
      expect(quote).toMatchObject(unsent);
      const sent = await sendDraft(backend, quote);
      expect(sent.number).toMatch(/^20\d\d-\d{4}$/);
      expect(sent).toMatchObject({ version: 1, mailed: true });

      const { versions } = await readQuoteHistory(staff, quote.id);
      expect(versions).toMatchObject([{ version: 1, content: quote.content }]);
      const [version] = versions;
      expect(sha256(version?.document ?? '')).toBe(version?.document_sha256);
      expect(JSON.parse(version?.document ?? '')).toMatchObject({
        number: sent.number,
        currency: 'CAD',
        validUntil: '2099-12-31',
        totals: { subtotal: 845_000, hst: 109_850, total: 954_850 },
        seller: {
          name: 'Test Builders',
          address: '1 Mill Street, Testville, ON',
          phone: '705-555-0102',
          hstNumber: '12345 6789 RT0001',
        },
      });
      expect(version?.document).not.toContain('Ann');
    });

    test('leaves no gap in the numbers after a failed attempt', async () => {
      const next = async () => Number((await addSentQuote(backend)).number.slice(5));
      const first = await next();
      const draft = await insertQuote(staff, newQuoteDraft());
      expect(await sendQuote(staff, draft, 1)).toEqual({ status: 'total_changed', total: 954_850 });
      expect(await next()).toBe(first + 1);
    });

    test('requires the version and the total that staff saw', async () => {
      const quote = await insertQuote(staff, newQuoteDraft());
      const changed = await updateQuote(staff, quote, { customer_name: 'Ann F. Fielder' });
      expect(await sendQuote(staff, quote, 954_850)).toEqual({ status: 'changed' });
      const outdated = updateQuote(staff, quote, { customer_name: 'x' });
      await expect(outdated).rejects.toBeInstanceOf(RowChanged);
      const sent = await sendQuote(staff, changed, 954_850);
      expect(sent).toMatchObject({ status: 'sent', version: 1, mailed: true });
      // The answer was lost, and the quote is sent again.
      expect(await sendQuote(staff, changed, 954_850)).toEqual({
        status: 'unchanged',
        ...{ version: 1, mailed: true, number: 'number' in sent && sent.number },
      });
      const unknown = { ...changed, id: randomUUID() };
      expect(await sendQuote(staff, unknown, 954_850)).toEqual({ status: 'not_found' });
    });

    test('reports missing required parts', async () => {
      const content = newQuoteContent({
        ...{ title: '', items: [], paymentTerms: '', delivery: ' ', cancellation: '\n' },
        ...{ validUntil: '2026-01-01', hst: { charged: true, basisPoints: 500 } },
      });
      const quote = await insertQuote(staff, newQuoteDraft({ customer_name: ' ', content }));
      expect(await sendQuote(staff, quote, 0)).toEqual({
        status: 'incomplete',
        missing: [
          ...['customer_name', 'title', 'items', 'payment_terms', 'delivery', 'cancellation'],
          ...['valid_until', 'hst'],
        ],
      });
      expect(await read(quote.id)).toMatchObject({ state: 'draft', number: null });
    });

    test('marks the request as responded, with an entry in the activity log, and not again', async () => {
      const quote_request_id = await addRequest('pending@example.com');
      const stored = await readRow(staff, 'quote_requests', quote_request_id);
      expect(stored?.status).toBe('pending');
      const quote = await insertQuote(staff, newQuoteDraft({ quote_request_id }));
      expect(await sendDraft(backend, quote)).toMatchObject({ answeredRequest: quote_request_id });
      const update = { record_id: quote_request_id, action: 'update' };
      const logged = await selectRows(staff, 'audit_entries', 'changes', update);
      expect(logged).toEqual([{ changes: { status: ['pending', 'responded'] } }]);

      await updateQuoteRequest(staff, quote_request_id, { status: 'pending' });
      const [linked] = await readQuotesOfRequests(staff, [quote_request_id]);
      expect(linked).toMatchObject({ quote_request_id, state: 'sent', number: expect.any(String) });
      await updateQuoteRequest(staff, quote_request_id, { status: 'responded' });
      const next = await insertQuote(staff, newQuoteDraft({ quote_request_id }));
      expect(await sendDraft(backend, next)).toMatchObject({ answeredRequest: null });
    });

    test('a contact message becomes a request of its sender once staff ask for it, without an email', async () => {
      const message = newContactMessage({
        ...{ email: 'barn@example.com', phone: '705-555-0111', subject: 'A barn' },
      });
      const stored = await insertRow(backend.service, 'contact_submissions', message);
      const { id } = stored;
      const requestId = crypto.randomUUID();
      const create = () => createRequestFromMessage(staff, id, 'Custom Shed', requestId);
      expect(await create()).toBe(requestId);
      expect(await readRow(staff, 'quote_requests', requestId)).toMatchObject({
        customer_name: message.name,
        email: message.email,
        phone: message.phone,
        project_type: 'Custom Shed',
        description: message.message,
        custom_message: 'Subject: A barn',
        status: 'pending',
        is_spam: false,
      });
      const mails = sql`select id from private.outbox where quote_request_id = ${requestId}::uuid`;
      expect(await run(mails)).toEqual([]);
      // Asked again after its answer was lost, the call stores no second one.
      expect(await create()).toBe(requestId);
      expect(await readRequestsOfSender(staff, stored)).toMatchObject([{ id: requestId }]);
      await deleteContactSubmission(staff, id);
      expect(await create()).toBeNull();
    });
  });

  describe('a customer', () => {
    test('opens, views, requests a change, gets version 2 and accepts it', async () => {
      const options = [
        newQuoteItem(),
        newQuoteItem({ id: 'ramp', description: 'Ramp', unitCents: 10_000, optional: true }),
      ];
      const deposit = { type: 'percent', basisPoints: 2000 } as const;
      const content = newQuoteContent({ items: options, deposit });
      const { id, token } = await addSentQuote(backend, { content });
      const link = { token };
      const shown = await openQuote(anon, link);
      expect(shown).toMatchObject({
        state: 'sent',
        version: 1,
        customer: { name: 'Ann Fielder', address: '5 Lake Road, Testville' },
        selection: noSelection,
        acceptance: null,
        balanceCents: null,
        previousContent: null,
      });
      expect((await read(id)).state).toBe('sent');
      await openQuote(anon, link);
      await viewQuote(anon, link, 1);
      await viewQuote(anon, link, 1);
      expect((await read(id)).state).toBe('viewed');

      const chosen = { status: 'chosen', totals: { total: 966_150 } };
      expect(await chooseQuoteOptions(anon, link, 1, withRamp)).toMatchObject(chosen);
      const old = await prepareAcceptance(backend, token, withRamp);
      const sent = { status: 'sent' };
      const question = { id: randomUUID(), type: 'change', body: 'A wider door, please.' } as const;
      expect(await sendQuoteMessage(anon, link, question)).toEqual(sent);
      expect(await sendQuoteMessage(anon, link, question)).toEqual(sent);
      const alreadySent = { status: 'already_sent' };
      const other = { ...question, body: 'Two doors.' };
      expect(await sendQuoteMessage(anon, link, other)).toEqual(alreadySent);
      expect((await read(id)).state).toBe('change_requested');
      const answer = randomUUID();
      expect(await answerQuoteMessage(staff, id, answer, 'Of course.')).toEqual(sent);
      expect(await answerQuoteMessage(staff, id, answer, ' Of course. ')).toEqual(sent);
      expect(await answerQuoteMessage(staff, id, answer, 'Of course not.')).toEqual(alreadySent);

      const before = 'Garden shed, 10 x 12 ft';
      const wider = newQuoteItem({ description: 'With a wider door' });
      const revised = await change(id, { deposit, items: [wider, ...options.slice(1)] });
      const first = await openQuote(anon, link);
      expect(first?.document.content.items[0]?.description).toBe(before);
      expect(await sendDraft(backend, revised)).toMatchObject({ version: 2 });
      expect(await acceptQuote(anon, link, old)).toEqual({ status: 'changed', version: 2 });
      const second = await openQuote(anon, link);
      expect(second).toMatchObject({
        state: 'sent',
        version: 2,
        messages: [
          { author: 'customer', type: 'change', body: 'A wider door, please.' },
          { author: 'staff', type: 'answer', body: 'Of course.' },
        ],
      });
      expect(second?.previousContent?.items[0]?.description).toBe(before);

      const acceptance = await prepareAcceptance(backend, token, withRamp);
      const accepted = await acceptQuote(anon, link, acceptance);
      expect(accepted).toMatchObject({ status: 'accepted', version: 2, total: 966_150 });
      // The response was lost, and the form is sent again; then somebody else accepts, too.
      expect(await acceptQuote(anon, link, acceptance)).toEqual(accepted);
      const later = await acceptQuote(anon, link, { ...acceptance, attempt: randomUUID() });
      expect(later).toMatchObject({
        ...{ status: 'already_accepted', version: 2, channel: 'online', total: 966_150 },
      });

      expect(await openQuote(anon, link)).toMatchObject({
        state: 'accepted',
        agreedCents: 966_150,
        balanceCents: 966_150,
        acceptance: { version: 2, selection: withRamp, totals: { deposit: 193_230 } },
      });
      expect(await listEventTypes(backend, id)).toEqual([
        ...['created', 'sent', 'link_created', 'opened', 'viewed', 'options', 'review_shown'],
        ...['message', 'message', 'sent', 'answer_refused', 'opened', 'viewed', 'review_shown'],
        ...['accepted', 'answer_refused'],
      ]);
      const intact = { status: 'intact', events: 16, erased: 0 };
      expect(await verifyQuote(staff, id)).toMatchObject(intact);
    });

    test('gets version 2 with the proposal, whatever was selected, and version 3 with what was accepted', async () => {
      const items = [
        newQuoteItem(),
        newQuoteItem({ id: 'ramp', unitCents: 10_000, optional: true, preselected: true }),
        newQuoteItem({ id: 'loft', unitCents: 20_000, optional: true }),
      ];
      const { id, token } = await addSentQuote(backend, { content: newQuoteContent({ items }) });
      const withLoft = { alternative: null, options: ['loft'] };
      await prepareAcceptance(backend, token, withLoft);
      expect(await read(id)).toMatchObject({ selection: withLoft, offered_cents: 977_450 });

      const second = await change(id, { items, terms: 'Ours' });
      const changed = { status: 'total_changed', total: 966_150 };
      expect(await sendQuote(staff, second, 977_450)).toEqual(changed);
      expect(await sendQuote(staff, second, 966_150)).toMatchObject({ status: 'sent', version: 2 });
      expect(await openQuote(anon, { token })).toMatchObject({
        selection: withRamp,
        document: { selection: null, totals: { total: 966_150 } },
        previousSelection: null,
      });
      expect(await read(id)).toMatchObject({ selection: null, offered_cents: 966_150 });

      await acceptQuote(anon, { token }, await prepareAcceptance(backend, token, withLoft));
      // What was accepted of version 2 is not what version 1 is compared with.
      const compared = { previousVersion: 1, previousSelection: null };
      expect(await openQuote(anon, { token })).toMatchObject(compared);
      const third = await change(id, { items, terms: 'Yours' });
      expect(await readAcceptedSelection(staff, third)).toEqual(withLoft);
      expect(await sendQuote(staff, third, 977_450)).toMatchObject({ status: 'sent', version: 3 });
      await chooseQuoteOptions(anon, { token }, 3, noSelection);
      const fourth = await change(id, { items, terms: 'Yours and ours' });
      expect(await sendQuote(staff, fourth, 977_450)).toMatchObject({ status: 'sent', version: 4 });
      expect(await openQuote(anon, { token })).toMatchObject({
        ...{ selection: withLoft, previousVersion: 2, previousSelection: withLoft },
      });
      const withoutLoft = await change(id, { items: items.slice(0, 2) });
      expect(await sendQuote(staff, withoutLoft, 966_150)).toMatchObject({ version: 5 });
    });

    test('accepts only the selection and total of the review', async () => {
      const items = [newQuoteItem(), newQuoteItem({ id: 'ramp', optional: true })];
      const { id, token } = await addSentQuote(backend, { content: newQuoteContent({ items }) });
      const link = { token };
      const guessed = { agreementSha256: sha256('guessed') };
      const valid = {
        ...{ version: 1, selection: noSelection, name: 'Ann Fielder', attempt: randomUUID() },
        consent:
          'I have read this offer and accept it. I understand that my typed name is my electronic signature.',
        ...guessed,
      };
      expect(await acceptQuote(anon, link, valid)).toEqual({ status: 'review_needed' });
      // The right hash is not enough: the customer must have been shown what it is of.
      const [composed] = await run(sql<{ hash: string }>`
        select private.hash_text(private.compose_agreement(quote, sent, ${JSON.stringify(noSelection)}::jsonb)) as hash
        from public.quotes as quote join public.quote_versions as sent on sent.quote_id = quote.id
        where quote.id = ${id}::uuid`);
      const unseen = { ...valid, agreementSha256: composed?.hash ?? '' };
      expect(await acceptQuote(anon, link, unseen)).toEqual({ status: 'review_needed' });
      const reviewed = await prepareAcceptance(backend, token, noSelection);
      expect(reviewed.agreementSha256).toBe(unseen.agreementSha256);
      const attempts: [Partial<Acceptance>, string][] = [
        [{ selection: withRamp }, 'review_needed'],
        [guessed, 'review_needed'],
        [{ selection: { alternative: null, options: ['shed'] } }, 'invalid'],
        [{ name: 'A' }, 'invalid'],
        [{ name: 'A'.repeat(121) }, 'invalid'],
        [{ name: '\u{1d173}\u{1d174}' }, 'invalid'],
        [{ consent: 'I have read this.' }, 'invalid'],
        [{ version: 0 }, 'changed'],
        [{ version: 2 }, 'changed'],
      ];
      for (const [change, status] of attempts) {
        const result = await acceptQuote(anon, link, { ...reviewed, ...change });
        expect(result.status, JSON.stringify(change)).toBe(status);
      }
      expect((await read(id)).state).toBe('viewed');
      // An extension is part of what is agreed.
      await extendQuote(staff, id, '2027-12-01');
      expect(await acceptQuote(anon, link, reviewed)).toEqual({ status: 'review_needed' });
      expect(await acceptSentQuote(backend, token)).toMatchObject({ status: 'accepted' });
    });

    test('who declined cannot accept, and staff read the reason', async () => {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const declined = { status: 'declined' };
      expect(await declineQuote(anon, { token }, 1, ' Too expensive. ')).toEqual(declined);
      expect(await declineQuote(anon, { token }, 1, 'Again')).toEqual(declined);
      expect(await acceptQuote(anon, { token }, acceptance)).toEqual(declined);
      const stored = { state: 'declined', decline_reason: 'Too expensive.' };
      expect(await read(id)).toMatchObject(stored);
    });

    test('an expired quote can be neither accepted nor declined until staff extend it', async () => {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      await endValidity(id);
      const expired = { status: 'expired' };
      expect(await acceptQuote(anon, { token }, acceptance)).toEqual(expired);
      expect(await declineQuote(anon, { token }, 1, '')).toEqual(expired);
      expect(await reviewQuote(anon, { token }, 1, noSelection)).toEqual(expired);
      expect((await openQuote(anon, { token }))?.state).toBe('expired');
      expect(await extendQuote(staff, id, '2020-01-01')).toEqual({ status: 'invalid' });
      expect(await extendQuote(staff, id, '2027-12-31')).toEqual({ status: 'extended' });
      const extended = await read(id);
      expect(extended.content.validUntil).toBe('2027-12-31');
      const sentAgain = await sendQuote(staff, extended, extended.total_cents ?? 0);
      expect(sentAgain).toMatchObject({ status: 'unchanged' });
      expect(await openQuote(anon, { token })).toMatchObject({
        state: 'viewed',
        version: 1,
        validUntil: '2027-12-31',
        document: { validUntil: '2099-12-31' },
      });
      expect(await acceptSentQuote(backend, token)).toMatchObject({ status: 'accepted' });
    });

    test('a withdrawn quote is shown as withdrawn', async () => {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const withdrawn = { status: 'withdrawn' };
      expect(await withdrawQuote(staff, id, 'Sold out')).toEqual(withdrawn);
      expect(await acceptQuote(anon, { token }, acceptance)).toEqual(withdrawn);
      expect((await openQuote(anon, { token }))?.state).toBe('withdrawn');
      expect(await extendQuote(staff, id, '2027-12-31')).toEqual(withdrawn);
      expect(await sendQuote(staff, await read(id), 954_850)).toEqual(withdrawn);
    });

    test('with two links uses each until it is revoked; another email address revokes both', async () => {
      const { id, token } = await addSentQuote(backend);
      const second = (await createQuoteLink(staff, id)) ?? '';
      expect(second).toMatch(/^[0-9a-f]{40}$/);
      expect(await openQuote(anon, { token: second })).toMatchObject({ version: 1 });
      await updateQuote(staff, await read(id), { customer_email: 'other@example.com' });
      expect(await openQuote(anon, { token })).toBeNull();
      expect(await openQuote(anon, { token: second })).toBeNull();
      const third = (await createQuoteLink(staff, id)) ?? '';
      expect(await openQuote(anon, { token: third })).not.toBeNull();
      await revokeQuoteLinks(staff, id);
      expect(await openQuote(anon, { token: third })).toBeNull();
      expect(await createQuoteLink(staff, randomUUID())).toBeNull();
    });

    test('has a token of which tables store only the hash', async () => {
      const { token } = await addSentQuote(backend);
      const rows = await run(sql<{ name: string; found: boolean }>`
        select format('%I.%I', schemaname, tablename) as name,
          query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text
            like ${`%${token}%`} as found
        from pg_tables where schemaname in ('public', 'private')`);
      expect(rows.length).toBeGreaterThan(20);
      expect(rows.filter(({ found }) => found)).toEqual([]);
    });
  });

  describe('after an acceptance', () => {
    test('payments and order stages are shown to staff and customer', async () => {
      const { id, token } = await addSentQuote(backend);
      const payment = newPayment({ note: 'Deposit' });
      expect(await recordQuotePayment(staff, id, payment)).toEqual({ status: 'sent' });
      await acceptSentQuote(backend, token);
      const recorded = { status: 'recorded', balance: 754_850, mailed: false };
      expect(await recordQuotePayment(staff, id, payment)).toEqual(recorded);
      expect(await recordQuotePayment(staff, id, payment)).toEqual(recorded);
      for (const change of [{ cents: 300_000 }, { paidOn: '2026-11-19' }, { note: 'Balance' }]) {
        const repeated = await recordQuotePayment(staff, id, { ...payment, ...change });
        expect(repeated).toEqual({ status: 'already_recorded' });
      }
      const refund = await recordQuotePayment(staff, id, newPayment({ cents: -50_000 }));
      expect(refund).toMatchObject({ status: 'recorded', balance: 804_850 });
      const tooHigh = await recordQuotePayment(staff, id, newPayment({ cents: -150_001 }));
      expect(tooHigh).toEqual({ status: 'refund_too_high', paid: 150_000 });
      const log = await readAuditPage(staff, { person: undefined, table: 'quote_payments' }, 1);
      expect(log.entries.map(({ changes }) => changes)).toMatchObject([
        { amount_cents: [null, -50_000], note: null },
        { amount_cents: [null, 200_000], note: null },
      ]);
      const barter = { method: 'barter' as 'cash' };
      for (const change of [{ cents: 0 }, { paidOn: '2999-01-01' }, barter]) {
        const invalid = await recordQuotePayment(staff, id, newPayment(change));
        expect(invalid).toEqual({ status: 'invalid' });
      }
      const reach = (reachedOn: string | null, images = ['orders/a.jpg']) =>
        recordQuoteStage(staff, id, {
          ...{ stage: 'building', note: 'The frame stands.', images, reachedOn },
        });
      await reach('2026-11-21');
      await reach('2026-11-22');
      expect(await reach('2026-11-22', ['sheds/a.jpg'])).toEqual({ status: 'invalid' });
      expect(await openQuote(anon, { token })).toMatchObject({
        balanceCents: 804_850,
        payments: [{ cents: 200_000 }, { cents: -50_000 }],
        stages: [{ stage: 'building', reachedOn: '2026-11-22', images: ['orders/a.jpg'] }],
      });
      await reach(null);
      expect((await openQuote(anon, { token }))?.stages).toEqual([]);
      await expectIntact(id);
    });

    test('the charts count it from its listing, with the money that is open, won and due', async () => {
      const [{ day } = { day: '' }] = await run(
        sql<{ day: string }>`select private.get_today()::text as day`,
      );
      const period = { first_day: day, last_day: day };
      const shed = await insertRow(staff, 'shed_listings', newShed({ title: 'Charted' }));
      const request = { ...newQuoteRequest(), shed_id: shed.id };
      const { id: quote_request_id } = await insertRow(backend.service, 'quote_requests', request);
      const read = async () => {
        const { data } = await staff.rpc('summarize_visits', period).throwOnError();
        return data as Record<string, number>;
      };
      const before = await read();
      const difference = async () =>
        Object.fromEntries(
          Object.entries(await read())
            .map(([name, value]) => [name, value - (before[name] ?? 0)])
            .filter(([, value]) => value !== 0),
        );
      const { id, token } = await addSentQuote(backend, { quote_request_id });
      const total = 954_850;
      expect(await difference()).toEqual({ quotes: 1, openCents: total });
      await acceptSentQuote(backend, token);
      await recordQuotePayment(staff, id, newPayment());
      expect(await difference()).toEqual({
        ...{ quotes: 1, accepted: 1, wonCents: total, dueCents: total - 200_000 },
      });
      const { data } = await staff.rpc('list_listing_funnels', period).throwOnError();
      expect(data).toContainEqual({
        ...{ id: shed.id, title: 'Charted', views: 0, requests: 1, quotes: 1, accepted: 1 },
      });
    });

    test('a deposit is recorded once: its payment records the stage, and again changes nothing', async () => {
      const { id, token } = await addAcceptedQuote(backend);
      const deposit = newPayment({ isDeposit: true });
      for (const _ of [1, 2]) {
        expect(await recordQuotePayment(staff, id, deposit)).toMatchObject({ status: 'recorded' });
      }
      const stage = 'deposit_received' as const;
      const noted = { stage, note: 'Thank you.', images: [], reachedOn: '2026-11-20' };
      const unpaid = await addAcceptedQuote(backend);
      await recordQuoteStage(staff, unpaid.id, noted);
      const paid = await recordQuotePayment(staff, unpaid.id, { ...deposit, id: randomUUID() });
      expect(paid).toMatchObject({ status: 'recorded' });
      for (const _ of [1, 2]) await recordQuoteStage(staff, id, noted);
      const second = { ...deposit, id: randomUUID(), paidOn: '2026-11-21' };
      expect(await recordQuotePayment(staff, id, second)).toEqual({ status: 'already_recorded' });
      await recordQuotePayment(staff, id, { ...second, id: randomUUID(), cents: -100 });
      expect((await openQuote(anon, { token }))?.stages).toEqual([
        { stage: 'deposit_received', reachedOn: '2026-11-20', note: 'Thank you.', images: [] },
      ]);
      const types = await listEventTypes(backend, id);
      expect(types.filter((type) => type === 'stage')).toHaveLength(2);
      await expectIntact(id);
    });

    test('staff record an acceptance by phone, which is marked as such', async () => {
      const { id, token } = await addSentQuote(backend);
      const acceptance = newPhoneAcceptance();
      const another = await recordQuoteAcceptance(staff, id, { ...acceptance, version: 2 });
      expect(another).toEqual({ status: 'changed' });
      const nameless = await recordQuoteAcceptance(staff, id, { ...acceptance, name: '' });
      expect(nameless).toEqual({ status: 'invalid' });
      for (const _ of [1, 2]) {
        expect(await recordQuoteAcceptance(staff, id, acceptance)).toEqual({ status: 'accepted' });
      }
      expect((await openQuote(anon, { token }))?.acceptance).toMatchObject({ channel: 'phone' });
      expect(await withdrawQuote(staff, id, '')).toEqual({ status: 'accepted' });
    });

    describe('the agreed version remains after another version was', () => {
      const count = async (search: string) =>
        (await readQuotePage(staff, { tab: 'accepted', search }, 1)).counts;

      test.each<[string, (quote: { id: string; token: string }) => Promise<unknown>]>([
        ['declined', ({ token }) => declineQuote(anon, { token }, 2, 'Too much.')],
        [
          'withdrawn',
          async ({ id }) => {
            // The second call repeats one whose answer was lost.
            for (const _ of [1, 2]) {
              expect(await withdrawQuote(staff, id, '')).toEqual({ status: 'withdrawn' });
            }
          },
        ],
        [
          'expired',
          async ({ id, token }) => {
            await endValidity(id);
            await openQuote(anon, { token });
          },
        ],
      ])('%s', async (as, end) => {
        const { id, number, token } = await addAcceptedQuote(backend);
        await recordQuotePayment(staff, id, newPayment());
        await sendNextVersion(backend, id);
        expect(await openQuote(anon, { token })).toMatchObject({
          ...{ state: 'sent', version: 2, previousVersion: 1, agreedVersion: 1, lapsed: null },
          balanceCents: 754_850,
        });
        expect(await count(number)).toMatchObject({
          tabs: { all: 1, sent: 1, accepted: 1 },
          openCents: 1_017_000 - 954_850,
          wonCents: 954_850,
        });
        const acceptance = await prepareAcceptance(backend, token);
        await end({ id, token });

        expect(await openQuote(anon, { token })).toMatchObject({
          ...{ state: 'accepted', version: 1, agreedVersion: 1, lapsed: { version: 2, as } },
          ...{ agreedCents: 954_850, balanceCents: 754_850, validUntil: '2099-12-31' },
          document: { version: 1, totals: { total: 954_850 } },
        });
        expect(await count(number)).toMatchObject({
          tabs: { all: 1, sent: 0, accepted: 1, declined: 0, expired: 0 },
          openCents: 0,
          wonCents: 954_850,
        });
        const refused = { status: as, version: 2, agreedVersion: 1 };
        expect(await acceptQuote(anon, { token }, acceptance)).toEqual(refused);
        expect(await listEventTypes(backend, id)).toContain(as);
        // The same content may be offered again, with another day.
        const again = await sendNextVersion(backend, id, { ...dearer, validUntil: '2099-12-30' });
        expect(again).toMatchObject({ version: 3 });
        const opened = await openQuote(anon, { token });
        expect(opened).toMatchObject({ previousVersion: 1, lapsed: null });
        expect(await acceptSentQuote(backend, token)).toMatchObject({ version: 3 });
        await expectIntact(id);
      });

      test('the agreed version remains if the database writes the state', async () => {
        const { id } = await addAcceptedQuote(backend);
        await sendNextVersion(backend, id);
        for (const state of ['declined', 'expired', 'withdrawn']) {
          const update = sql`update public.quotes set state = ${state} where id = ${id}::uuid`;
          await expect(run(update)).rejects.toMatchObject({ code: '23001' });
        }
      });
    });

    test('an accepted estimate may be adjusted up to 110%, and not above', async () => {
      const estimate = (unitCents: number) => ({
        type: 'estimate' as const,
        items: [newQuoteItem({ unitCents })],
      });
      const content = newQuoteContent(estimate(100_000));
      const { id, token } = await addAcceptedQuote(backend, { content });
      const adjust = async (unitCents: number, cents: number) =>
        adjustQuoteEstimate(staff, await change(id, estimate(unitCents)), cents);
      // 113,000 was accepted.
      expect(await adjust(110_001, 124_301)).toEqual({ status: 'needs_acceptance', max: 124_300 });
      expect(await adjust(110_000, 124_299)).toEqual({ status: 'total_changed', total: 124_300 });
      expect(await adjust(110_000, 124_300)).toEqual({ status: 'adjusted', version: 2 });
      const repeated = await adjustQuoteEstimate(staff, await read(id), 124_300);
      expect(repeated).toMatchObject({ status: 'unchanged', version: 2 });
      // The limit remains that of what was accepted.
      expect(await adjust(121_000, 136_730)).toEqual({ status: 'needs_acceptance', max: 124_300 });
      expect(await openQuote(anon, { token })).toMatchObject({
        state: 'accepted',
        version: 2,
        agreedCents: 124_300,
        acceptance: { version: 1 },
      });
      await expectIntact(id);
    });
  });

  describe('the database rejects', () => {
    let id: string;
    beforeAll(async () => {
      ({ id } = await addSentQuote(backend));
    });

    test('the deletion of a quote with a number', async () => {
      await expect(deleteQuote(staff, id)).rejects.toBeInstanceOf(RowNotFound);
      const deletion = run(sql`delete from public.quotes where id = ${id}::uuid`);
      await expect(deletion).rejects.toMatchObject({ code: '23001' });
      const draft = await insertQuote(staff, newQuoteDraft());
      await deleteQuote(staff, draft.id);
    });

    test('a content that the schema rejects', async () => {
      const quote = await read(id);
      const content = { ...quote.content, items: [{ ...newQuoteItem(), unitCents: -1 }] };
      await expect(updateQuote(staff, quote, { content })).rejects.toMatchObject({ code: '23514' });
    });

    test('another name of a customer who has accepted', async () => {
      const quote = await read((await addAcceptedQuote(backend)).id);
      const renamed = updateQuote(staff, quote, { customer_name: 'Bob' });
      await expect(renamed).rejects.toMatchObject({ code: '23001' });
    });

    test('a state change from expired to accepted for every role', async () => {
      const moved = await addSentQuote(backend);
      const set = (state: string) =>
        `update public.quotes set state = '${state}' where id = '${moved.id}'`;
      await withoutTriggers(['quotes'], set('expired'));
      await expect(run(sql.raw(set('accepted')))).rejects.toMatchObject({ code: '23001' });
    });
  });

  describe('the evidence log', () => {
    test('is a hash chain that can be recomputed from its entries', async () => {
      const { id } = await addAcceptedQuote(backend);
      const { events, details } = await readQuoteHistory(staff, id);
      let head = '0'.repeat(64);
      for (const [index, event] of events.entries()) {
        expect(event.sequence).toBe(index + 1);
        expect(event.previous_hash).toBe(head);
        head = sha256(`${head}\n${event.entry}`);
        expect(event.hash).toBe(head);
        const { personal } = JSON.parse(event.entry) as { personal: Record<string, string> };
        const own = details.filter((detail) => detail.event_id === event.id);
        const hashes = own.map(({ field, salt, value }) => [field, sha256(`${salt}:${value}`)]);
        expect(Object.fromEntries(hashes)).toEqual(personal);
        for (const { value } of own) expect(event.entry).not.toContain(value);
      }
      expect(await verifyQuote(staff, id)).toMatchObject({ status: 'intact', head });
      expect((await verifyQuote(backend.service, id)).status).toBe('intact');
    });

    test('has the evidence of an acceptance', async () => {
      const { id, number } = await addAcceptedQuote(backend);
      const { versions } = await readQuoteHistory(staff, id);
      const { entry, personal } = await readQuoteEvent(staff, id, 'accepted');
      expect(entry).toMatchObject({
        type: 'accepted',
        actor: 'customer',
        data: {
          channel: 'online',
          number,
          version: 1,
          documentSha256: versions[0]?.document_sha256,
          agreementSha256: sha256(entry.data.agreement),
          consent: expect.stringContaining('my typed name is my electronic signature'),
          reviewHash: (await readQuoteEvent(staff, id, 'review_shown')).hash,
          openedAt: expect.any(String),
        },
      });
      expect(entry.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(JSON.parse(entry.data.agreement)).toMatchObject({
        number,
        totals: { total: 954_850 },
        documentSha256: versions[0]?.document_sha256,
      });
      expect(Object.keys(personal)).toEqual(expect.arrayContaining(['email', 'ip', 'name']));
    });

    test('is written by functions only, and no role changes or deletes an event', async () => {
      const { id } = await addAcceptedQuote(backend);
      for (const statement of [
        sql`update public.quote_events set entry = '{}' where quote_id = ${id}::uuid`,
        sql`delete from public.quote_events where quote_id = ${id}::uuid`,
        sql`delete from public.quote_event_details where quote_id = ${id}::uuid`,
        sql`update public.quote_event_details set value = 'x' where quote_id = ${id}::uuid`,
        sql`update public.quote_versions set document = '{}' where quote_id = ${id}::uuid`,
        sql`delete from public.quote_versions where quote_id = ${id}::uuid`,
        sql`update public.quote_acceptances set channel = 'phone' where quote_id = ${id}::uuid`,
        sql`delete from public.quote_acceptances where quote_id = ${id}::uuid`,
      ]) {
        await expect(run(statement)).rejects.toMatchObject({ code: '23001' });
      }
    });

    test.each(tamperedLogs)('verify_quote finds $what', async (tampered) => {
      const { tamper, where, sequence, problem } = tampered;
      const { id } = await addAcceptedQuote(backend);
      const tables = ['quote_events', 'quote_event_details', 'quote_versions', 'quote_acceptances'];
      await withoutTriggers(tables, `${tamper} where quote_id = '${id}' ${where}`);
      expect(await verifyQuote(staff, id)).toEqual({ status: 'broken', sequence, problem });
    });
  });

  test.runIf(isFull)('npm run quotes -- verify fails if a log is broken', async () => {
    const { id, number } = await addSentQuote(backend);
    const key = { SUPABASE_SECRET_KEY: backend.secretKey };
    const runVerify = () =>
      runScript('scripts/quotes.ts', ['verify', number], { ...hostedEnvironment(backend), ...key });
    const { head } = (await verifyQuote(staff, id)) as { head: string };
    const intact = await runVerify();
    expect(intact).toMatchObject({ status: 0, errors: '' });
    expect(intact.output).toContain(`${number}  intact  3 events  ${head}`);
    const tamper = `update public.quote_events set entry = '{}' where quote_id = '${id}'`;
    await withoutTriggers(['quote_events'], `${tamper} and sequence = 2`);
    const broken = await runVerify();
    expect(broken.status).toBe(1);
    expect(broken.output).toContain(`${number}  BROKEN  event 2: the entry was changed`);
  });

  describe('reminders', () => {
    /** 23 November 2026 is a Monday. */
    const queueAt = async (clock: string) => {
      const [row] = await run(sql<{ queued: number }>`
        select private.queue_due_reminders(${clock}::timestamptz) as queued`);
      return row?.queued;
    };
    const readStatuses = async (id: string) =>
      (await readReminders(id)).map(({ status }) => status);
    /** Makes all reminders of a quote due, whose first version was sent at a time. */
    const makeDue = async (id: string, sentAt: string) => {
      const due = { due_at: '2026-11-01T15:00:00Z', body: 'Any questions?' };
      await staff.from('quote_reminders').update(due).eq('quote_id', id).throwOnError();
      await run(sql`update public.quotes set first_sent_at = ${sentAt}::timestamptz
        where id = ${id}::uuid`);
    };

    beforeAll(() => run(sql`update public.quote_reminders set status = 'cancelled'`));

    test('three reminders are due in business hours, one a day', async () => {
      const { id } = await addSentQuote(backend);
      const reminders = await readReminders(id);
      expect(reminders).toHaveLength(3);
      for (const { due_at } of reminders) {
        expect(toLocalMinute(due_at)).toMatch(/T10:00$/);
        expect([1, 2, 3, 4, 5]).toContain(new Date(due_at).getUTCDay());
      }
      await makeDue(id, '2026-10-30T15:00:00Z');
      expect(await queueAt('2026-11-22T16:00:00Z'), 'on a Sunday').toBe(0);
      expect(await queueAt('2026-11-23T13:59:00Z'), 'before 9:00').toBe(0);
      expect(await queueAt('2026-11-23T22:00:00Z'), 'at 17:00').toBe(0);
      expect(await queueAt('2026-11-23T14:00:00Z')).toBe(1);
      expect(await queueAt('2026-11-23T21:59:00Z'), 'on the same day').toBe(0);
      expect(await queueAt('2026-11-24T14:00:00Z')).toBe(1);
      expect(await queueAt('2026-11-25T14:00:00Z')).toBe(1);
      expect(await queueAt('2026-11-26T14:00:00Z')).toBe(0);
    });

    test.each<[string, (quote: { id: string; token: string }) => Promise<unknown>]>([
      ['an acceptance', ({ token }) => acceptSentQuote(backend, token)],
      ['a decline', ({ token }) => declineQuote(anon, { token }, 1, '')],
      ['a question', ({ token }) => ask(token)],
      ['a requested change', ({ token }) => ask(token, 'change')],
      ['a withdrawal', ({ id }) => withdrawQuote(staff, id, '')],
      ['the customer', ({ token }) => stopQuoteReminders(anon, { token })],
    ])('%s ends reminders', async (_what, end) => {
      const quote = await addSentQuote(backend);
      await viewQuote(anon, { token: quote.token }, 1);
      expect(await readStatuses(quote.id)).toEqual(Array(3).fill('waiting'));
      await end(quote);
      expect(await readStatuses(quote.id)).toEqual(Array(3).fill('cancelled'));
    });

    test('reminders of an expired quote are rescheduled at its extension', async () => {
      const { id, token } = await addSentQuote(backend);
      const [first] = await readReminders(id);
      const due = { due_at: '2026-11-01T15:00:00Z' };
      await updateRow(staff, 'quote_reminders', first?.id ?? '', due);
      const planned = (await readReminders(id)).slice(1).map(({ due_at }) => due_at);
      await endValidity(id);
      expect(await queueAt('2026-11-23T15:00:00Z')).toBe(0);
      expect((await openQuote(anon, { token }))?.state).toBe('expired');
      expect(await queueAt('2026-11-23T15:00:00Z')).toBe(0);
      await extendQuote(staff, id, '2027-12-31');
      const reminders = await readReminders(id);
      expect(reminders.map(({ status }) => status)).toEqual(Array(3).fill('waiting'));
      expect(reminders.slice(1).map(({ due_at }) => due_at)).toEqual(planned);
      expect(Date.parse(reminders[0]?.due_at ?? '')).toBeGreaterThan(Date.now());

      await ask(token);
      await endValidity(id);
      await openQuote(anon, { token });
      await extendQuote(staff, id, '2027-12-31');
      expect(await readStatuses(id)).toEqual(Array(3).fill('cancelled'));
    });

    describe('a wrong clock', () => {
      const process = async () => {
        const processing = backend.service.rpc('process_due_quotes');
        return (await processing.throwOnError()).data as { expired: number; reminders: number };
      };
      const setClock = (checkedAt: string) =>
        run(sql`update private.quote_clock set paused_until = null,
          checked_at = now() + ${checkedAt}::interval`);
      const endYesterday = async () => {
        const quote = await addSentQuote(backend);
        await endValidity(quote.id);
        return quote;
      };
      const setLastDay = (id: string, days: number) =>
        run(sql`update public.quotes set valid_until = private.get_today() + ${days}::integer
          where id = ${id}::uuid`);

      test('does nothing in the hour after a jump of more than a day', async () => {
        const { id } = await endYesterday();
        await process();
        await setClock('-25 hours');
        const late = await endYesterday();
        for (let runs = 0; runs < 2; runs++) expect((await process()).expired).toBe(0);
        expect((await read(late.id)).state).toBe('sent');
        await run(sql`update private.quote_clock set paused_until = now() - interval '1 second'`);
        expect((await process()).expired).toBe(1);
        expect((await read(id)).state).toBe('expired');
      });

      test('expiry is taken back by the next run or visit, with an event', async () => {
        await process();
        await setClock('0');
        const [first, second] = [await endYesterday(), await endYesterday()];
        expect((await process()).expired).toBe(2);
        for (const { id } of [first, second]) await setLastDay(id, 0);
        expect((await acceptSentQuote(backend, second.token)).status).toBe('accepted');
        await process();
        expect((await read(first.id)).state).toBe('sent');
        const types = await listEventTypes(backend, first.id);
        expect(types).toEqual(expect.arrayContaining(['expired', 'expiry_undone']));
        await expectIntact(first.id);
        await process();
        expect((await listEventTypes(backend, first.id)).at(-1)).toBe('expiry_undone');
      });

      test('expiry of a new version of an order is taken back with its selection', async () => {
        const { id, token } = await addAcceptedQuote(backend);
        const extra = newQuoteItem({ id: 'ramp', unitCents: 50_000, optional: true });
        await sendNextVersion(backend, id, { items: [newQuoteItem(), extra] });
        await chooseQuoteOptions(anon, { token }, 2, withRamp);
        const { valid_until: lastDay } = await read(id);
        await run(sql`select private.append_quote_event(${id}::uuid, 'expired', 'system',
          jsonb_build_object('version', 2, 'validUntil', ${lastDay}::date))`);
        await run(sql`select private.end_quote_version(quote, 'expired') from public.quotes as quote
          where id = ${id}::uuid`);
        expect(await read(id)).toMatchObject({ state: 'accepted', lapsed_as: 'expired' });
        await process();
        expect(await read(id)).toMatchObject({
          ...{ state: 'viewed', lapsed_as: null, valid_until: lastDay, version: 2 },
          selection: withRamp,
        });
        await expectIntact(id);
      });
    });

    test('no reminder is sent six months after the first version or the request, unless there was a purchase', async () => {
      const { id } = await addSentQuote(backend);
      await makeDue(id, '2026-05-22T15:00:00Z');
      expect(await queueAt('2026-11-23T15:00:00Z')).toBe(0);
      expect(await readStatuses(id)).toEqual(Array(3).fill('cancelled'));

      const quote_request_id = await addRequest('half-a-year@example.com');
      await run(sql`update public.quote_requests set created_at = '2026-05-22T15:00:00Z'
        where id = ${quote_request_id}::uuid`);
      const late = await addSentQuote(backend, { quote_request_id });
      await makeDue(late.id, '2026-10-30T15:00:00Z');
      expect(await queueAt('2026-11-23T15:00:00Z')).toBe(0);

      const order = await addAcceptedQuote(backend, { quote_request_id });
      await sendNextVersion(backend, order.id);
      await makeDue(order.id, '2026-10-30T15:00:00Z');
      expect(await queueAt('2026-11-23T15:00:00Z')).toBe(1);
    });

    test('only the reminders that staff add, change and delete are in the activity log', async () => {
      const { id } = await addSentQuote(backend);
      const readLog = async () => {
        const view = { person: undefined, table: 'quote_reminders' };
        const { entries } = await readAuditPage(staff, view, 1);
        const ids = (await readReminders(id)).map((reminder) => reminder.id);
        return entries.filter((entry) => ids.includes(entry.record_id ?? ''));
      };
      await extendQuote(staff, id, '2099-12-30');
      expect(await readLog()).toEqual([]);
      const [first] = await readReminders(id);
      const reminder = { id: first?.id, day: addDays(1), body: 'Any questions?' };
      await saveQuoteReminder(staff, id, reminder);
      expect(await readLog()).toMatchObject([{ action: 'update', record_id: first?.id }]);
    });

    test('staff change and delete waiting ones only', async () => {
      const { id } = await addSentQuote(backend);
      const [first] = await readReminders(id);
      await run(
        sql`update public.quote_reminders set status = 'queued' where id = ${first?.id}::uuid`,
      );
      const rows = () => staff.from('quote_reminders');
      const changed = await rows().update({ body: 'x' }).eq('quote_id', id).select();
      const deleted = await rows().delete().eq('quote_id', id).select();
      expect([changed.data?.length, deleted.data?.length]).toEqual([2, 2]);
    });
  });

  describe('save_quote_reminder', () => {
    const nextSaturday = () => {
      const days = [8, 9, 10, 11, 12, 13, 14].map(addDays);
      return days.find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 6) ?? '';
    };

    test('moves a reminder from a Saturday to Monday at 10:00 in Toronto, with its text', async () => {
      const { id } = await addSentQuote(backend);
      const [first] = await readReminders(id);
      const day = nextSaturday();
      const reminder = { id: first?.id, day, body: ' Any questions? ' };
      expect(await saveQuoteReminder(staff, id, reminder)).toEqual({ status: 'saved' });
      const changed = (await readReminders(id)).find((reminder) => reminder.id === first?.id);
      expect(changed?.body).toBe('Any questions?');
      const monday = toIsoDay(new Date(Date.parse(`${day}T17:00:00Z`) + 2 * 86_400_000));
      expect(toLocalMinute(changed?.due_at ?? '')).toBe(`${monday}T10:00`);
    });

    test('adds a reminder where one was removed, and no fourth', async () => {
      const { id } = await addSentQuote(backend);
      const reminder = { day: addDays(5), body: '' };
      expect(await saveQuoteReminder(staff, id, reminder)).toEqual({ status: 'too_many' });
      const [first] = await readReminders(id);
      await deleteQuoteReminder(staff, first?.id ?? '');
      for (const _time of ['first', 'again after a lost answer']) {
        expect(await saveQuoteReminder(staff, id, reminder)).toEqual({ status: 'saved' });
        expect(await readReminders(id)).toHaveLength(3);
      }
      const other = { ...reminder, body: 'Any questions?' };
      expect(await saveQuoteReminder(staff, id, other)).toEqual({ status: 'too_many' });
    });

    test.each<[string, { day?: string; body?: string }]>([
      ['a day that is over', { day: addDays(-1) }],
      ['a day after six months', { day: addDays(190) }],
      ['a day after the last one of the quote', { day: addDays(11) }],
      ['a text that is too long', { body: 'x'.repeat(2001) }],
    ])('rejects %s', async (_what, change) => {
      const validUntil = change.day === addDays(11) ? addDays(10) : '2099-12-31';
      const { id } = await addSentQuote(backend, { content: newQuoteContent({ validUntil }) });
      const [first] = await readReminders(id);
      const reminder = { id: first?.id, day: addDays(5), body: '', ...change };
      expect(await saveQuoteReminder(staff, id, reminder)).toEqual({ status: 'invalid' });
    });

    test.each<[string, (quote: { id: string; token: string }) => Promise<unknown>]>([
      ['accepted', ({ token }) => acceptSentQuote(backend, token)],
      ['stopped', ({ token }) => stopQuoteReminders(anon, { token })],
    ])('returns %s without adding a reminder', async (status, end) => {
      const quote = await addSentQuote(backend);
      await end(quote);
      const reminder = { day: addDays(5), body: '' };
      expect(await saveQuoteReminder(staff, quote.id, reminder)).toEqual({ status });
    });

    test('does not change a reminder of another quote', async () => {
      const [one, other] = [await addSentQuote(backend), await addSentQuote(backend)];
      const [reminder] = await readReminders(other.id);
      const change = { id: reminder?.id, day: addDays(5), body: 'x' };
      expect(await saveQuoteReminder(staff, one.id, change)).toEqual({ status: 'not_found' });
    });
  });

  describe('personal data', () => {
    const email = 'leaving@example.com';
    const draft = { customer_name: 'Lea Ving', customer_email: email };

    test('export contains quotes with their events; erasure retains accepted ones and returns until when', async () => {
      const unsent = await insertQuote(staff, newQuoteDraft(draft));
      const typed = newQuoteContent({
        title: 'A shed for Lea',
        introduction: 'Dear Lea,',
        delivery: 'To 5 Lea Lane',
        items: [newQuoteItem({ section: 'For Lea', description: 'As Lea said' })],
      });
      const open = await addSentQuote(backend, { ...draft, content: typed });
      const withdrawn = await addSentQuote(backend, { ...draft, content: typed });
      await withdrawQuote(staff, withdrawn.id, 'Lea has moved');
      const before = await read(open.id);
      await ask(open.token, 'question', 'I am Lea.');
      const accepted = await addAcceptedQuote(backend, draft);
      await recordQuoteStage(staff, accepted.id, {
        stage: 'delivered',
        reachedOn: '2026-11-22',
        note: 'Left beside the garage of Lea.',
        images: ['orders/lea.jpg'],
      });

      const exported = JSON.stringify((await readPersonalData(staff, email.toUpperCase())).quotes);
      for (const part of [
        ...['Lea Ving', 'I am Lea.', '9548', open.number, accepted.number, '"accepted"'],
        ...['Left beside the garage of Lea.', 'orders/lea.jpg'],
      ]) {
        expect(exported).toContain(part);
      }

      const year = new Date().getFullYear() + 6;
      expect(await eraseQuotes(staff, 'Leaving@Example.com')).toEqual({
        deleted: 1,
        erased: 2,
        reviews: 0,
        retained: [{ number: accepted.number, until: `${year}-12-31` }],
      });
      expect(await readQuote(staff, unsent.id)).toBeNull();
      expect(await read(open.id)).toMatchObject({
        state: 'withdrawn',
        number: open.number,
        customer_name: '',
        customer_email: null,
        customer_phone: null,
        customer_address: null,
      });
      expect((await read(open.id)).total_cents).toBe(before.total_cents);
      const erased = await run(
        sql<{ id: string }>`select id from public.quotes where erased_at is not null`,
      );
      for (const { id } of erased) {
        const left = JSON.stringify([await read(id), await readQuoteHistory(staff, id)]);
        for (const part of ['Lea', email, '127.0.0.1']) expect(left).not.toContain(part);
        await expectIntact(id);
      }
      expect(await openQuote(anon, { token: open.token })).toBeNull();
      expect(await verifyQuote(staff, open.id)).toMatchObject({ erased: expect.any(Number) });
      expect(await read(accepted.id)).toMatchObject({
        state: 'accepted',
        customer_name: 'Lea Ving',
      });
    });

    test('retention erases old quotes, and accepted ones after the bookkeeping period', async () => {
      const old = { customer_email: 'old@example.com' };
      const declined = await addSentQuote(backend, old);
      await declineQuote(anon, { token: declined.token }, 1, '');
      const recent = await addSentQuote(backend, old);
      const accepted = await addAcceptedQuote(backend, old);
      const closedYears = await addAcceptedQuote(backend, old);
      const age = (id: string, years: number) => {
        const columns = ['created_at', 'updated_at', 'sent_at', 'accepted_at'];
        const set = columns.map((column) => `${column} = ${column} - interval '${years} years'`);
        return withoutTriggers(['quotes'], `update public.quotes set ${set} where id = '${id}'`);
      };
      for (const { id } of [declined, accepted]) await age(id, 3);
      await age(closedYears.id, 8);
      const removed_before = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString();
      const erasure = backend.service.rpc('erase_old_quotes', { removed_before });
      expect((await erasure.throwOnError()).data).toBe(2);
      const emails = await Promise.all(
        [declined, recent, accepted, closedYears].map(
          async ({ id }) => (await read(id)).customer_email,
        ),
      );
      expect(emails).toEqual([null, 'old@example.com', 'old@example.com', null]);
      expect((await read(closedYears.id)).state).toBe('accepted');
      expect(await verifyQuote(staff, closedYears.id)).toMatchObject({ status: 'intact' });

      const erased = { status: 'not_found' };
      expect(await recordQuotePayment(staff, closedYears.id, newPayment())).toEqual(erased);
      const stage = await recordQuoteStage(staff, closedYears.id, {
        ...{ stage: 'ready', reachedOn: '2026-11-20', note: 'Old', images: [] },
      });
      expect(stage).toEqual(erased);
    });

    test('deleting a request leaves its quote, its version and its age for retention', async () => {
      const quote_request_id = await addRequest('gone@example.com');
      const { id } = await insertQuote(staff, newQuoteDraft({ quote_request_id }));
      const accepted = await addAcceptedQuote(backend, { quote_request_id });
      const before = await read(id);
      await staff.from('quote_requests').delete().eq('id', quote_request_id).throwOnError();
      expect(await read(id)).toEqual({ ...before, quote_request_id: null });
      expect(await read(accepted.id)).toMatchObject({ quote_request_id: null, state: 'accepted' });
    });
  });

  describe('what a customer does at the link', () => {
    const findUnread = async (id: string) =>
      (await readQuoteNews(staff, 1000)).quotes.find((quote) => quote.id === id);
    const readIt = async (id: string) =>
      markQuoteRead(staff, id, (await read(id)).unread_at ?? '-infinity');

    test('a question is unread until staff open the quote, and waits until it is answered', async () => {
      const { id, token } = await addSentQuote(backend);
      const unread = await countUnreadQuotes(staff);
      expect(await read(id)).toMatchObject({ unread_at: null, question_at: null });
      await ask(token, 'question', 'How tall is it?');
      expect(await countUnreadQuotes(staff)).toBe(unread + 1);
      expect(await findUnread(id)).toMatchObject({ question: { text: 'How tall is it?' } });
      expect((await readQuotePage(staff, { tab: 'all', search: '' }, 1)).rows[0]?.id).toBe(id);

      // A colleague has read the page as it was before the second question.
      const { unread_at, updated_at } = await read(id);
      await ask(token, 'question', 'How wide is it?');
      await markQuoteRead(staff, id, unread_at ?? '');
      expect((await read(id)).unread_at).not.toBeNull();
      await readIt(id);
      expect(await countUnreadQuotes(staff)).toBe(unread);
      const text = 'How tall is it?\n\nHow wide is it?';
      expect(await findUnread(id)).toMatchObject({ unread_at: null, question: { text } });

      // A third question arrives while the answer is written.
      const { askedAt } = (await findUnread(id))?.question ?? {};
      await ask(token, 'question', 'How long is it?');
      await answerQuoteMessage(staff, id, randomUUID(), 'Ten feet.', { askedAt });
      const last = (await findUnread(id))?.question;
      expect(last?.text).toBe('How long is it?');
      await answerQuoteMessage(staff, id, randomUUID(), 'Twelve.', { askedAt: last?.askedAt });
      await readIt(id);
      expect(await findUnread(id)).toBeUndefined();
      expect(await read(id)).toMatchObject({ question_at: null, updated_at });

      await ask(token, 'question', 'Does it have a loft?');
      const seen = (await read(id)).unread_at;
      await answerQuoteMessage(staff, id, randomUUID(), 'It does.', { seenAt: seen });
      expect(await read(id)).toMatchObject({ question_at: null, unread_at: null });
    });

    test('an acceptance and a refusal are unread, an acceptance by phone is not', async () => {
      const accepted = await addAcceptedQuote(backend);
      const declined = await addSentQuote(backend);
      await declineQuote(anon, { token: declined.token }, 1, 'Too dear.');
      const phoned = await addSentQuote(backend);
      await recordQuoteAcceptance(staff, phoned.id, newPhoneAcceptance());
      expect(await findUnread(accepted.id)).toMatchObject({ state: 'accepted', question: null });
      expect(await findUnread(declined.id)).toMatchObject({ state: 'declined' });
      expect(await findUnread(phoned.id)).toBeUndefined();
    });

    test('a new version answers a requested change', async () => {
      const { id, token } = await addSentQuote(backend);
      await ask(token, 'change', 'One foot wider, please.');
      expect((await read(id)).question_at).not.toBeNull();
      await sendNextVersion(backend, id);
      expect((await read(id)).question_at).toBeNull();
    });
  });

  test('the list counts tabs and totals of a search by number, name and title', async () => {
    const { id, number, token } = await addSentQuote(backend, {
      customer_name: 'Zoë Quimby',
      customer_phone: '+1 (705) 555-0177',
      content: newQuoteContent({ title: 'Boathouse' }),
    });
    // What is saved and not sent does not change what is offered.
    await change(id, { title: 'Boathouse', items: [newQuoteItem({ unitCents: 2_000_000 })] });
    const find = (search: string, tab: 'all' | 'sent' | 'accepted' = 'all') =>
      readQuotePage(staff, { tab, search }, 1);
    const phones = ['7055550177', '555-0177', '1-705-555-0177', '705.555.0177', '(705)555 0177'];
    const typed = [
      '+17055550177',
      '001 705 555 0177',
      'tel:+1-705-555-0177',
      '７０５ ５５５ ０１７７',
    ];
    for (const search of ['zoe quimby', number, 'boathouse', ...phones, ...typed]) {
      expect((await find(search)).rows.map((row) => row.id)).toContain(id);
    }
    expect((await find('quimby')).counts).toMatchObject({
      tabs: { all: 1, draft: 0, sent: 1, accepted: 0, declined: 0, expired: 0 },
      openCents: 954_850,
      wonCents: 0,
    });
    await acceptSentQuote(backend, token);
    expect((await find('quimby', 'accepted')).rows).toHaveLength(1);
    expect((await find('quimby', 'sent')).rows).toHaveLength(0);
    expect((await find('quimby')).counts).toMatchObject({ openCents: 0, wonCents: 954_850 });
    expect((await find('', 'all')).pages).toBeGreaterThan(1);
  });
});
