import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { insertSettings } from '#app/features/business/business-settings.ts';
import { insertSection } from '#app/features/heroes/hero-form.ts';
import { getRenumberedVideos, setVideoOrder } from '#app/features/home/video-carousel.ts';
import {
  acceptQuote,
  declineQuote,
  openQuote,
  sendQuoteMessage,
} from '#app/features/quotes/customer-quote.ts';
import { sendQuote } from '#app/features/quotes/quote-sending.ts';
import { insertQuote, readQuoteHistory, verifyQuote } from '#app/features/quotes/quotes.ts';
import {
  recordQuoteAcceptance,
  recordQuotePayment,
  withdrawQuote,
} from '#app/features/quotes/staff-actions.ts';
import { deleteRow, insertRow, readRow, updateRow, updateUnchanged } from '#app/lib/crud.ts';
import { createOneTimeToken } from '#backend/auth/tokens.ts';
import { findUserByEmail } from '#backend/auth/users.ts';
import {
  newContactMessage,
  newReview,
  newSection,
  newSettings,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  staffAccount,
  strangerAccount,
  type TestBackend,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';
import {
  addAcceptedQuote,
  addQuoteSettings,
  addSentQuote,
  changeQuote,
  dearer,
  getQuote,
  newPayment,
  newPhoneAcceptance,
  newQuoteDraft,
  prepareAcceptance,
} from '#tests/support/quotes.ts';

/** Concurrent requests over HTTP: one outcome, which everybody is told. */

describe.skipIf(!engineAvailable())('races', () => {
  const backend = useBackend();
  let editors: [TestClient, TestClient];

  beforeAll(async () => {
    await addQuoteSettings(backend);
    const second = backend.newClient();
    await second.auth.signInWithPassword(staffAccount);
    editors = [backend.staff, second];
  });

  const run: TestBackend['run'] = (query) => backend.run(query);
  // The typed client can't follow a table that is a parameter.
  const add = (table: string, row: object) =>
    insertRow(backend.service, table as 'past_projects', row as never);
  const read = (table: string, id: string) =>
    readRow(backend.service, table as 'past_projects', id);

  const repeat = <Result>(count: number, run: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => run(index)));
  const count = (results: { status: string }[], status: string) =>
    results.filter((result) => result.status === status).length;

  test('of 20 concurrent acceptances one is stored, and 19 return already_accepted', async () => {
    const { id, token } = await addSentQuote(backend);
    const acceptance = await prepareAcceptance(backend, token);
    const results = await repeat(20, () =>
      acceptQuote(backend.newClient(), { token }, { ...acceptance, attempt: randomUUID() }),
    );
    expect(count(results, 'accepted')).toBe(1);
    expect(count(results, 'already_accepted')).toBe(19);
    const { acceptances, events } = await readQuoteHistory(backend.staff, id);
    expect(acceptances).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'accepted')).toHaveLength(1);
    expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
  });

  test('one acceptance form that is sent 10 times gets the same response 10 times', async () => {
    const { id, token } = await addSentQuote(backend);
    const acceptance = await prepareAcceptance(backend, token);
    const results = await repeat(10, () => acceptQuote(backend.anon, { token }, acceptance));
    expect(results[0]).toMatchObject({ status: 'accepted', total: 954_850 });
    for (const result of results) expect(result).toEqual(results[0]);
    const rows = await run(sql`select from private.outbox where quote_id = ${id}::uuid
      and quote_mail ->> 'type' = 'accepted'`);
    expect(rows).toHaveLength(2);
  });

  test('of an acceptance and a withdrawal one is stored, and the other returns an error', async () => {
    for (let round = 0; round < 4; round++) {
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
    for (let round = 0; round < 3; round++) {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const results = await Promise.all([
        declineQuote(backend.anon, { token }, 1, ''),
        acceptQuote(backend.anon, { token }, acceptance),
        recordQuoteAcceptance(backend.staff, id, newPhoneAcceptance()),
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
    for (let round = 0; round < 3; round++) {
      const { id, token } = await addSentQuote(backend);
      const acceptance = await prepareAcceptance(backend, token);
      const changed = await changeQuote(backend, id, dearer);
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

  test('10 quotes that are each sent twice at once get 10 numbers without a gap', async () => {
    const drafts = await repeat(10, () => insertQuote(backend.staff, newQuoteDraft()));
    const results = await Promise.all(
      [...drafts, ...drafts].map((draft) => sendQuote(backend.staff, draft, 954_850)),
    );
    expect([count(results, 'sent'), count(results, 'unchanged')]).toEqual([10, 10]);
    const { data } = await backend.staff.from('quotes').select('number').throwOnError();
    const numbers = data.flatMap(({ number }) => (number ? [Number(number.slice(5))] : []));
    expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  });

  const onServer = test.runIf(inject('template').engine === 'server');
  onServer('no connection spends longer on compiling a statement than on running it', async () => {
    expect(await run(sql`show jit`)).toEqual([{ jit: 'off' }]);
  });

  test('concurrent views, messages and payments form one hash chain', async () => {
    const { id, token } = await addAcceptedQuote(backend);
    const message = randomUUID();
    const payment = randomUUID();
    const ask = (index: number) => {
      const own = index % 2 ? message : randomUUID();
      const question = { id: own, type: 'question', body: `Question ${index % 2}` } as const;
      return sendQuoteMessage(backend.anon, { token }, question);
    };
    const pay = (index: number) => {
      const own = index % 2 ? payment : randomUUID();
      return recordQuotePayment(backend.staff, id, newPayment({ id: own, cents: 100 }));
    };
    await Promise.all([
      repeat(10, () => openQuote(backend.anon, { token })),
      repeat(10, ask),
      repeat(10, pay),
    ]);
    const { messages, payments } = await readQuoteHistory(backend.staff, id);
    expect([messages.length, payments.length]).toEqual([6, 6]);
    expect(await verifyQuote(backend.staff, id)).toMatchObject({ status: 'intact' });
  });

  test('of four saves one is stored, the others return it', async () => {
    const before = await add('reviews', newReview());
    const outcomes = await Promise.allSettled(
      [...editors, ...editors].map((editor, n) =>
        updateUnchanged(editor, 'reviews', before as never, { customer_name: `Save ${n}` }),
      ),
    );
    const stored = await read('reviews', before.id);
    const [won, lost] = split<object>(outcomes);
    expect(won).toEqual([stored]);
    for (const reason of lost) expect(reason).toMatchObject({ name: 'RowChanged', row: stored });
  });

  test('a save reports a delete at the same time, or is in what undo puts back', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await add('reviews', newReview());
      const [saved, deleted] = await Promise.allSettled([
        updateUnchanged(editors[0], 'reviews', before as never, { customer_name: 'Saved' }),
        deleteRow(editors[1], 'reviews', before.id),
      ]);
      expect(await read('reviews', before.id)).toBeNull();
      expect(deleted).toMatchObject({ status: 'fulfilled' });
      if (saved.status === 'rejected') expect(saved.reason).toMatchObject({ name: 'RowNotFound' });
      else expect(deleted).toMatchObject({ value: { customer_name: 'Saved' } });
    }
  });

  test('of two deletes one returns the row, the other RowNotFound', async () => {
    const { id } = await add('contact_submissions', newContactMessage());
    const outcomes = await Promise.allSettled(
      editors.map((editor) => deleteRow(editor, 'contact_submissions', id)),
    );
    const [won, lost] = split(outcomes);
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(lost[0]).toMatchObject({ name: 'RowNotFound' });
  });

  test('changes of different columns are all stored, also beside a save', async () => {
    const before = await add('reviews', newReview({ is_approved: false, is_featured: false }));
    const [, , saved] = await Promise.allSettled([
      updateRow(editors[0], 'reviews', before.id, { is_approved: true }),
      updateRow(editors[1], 'reviews', before.id, { is_featured: true }),
      updateUnchanged(editors[1], 'reviews', before as never, {
        customer_name: 'Saved',
        is_approved: false,
      }),
    ]);
    const stored = await read('reviews', before.id);
    expect(stored).toMatchObject({ is_approved: true, is_featured: true });
    if (saved.status === 'rejected') expect(saved.reason).toMatchObject({ name: 'RowChanged' });
    else expect(stored).toMatchObject({ customer_name: 'Saved' });
  });

  test('the first hero and the first settings are inserted once', async () => {
    await run(sql`delete from public.business_settings`);
    const business = { ...newSettings(), latitude: null, longitude: null, retention_months: 24 };
    const heroes = await Promise.allSettled(
      editors.map((editor, n) => insertSection(editor, { ...newSection(), title: `Hero ${n}` })),
    );
    const settings = await Promise.allSettled(
      editors.map((editor, n) =>
        insertSettings(editor, { ...business, business_name: `Business ${n}` }),
      ),
    );
    for (const outcomes of [heroes, settings]) {
      const [won, lost] = split<object>(outcomes);
      expect([won.length, lost.length]).toEqual([1, 1]);
      expect(lost[0]).toMatchObject({ name: 'RowChanged', row: won[0] });
    }
  });

  test('of two orders of clips one is rejected, and the other is stored completely', async () => {
    await backend.service.from('video_carousel').delete().neq('title', '').throwOnError();
    const clips: Ordered[] = [];
    for (let n = 0; n < 5; n += 1) {
      const clip = await add('video_carousel', newVideo({ title: `Clip ${n}`, order_index: n }));
      clips.push(clip as unknown as Ordered);
    }
    const moves = [clips.toReversed(), [...clips.slice(2), ...clips.slice(0, 2)]].map(
      getRenumberedVideos,
    );
    const outcomes = await Promise.allSettled(
      moves.map(async (changes, n) => {
        for (const { clip, order_index } of changes) {
          await setVideoOrder(editors[n % 2 ? 1 : 0], clip, order_index);
        }
        return changes;
      }),
    );
    const [won, lost] = split(outcomes);
    expect(lost.length).toBeGreaterThan(0);
    for (const reason of lost) expect(reason).toMatchObject({ name: 'RowChanged' });
    for (const { clip, order_index } of won.flat()) {
      expect(await read('video_carousel', clip.id)).toMatchObject({ order_index });
    }
  });

  test('of 20 refreshes with one token one child can be used, and no other after it', async () => {
    const { data } = await backend.newClient().auth.signInWithPassword(strangerAccount);
    const refresh = async (refresh_token = '') => {
      const { data, error } = await backend.newClient().auth.refreshSession({ refresh_token });
      return { token: data.session?.refresh_token, code: error?.code };
    };
    const children = await repeat(20, () => refresh(data.session?.refresh_token));
    expect(children.map(({ code }) => code)).toEqual(Array(20).fill(undefined));
    const used = await Promise.all(children.map(({ token }) => refresh(token)));
    expect(used.filter(({ code }) => code === undefined)).toHaveLength(1);
    const again = await Promise.all(children.map(({ token }) => refresh(token)));
    expect(again.filter(({ code }) => code === undefined)).toEqual([]);
  });

  test('a mailed link works once if two clients send it at the same moment', async () => {
    const [{ owner }, { email }] = [backend.database, strangerAccount];
    const id = (await findUserByEmail(owner, email))?.id ?? '';
    const token_hash = await createOneTimeToken(owner, id, 'recovery', email);
    const taken = await repeat(2, () =>
      backend.newClient().auth.verifyOtp({ type: 'recovery', token_hash }),
    );
    const codes = taken.map(({ error }) => error?.code ?? 'taken').sort();
    expect(codes).toEqual(['otp_expired', 'taken']);
  });
});

type Ordered = { id: string; updated_at: string; order_index: number; created_at: string };

/** The values and the errors of outcomes. */
function split<Value>(outcomes: PromiseSettledResult<Value>[]): [Value[], unknown[]] {
  return [
    outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
  ];
}
