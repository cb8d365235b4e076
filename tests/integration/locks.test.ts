import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { findDeletedRecords, putBackRecord } from '#app/features/privacy/deleted-records.ts';
import { acceptQuote, sendQuoteMessage } from '#app/features/quotes/customer-quote.ts';
import { insertQuote } from '#app/features/quotes/quotes.ts';
import { recordQuoteAcceptance } from '#app/features/quotes/staff-actions.ts';
import { insertRow, readRow } from '#app/lib/crud.ts';
import { addStaff } from '#backend/auth/staff.ts';
import { createOneTimeToken } from '#backend/auth/tokens.ts';
import { findUserByEmail } from '#backend/auth/users.ts';
import { createDiskFiles } from '#backend/storage/files.ts';
import { removeUnusedUploads } from '#server/images/visitor-uploads.ts';
import { newQuoteRequest, newReview } from '#tests/fixtures/rows.ts';
import { strangerAccount, type TestBackend, useBackend } from '#tests/support/backend.ts';
import {
  addQuoteSettings,
  addSentQuote,
  dearer,
  getQuote,
  newPhoneAcceptance,
  newQuoteDraft,
  prepareAcceptance,
  sendNextVersion,
} from '#tests/support/quotes.ts';

/**
 * The order in which functions lock rows, on PostgreSQL: whoever waits for one lock must not hold one
 * that comes after it, so that two functions never wait for each other.
 */

