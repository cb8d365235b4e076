import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  acceptQuote,
  chooseQuoteOptions,
  openQuote,
  reviewQuote,
  sendQuoteMessage,
} from '#app/features/quotes/customer-quote.ts';
import { createQuoteLink } from '#app/features/quotes/staff-actions.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { signatures } from '#tests/fixtures/signatures.ts';
import { engineAvailable, type TestBackend, useBackend } from '#tests/support/backend.ts';
import {
  addQuoteSettings,
  addSentQuote,
  listEventTypes,
  noSelection,
  prepareAcceptance,
} from '#tests/support/quotes.ts';

/** What the holder of a quote's link can add, and what a page shows of it. */

describe.skipIf(!engineAvailable())('limits of a quote link', () => {
  const backend = useBackend();
  beforeAll(async () => {
    await addQuoteSettings(backend);
  });

  const run: TestBackend['run'] = (query) => backend.run(query);
  const send = (token: string, body: string) =>
    sendQuoteMessage(backend.anon, { token }, { id: randomUUID(), type: 'question', body });
  /** Stores messages of an earlier hour. */
  const addMessages = (id: string, count: number, body: string) =>
    run(sql`insert into public.quote_messages (id, quote_id, version, author, type, body, created_at)
      select gen_random_uuid(), ${id}::uuid, 1, 'customer', 'question', n || ' ' || ${body}::text,
        now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, ${count}::integer) as n`);
  const open = async (token: string, before?: string) => {
    const quote = await openQuote(backend.anon, { token }, before);
    if (!quote) throw new Error('The token is unknown');
    return quote;
  };

  test('the eleventh message within an hour and the 201st in all are refused', async () => {
    const { id, token } = await addSentQuote(backend);
    for (let n = 1; n <= 10; n += 1)
      expect((await send(token, `Question ${n}`)).status).toBe('sent');
    expect((await send(token, 'One more')).status).toBe('too_many_messages_this_hour');

    const other = await addSentQuote(backend);
    await addMessages(other.id, 199, 'x');
    expect((await send(other.token, 'The 200th')).status).toBe('sent');
    expect((await send(other.token, 'The 201st')).status).toBe('too_many_messages');
    expect(id).not.toBe(other.id);
  });

  test('a page shows the newest 50 messages, and earlier ones from the first of them', async () => {
    const { id, token } = await addSentQuote(backend);
    await addMessages(id, 60, 'short');
    const newest = await open(token);
    expect(newest.messages.map(({ body }) => body.split(' ')[0])).toEqual(
      Array.from({ length: 50 }, (_, n) => String(n + 11)),
    );
    const earlier = await open(token, newest.earlierMessagesBefore ?? '');
    expect(earlier.messages.map(({ body }) => body)).toHaveLength(10);
    expect(earlier.earlierMessagesBefore).toBeNull();
  });

  test('a page shows at most 60,000 characters of messages', async () => {
    const { id, token } = await addSentQuote(backend);
    await addMessages(id, 20, 'y'.repeat(4990));
    const { messages, earlierMessagesBefore } = await open(token);
    expect(messages).toHaveLength(12);
    expect(earlierMessagesBefore).not.toBeNull();
  });

  test('messages of ten minutes are one email, and the next one waits for ten minutes', async () => {
    const { id, token } = await addSentQuote(backend);
    const listMails = () =>
      run(sql<{ type: string; backoff: number; status: string }>`
        select quote_mail ->> 'type' as type, backoff_seconds as backoff, status from private.outbox
        where quote_id = ${id}::uuid and quote_mail ->> 'to' = 'owner' order by created_at`);
    await send(token, 'First');
    await send(token, 'Second');
    expect(await listMails()).toEqual([{ type: 'question', backoff: 0, status: 'waiting' }]);
    const [leased] = await run(sql<{ id: string; lease: string }>`
      with leased as (
        update private.outbox set lease = gen_random_uuid(), leased_at = now(), lease_seconds = 60
        where quote_id = ${id}::uuid and quote_mail ->> 'to' = 'owner' returning id, lease)
      select id, lease from leased`);
    const lease = { mail_id: leased?.id ?? '', lease_id: leased?.lease ?? '' };
    const mail = backend.service.rpc('prepare_quote_mail', lease);
    expect((await mail.throwOnError()).data).toMatchObject({ text: 'First\n\nSecond' });
    await run(sql`update private.outbox set status = 'sent', sent_at = now() - interval '4 minutes'
      where id = ${leased?.id}::uuid`);
    await send(token, 'Third');
    const [, next] = await listMails();
    expect(next?.backoff).toBeGreaterThan(300);
    expect(next?.backoff).toBeLessThanOrEqual(361);
  });

  test('a message while an email is being sent is emailed ten minutes later', async () => {
    const { id, token } = await addSentQuote(backend);
    await send(token, 'First');
    await backend.run(sql`update private.outbox
      set lease = gen_random_uuid(), leased_at = now(), lease_seconds = 60
      where quote_id = ${id}::uuid and quote_mail ->> 'to' = 'owner'`);
    await send(token, 'Second');
    await send(token, 'Third');
    const mails = await backend.run(sql<{ backoff: number }>`
      select backoff_seconds as backoff from private.outbox
      where quote_id = ${id}::uuid and quote_mail ->> 'to' = 'owner' and lease is null`);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.backoff).toBeGreaterThan(500);
    expect(mails[0]?.backoff).toBeLessThanOrEqual(601);
  });

  test('of each version 500 openings, selections, reviews and refused answers are logged', async () => {
    const extra = newQuoteItem({ id: 'ramp', optional: true });
    const content = newQuoteContent({ items: [newQuoteItem(), extra] });
    const { id, token } = await addSentQuote(backend, { content });
    const acceptance = await prepareAcceptance(backend, token);
    const types = ['opened', 'options', 'review_shown', 'answer_refused'];
    await run(sql`insert into public.quote_events (quote_id, sequence, type, occurred_at, entry, previous_hash, hash)
      select ${id}::uuid, 1000 + row_number() over (), type, now() - interval '2 days', '{}', '', ''
      from unnest(${types}::text[]) as type, generate_series(1, 500)`);
    const count = async () => (await listEventTypes(backend, id)).length;
    const link = await createQuoteLink(backend.staff, id);
    const before = await count();
    expect((await open(link ?? '')).state).toBe('viewed');
    const selection = { alternative: null, options: ['ramp'] };
    for (const answer of [chooseQuoteOptions, reviewQuote]) {
      const refused = answer(backend.anon, { token }, 1, selection);
      await expect(refused).rejects.toMatchObject({ code: 'PT429' });
    }
    const other = await acceptQuote(backend.anon, { token }, { ...acceptance, version: 2 });
    expect(other.status).toBe('changed');
    expect(await count()).toBe(before);
    expect((await acceptQuote(backend.anon, { token }, acceptance)).status).toBe('accepted');
  });

  test('unknown tokens count by IPv4 address and IPv6 /64', async () => {
    const rows = await run(sql<{ network: string }>`
      select private.to_network(ip, 64) as network from unnest(array['2001:db8:1:2:3::4', '2001:db8:1:2::/64',
        '203.0.113.9', '::ffff:203.0.113.9', 'unknown']) as ip`);
    expect(rows.map(({ network }) => network)).toEqual([
      ...['2001:db8:1:2::/64', '2001:db8:1:2::/64', '203.0.113.9', '203.0.113.9', 'unknown'],
    ]);
    const unknown = { token: '0'.repeat(40) };
    for (let host = 1; host <= 2; host += 1) {
      await backend.fetchForPage(`2001:db8:9:9::${host}`, '/rest/v1/rpc/open_quote', unknown);
    }
    const counted = await run(sql<{ hits: number }>`
      select hits from private.rate_limits where key = 'quote-links:2001:db8:9:9::/64'`);
    expect(counted).toEqual([{ hits: 2 }]);
  });

  const onServer = test.runIf(inject('template').engine === 'server');
  onServer('a quote that is locked is shown, and its answers are refused soon', async () => {
    const { id, token } = await addSentQuote(backend);
    await open(token);
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const locking = backend.database.owner.transaction().execute(async (transaction) => {
      await sql`select from public.quotes where id = ${id}::uuid for update`.execute(transaction);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    expect((await open(token)).state).toBe('sent');
    const answer = chooseQuoteOptions(backend.anon, { token }, 1, noSelection);
    await expect(answer).rejects.toMatchObject({ code: '55P03' });
    release.resolve();
    await locking;
  });

  test('private.is_signature accepts the same names as the form', async () => {
    const names = signatures.map(([name]) => name);
    const rows = await backend.run(sql<{ name: string; accepted: boolean }>`
      select name, private.is_signature(name) as accepted
      from unnest(${names}::text[]) with ordinality as given (name, position) order by position`);
    expect(rows.map(({ name, accepted }) => [name, accepted])).toEqual(signatures);
  });

  test('every function that takes a token waits for a lock for half a second', async () => {
    const rows = await backend.run(sql<{ name: string; settings: string[] | null }>`
      select proname as name, proconfig as settings from pg_proc
      where pronamespace = 'public'::regnamespace and 'token' = any (proargnames) order by proname`);
    expect(rows.map(({ name }) => name)).toContain('accept_quote');
    expect(rows.length).toBeGreaterThanOrEqual(9);
    for (const { name, settings } of rows) {
      expect([name, settings]).toEqual([name, expect.arrayContaining(['lock_timeout=500ms'])]);
    }
  });
});
