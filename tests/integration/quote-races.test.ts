import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  acceptQuote,
  declineQuote,
  openQuote,
  sendQuoteMessage,
} from '#app/data/customer-quotes.ts';
import {
  insertQuote,
  type Quote,
  readQuoteHistory,
  recordQuoteAcceptance,
  recordQuotePayment,
  sendQuote,
  updateQuote,
  verifyQuote,
  withdrawQuote,
} from '#app/data/quotes.ts';
import { newQuoteContent, newQuoteItem } from '#tests/fixtures/quotes.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';
import {
  addQuoteSettings,
  addSentQuote,
  getQuote,
  newQuoteDraft,
  noSelection,
  prepareAcceptance,
} from '#tests/support/quotes.ts';

/** Concurrent requests over HTTP: one outcome, reported to everybody, and an intact evidence log. */

describe.skipIf(!engineAvailable())('concurrent changes of a quote', () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startBackend();
    await addQuoteSettings(backend);
  });
  afterAll(() => backend?.stop());

  const repeat = <Result>(count: number, run: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => run(index)));
  const countBy = (statuses: string[]) =>
    Object.fromEntries(
      [...new Set(statuses)].map((status) => [
        status,
        statuses.filter((it) => it === status).length,
      ]),
    );

  test('of 50 concurrent acceptances one is stored, and 49 return already_accepted', async () => {
    const { id, token } = await addSentQuote(backend);
    const acceptance = await prepareAcceptance(backend, token);
    const results = await repeat(50, () =>
      acceptQuote(backend.newClient(), { token }, { ...acceptance, attempt: randomUUID() }),
    );
    expect(countBy(results.map(({ status }) => status))).toEqual({
      accepted: 1,
      already_accepted: 49,
    });
    const { acceptances, events } = await readQuoteHistory(backend.staff, id);
    expect(acceptances).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'accepted')).toHaveLength(1);
    expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
  });

  test('one form that is sent 20 times gets the same response 20 times', async () => {
    const { id, token } = await addSentQuote(backend);
    const acceptance = await prepareAcceptance(backend, token);
    const results = await repeat(20, () => acceptQuote(backend.anon, { token }, acceptance));
    expect(results[0]).toMatchObject({ status: 'accepted', total: 954_850 });
    for (const result of results) expect(result).toEqual(results[0]);
    const { rows } = await sql`select from private.outbox where quote_id = ${id}::uuid
      and quote_mail ->> 'type' = 'accepted'`.execute(backend.database.owner);
    expect(rows).toHaveLength(2);
  });

  test('of an acceptance and a withdrawal one is stored, and the other returns an error', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const accept = () => acceptQuote(backend.anon, { token }, acceptance);
      const withdraw = () => withdrawQuote(backend.staff, id, '');
      const [accepted, withdrawn] =
        round % 2
          ? await Promise.all([accept(), withdraw()])
          : (await Promise.all([withdraw(), accept()])).toReversed();
      const { state } = await getQuote(backend, id);
      expect(['accepted', 'withdrawn']).toContain(state);
      expect(accepted?.status).toBe(state);
      expect(withdrawn?.status).toBe(state);
      expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
    }
  });

  test('of an acceptance, a decline and an acceptance by phone one is stored', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const results = await Promise.all([
        declineQuote(backend.anon, { token }, 1, ''),
        acceptQuote(backend.anon, { token }, acceptance),
        recordQuoteAcceptance(backend.staff, id, {
          version: 1,
          selection: noSelection,
          name: 'Ann Fielder',
          note: '',
          attempt: randomUUID(),
        }),
      ]);
      const { state } = await getQuote(backend, id);
      const { acceptances, events } = await readQuoteHistory(backend.staff, id);
      expect(acceptances).toHaveLength(state === 'accepted' ? 1 : 0);
      const answers = events.filter(({ type }) => type === 'accepted' || type === 'declined');
      expect(answers.map(({ type }) => type)).toEqual([state]);
      const known = ['accepted', 'already_accepted', 'declined'];
      for (const { status } of results) expect(known).toContain(status);
    }
  });

  test('of an acceptance and a new version one is stored completely', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const content = newQuoteContent({ items: [newQuoteItem({ unitCents: 900_000 })] });
      const changed = await updateQuote(backend.staff, await getQuote(backend, id), { content });
      const [accepted, sent] = await Promise.all([
        acceptQuote(backend.anon, { token }, acceptance),
        sendQuote(backend.staff, changed, 1_017_000),
      ]);
      expect(sent).toMatchObject({ status: 'sent', version: 2 });
      const { state, agreed_cents } = await getQuote(backend, id);
      expect(state).toBe('sent');
      if (accepted.status === 'accepted') expect(agreed_cents).toBe(954_850);
      else {
        expect(accepted).toEqual({ status: 'changed', version: 2 });
        expect(agreed_cents).toBeNull();
      }
    }
  });

  test('30 quotes that are sent at once get 30 numbers without a gap', async () => {
    const drafts: Quote[] = [];
    for (let index = 0; index < 30; index++) {
      drafts.push(await insertQuote(backend.staff, newQuoteDraft()));
    }
    const results = await repeat(60, (index) => {
      const draft = drafts[index % 30];
      if (!draft) throw new Error('There is no such draft');
      return sendQuote(backend.staff, draft, 954_850);
    });
    expect(countBy(results.map(({ status }) => status))).toEqual({ sent: 30, unchanged: 30 });
    const { data } = await backend.staff.from('quotes').select('number').throwOnError();
    const numbers = data.flatMap(({ number }) => (number ? [Number(number.slice(5))] : []));
    expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  });

  test('concurrent views, messages and payments form one hash chain', async () => {
    const { id, token } = await addSentQuote(backend);
    const acceptance = await prepareAcceptance(backend, token);
    await acceptQuote(backend.anon, { token }, acceptance);
    const message = randomUUID();
    const payment = randomUUID();
    await Promise.all([
      ...Array.from({ length: 10 }, () => openQuote(backend.anon, { token })),
      ...Array.from({ length: 10 }, (_, index) =>
        sendQuoteMessage(
          backend.anon,
          { token },
          {
            id: index % 2 ? message : randomUUID(),
            type: 'question',
            body: `Question ${index % 2}`,
          },
        ),
      ),
      ...Array.from({ length: 10 }, (_, index) =>
        recordQuotePayment(backend.staff, id, {
          id: index % 2 ? payment : randomUUID(),
          paidOn: '2026-11-20',
          cents: 100,
          method: 'cash',
          note: '',
        }),
      ),
    ]);
    const { messages, payments } = await readQuoteHistory(backend.staff, id);
    expect([messages.length, payments.length]).toEqual([6, 6]);
    expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
  });
});