describe.skipIf(inject('template').engine !== 'server')('locks', () => {
  const backend = useBackend();

  beforeAll(async () => {
    await addQuoteSettings(backend);
    // Calls of visitors stop waiting after half a second, before a busy machine has looked.
    await run(sql`do $$ declare signature regprocedure; begin
      for signature in select oid from pg_proc where proconfig::text like '%lock_timeout%' loop
        execute format('alter function %s reset lock_timeout', signature);
      end loop; end $$`);
    await run(sql`create or replace function private.is_signed_by_website(action text) returns boolean
      language sql as 'select true'`);
  });

  const run: TestBackend['run'] = (query) => backend.run(query);
  const addDrafts = (count: number, changes: object) =>
    Promise.all(
      Array.from({ length: count }, () => insertQuote(backend.staff, newQuoteDraft(changes))),
    );

  /** How many connections wait for a lock. */
  const countWaiting = async () => {
    const [row] = await run(sql<{ count: number }>`
      select count(*)::integer from pg_stat_activity
      where datname = current_database() and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`);
    return row?.count;
  };

  const lockRow = (table: string, id: string) =>
    sql`select from ${sql.table(table)} where id = ${id}::uuid for update nowait`;
  /** Holds the first lock until the action waits for it, and takes the others, which the action must not have yet. */
  const lockBefore = async (
    [first, ...later]: RawBuilder<unknown>[],
    act: () => PromiseLike<unknown>,
  ) => {
    let acting: PromiseLike<unknown> = Promise.resolve();
    await backend.database.owner.transaction().execute(async (transaction) => {
      await first?.execute(transaction);
      acting = act();
      await expect.poll(countWaiting).toBe(1);
      for (const lock of later) await lock.execute(transaction);
    });
    return acting;
  };

  test('the job of due quotes waits for a locked quote without a later one, whether it expires or is opened again', async () => {
    const added = [await addSentQuote(backend), await addSentQuote(backend)];
    const [first = '', last = ''] = added.map(({ id }) => id).sort();
    await run(
      sql`update public.quotes set valid_until = private.get_today() - 1 where id = ${first}::uuid`,
    );
    await run(
      sql`update public.quotes set state = 'expired', state_before_expiry = 'sent' where id = ${last}::uuid`,
    );
    await lockBefore([lockRow('public.quotes', first), lockRow('public.quotes', last)], () =>
      backend.service.rpc('process_due_quotes').throwOnError().then(),
    );
    const states = [first, last].map(async (id) => (await getQuote(backend, id)).state);
    expect(await Promise.all(states)).toEqual(['expired', 'sent']);
  });

  test('the deletion of requests and their return wait for a locked quote without a later one', async () => {
    const [other = '', id = ''] = [randomUUID(), randomUUID()].sort();
    for (const request of [other, id].map((own) => ({ ...newQuoteRequest(), id: own }))) {
      await insertRow(backend.service, 'quote_requests', request);
    }
    const drafts = await addDrafts(2, { quote_request_id: id });
    const [first = '', last = ''] = drafts.map((draft) => draft.id).sort();
    const remove = async (ids: string[]) =>
      backend.staff.from('quote_requests').delete().in('id', ids).throwOnError();
    const restore = async () => {
      const kept = await findDeletedRecords(backend.staff, [id]);
      return putBackRecord(backend.staff, kept.get(id) ?? '');
    };
    const actions: [string, string | null, () => PromiseLike<unknown>, string | null][] = [
      [first, id, () => remove([id]), null],
      [first, null, restore, id],
      [last, other, () => remove([other, id]), null],
    ];
    for (const [quote, linked, act, requestId] of actions) {
      // An updated row is stored behind the others, in whose order a plain update takes them.
      await run(sql`update public.quotes set quote_request_id = ${linked}::uuid
          where id = ${quote}::uuid`);
      await lockBefore([lockRow('public.quotes', first), lockRow('public.quotes', last)], act);
      expect((await getQuote(backend, first)).quote_request_id).toBe(requestId);
    }
  });

  test('a deletion of drafts waits for a locked one without a later one', async () => {
    const [first = '', last = ''] = [randomUUID(), randomUUID()].sort();
    // A plain deletion takes them as they are stored, the later one first.
    for (const id of [last, first]) {
      await run(sql`insert into public.quotes (id, content)
        values (${id}::uuid, ${JSON.stringify(newQuoteDraft().content)}::text::jsonb)`);
    }
    await lockBefore([lockRow('public.quotes', first), lockRow('public.quotes', last)], async () =>
      backend.staff.from('quotes').delete().eq('version', 0).throwOnError(),
    );
    expect(await readRow(backend.service, 'quotes', first)).toBeNull();
  });

  type Lock = 'request' | 'quote' | 'chain' | 'review' | 'documents' | 'mails';
  type Prepared = Awaited<ReturnType<typeof prepareQuote>>;

  /** A quote with everything that functions lock, and its locks in their order. */
  const prepareQuote = async () => {
    const request = await insertRow(backend.service, 'quote_requests', newQuoteRequest());
    const customer_email = `${randomUUID()}@example.com`;
    const sent = await addSentQuote(backend, { customer_email, quote_request_id: request.id });
    const review = await insertRow(backend.service, 'reviews', newReview({ is_approved: false }));
    await run(
      sql`update public.quotes set review_id = ${review.id}::uuid where id = ${sent.id}::uuid`,
    );
    const acceptance = await prepareAcceptance(backend, sent.token);
    await ask(sent.token);
    const lockRows = (table: string) =>
      sql`select from ${sql.table(table)} where quote_id = ${sent.id}::uuid for update nowait`;
    const locks: Record<Lock, RawBuilder<unknown>> = {
      request: lockRow('public.quote_requests', request.id),
      quote: lockRow('public.quotes', sent.id),
      // Whoever locks a chain has locked its quote, so its place after that does not matter.
      chain: lockRows('private.quote_chains'),
      review: lockRow('public.reviews', review.id),
      documents: lockRows('public.quote_documents'),
      mails: lockRows('private.outbox'),
    };
    return { ...sent, customer_email, acceptance, locks };
  };
  const ask = (token: string) =>
    sendQuoteMessage(
      backend.anon,
      { token },
      { id: randomUUID(), type: 'question', body: 'When?' },
    );
  const call = async (name: 'complete_quote_mail' | 'erase_old_quotes', values: object) =>
    backend.service.rpc(name, values as never).throwOnError();
  const completeMail = async (id: string) => {
    const [mail] = await run(sql<{ id: string }>`select id from private.outbox
      where quote_id = ${id}::uuid and quote_mail ->> 'type' = 'sent'`);
    return call('complete_quote_mail', { mail_id: mail?.id, server_response: '250' });
  };
  const storeDocument = (id: string) =>
    run(sql`select public.store_quote_document(id, 'unknown', 'unknown') from public.quote_documents
      where quote_id = ${id}::uuid`);
  const saveReview = async (token: string) => {
    const text = { review_text: 'A good shed.', customer_name: 'Ann', town: '', image: '' };
    const values = { token, rating: 5, ...text, seen: new Date().toISOString() };
    await backend.anon.rpc('save_customer_review', values).throwOnError();
  };
  const erase = async (person_email: string) =>
    backend.staff.rpc('erase_quotes', { person_email }).throwOnError();
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

  const actions: [string, Lock[], (quote: Prepared) => PromiseLike<unknown>][] = [
    [
      'an acceptance',
      ['quote'],
      ({ token, acceptance }) => acceptQuote(backend.anon, { token }, acceptance),
    ],
    [
      'an acceptance by phone',
      ['quote'],
      ({ id }) => recordQuoteAcceptance(backend.staff, id, newPhoneAcceptance()),
    ],
    ['a new version', ['request', 'quote'], ({ id }) => sendNextVersion(backend, id, dearer)],
    ['a message', ['quote', 'mails'], ({ token }) => ask(token)],
    ['a review', ['quote', 'review'], ({ token }) => saveReview(token)],
    ['a sent email', ['quote', 'mails'], ({ id }) => completeMail(id)],
    ['a written document', ['quote', 'documents'], ({ id }) => storeDocument(id)],
    [
      'an erasure',
      ['quote', 'review', 'documents', 'mails'],
      (quote) => erase(quote.customer_email),
    ],
    [
      'retention',
      ['quote', 'review'],
      () => call('erase_old_quotes', { removed_before: tomorrow() }),
    ],
  ];
  test.each(
    actions.flatMap(([name, locks, act]) => locks.map((held) => [name, held, act] as const)),
  )('%s that waits for the %s holds no later lock', async (_, held, act) => {
    const quote = await prepareQuote();
    const names = Object.keys(quote.locks) as Lock[];
    const locks = names.slice(names.indexOf(held)).map((name) => quote.locks[name]);
    await lockBefore(locks, () => act(quote));
  });

  test('an erasure waits for a locked quote without a later one', async () => {
    const customer_email = `${randomUUID()}@example.com`;
    const [first = '', last = ''] = (await addDrafts(2, { customer_email }))
      .map(({ id }) => id)
      .sort();
    await lockBefore([lockRow('public.quotes', first), lockRow('public.quotes', last)], () =>
      erase(customer_email),
    );
    expect(await readRow(backend.service, 'quotes', last)).toBeNull();
  });

  test('retention waits for the quote of an old review without a later quote', async () => {
    const added = [await addSentQuote(backend), await addSentQuote(backend)];
    const [first = '', last = ''] = added.map(({ id }) => id).sort();
    const { id: review } = await insertRow(
      backend.service,
      'reviews',
      newReview({ is_approved: false }),
    );
    await run(sql`update public.quotes set review_id = ${review}::uuid, sent_at = ${tomorrow()}::timestamptz + interval '1 day'
      where id = ${first}::uuid`);
    await lockBefore([lockRow('public.quotes', first), lockRow('public.quotes', last)], () =>
      call('erase_old_quotes', { removed_before: tomorrow() }),
    );
    expect(await readRow(backend.service, 'reviews', review)).toBeNull();
    expect((await getQuote(backend, last)).erased_at).not.toBeNull();
  });

  test('another attempt of all failed emails skips those of a locked quote', async () => {
    const { id, locks } = await prepareQuote();
    await run(sql`update private.outbox set status = 'failed'`);
    await backend.database.owner.transaction().execute(async (transaction) => {
      await locks.mails.execute(transaction);
      await backend.staff.rpc('retry_failed_mails').throwOnError();
    });
    const failed = await run(
      sql`select distinct quote_id from private.outbox where status = 'failed'`,
    );
    expect(failed).toEqual([{ quote_id: id }]);
  });

  test('the deletion of unused images waits for a quote that is sent without its request', async () => {
    const name = 'orders/1-unused.jpg';
    await run(sql`insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at)
      values ('images', ${name}, gen_random_uuid()::text, '{}', now() - interval '3 days', now() - interval '3 days')`);
    const lock = (table: string) =>
      sql`lock table ${sql.table(table)} in row exclusive mode nowait`;
    const files = createDiskFiles(join(backend.directory, 'storage'));
    const stores = { database: backend.database, files, logger: pino({ level: 'silent' }) };
    await lockBefore([lock('public.quotes'), lock('public.quote_requests')], () =>
      removeUnusedUploads(stores, new Date()),
    );
    expect(await run(sql`select from storage.objects where name = ${name}`)).toEqual([]);
  });

  test('a mailed link waits for its locked account without being used up', async () => {
    const user = await findUserByEmail(backend.database.owner, strangerAccount.email);
    const token = await createOneTimeToken(
      backend.database.owner,
      user?.id ?? '',
      'recovery',
      strangerAccount.email,
    );
    const link = sql`select from auth.one_time_tokens
      where user_id = ${user?.id}::uuid for update nowait`;
    await lockBefore([lockRow('auth.users', user?.id ?? ''), link], () =>
      backend.newClient().auth.verifyOtp({ type: 'recovery', token_hash: token }),
    );
  });

  test('a second step waits for its locked account without its challenge', async () => {
    const email = `${randomUUID()}@example.com`;
    await addStaff(backend.database, { email, password: 'correct horse' });
    const { auth } = backend.newClient();
    const { data } = await auth.signInWithPassword({ email, password: 'correct horse' });
    const factorId = (await auth.mfa.enroll({ factorType: 'totp' })).data?.id ?? '';
    const challenge = (await auth.mfa.challenge({ factorId })).data?.id ?? '';
    await lockBefore(
      [lockRow('auth.users', data.user?.id ?? ''), lockRow('auth.mfa_challenges', challenge)],
      () => auth.mfa.verify({ factorId, challengeId: challenge, code: '000000' }),
    );
  });
});
