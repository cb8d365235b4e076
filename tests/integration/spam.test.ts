import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpamReason } from '#app/domain/enquiries/spam.ts';
import { verdictHeader } from '#app/domain/enquiries/spam.ts';
import { countInMemory } from '#backend/rate-limit.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import { loadFormSecret } from '#server/spam/form-secret.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable()).each([
  { table: 'contact_submissions', row: newContactMessage, textColumn: 'message', name: 'name' },
  {
    table: 'quote_requests',
    row: newQuoteRequest,
    textColumn: 'description',
    name: 'customer_name',
  },
] as const)('spam in $table', ({ table, row, textColumn, name }) => {
  let backend: TestBackend;
  let secret: string;
  beforeAll(async () => {
    backend = await startBackend();
    secret = await loadFormSecret(backend.database, undefined);
  });
  beforeEach(async () => {
    await backend.service.from(table).delete().neq('email', '');
    await sql`delete from private.rate_limits`.execute(backend.database.owner);
  });
  afterAll(() => backend?.stop());

  type Sent = {
    changes?: object;
    verdict?: string;
    as?: 'anon' | 'stranger' | 'staff' | 'service';
  };
  const insert = ({ changes = {}, verdict, as = 'anon' }: Sent = {}) => {
    const query = backend[as]
      .from(table as 'quote_requests')
      .insert({ ...row(), ...changes } as never);
    return verdict === undefined ? query : query.setHeader(verdictHeader, verdict);
  };
  const stored = async () => {
    const { data } = await backend.service
      .from(table)
      .select('id, is_spam, spam_reasons')
      .throwOnError();
    expect(data).toHaveLength(1);
    return data[0];
  };
  /** A verdict as the website's server makes it for this very row. */
  const signed = (changes: object = {}, reasons: SpamReason[] = [], by = secret) => {
    const sent: Record<string, unknown> = { ...row(), ...changes };
    const guard = createFormGuard({
      secret: by,
      turnstile: undefined,
      countHit: countInMemory(),
      report: () => {},
    });
    return guard.sign(
      table,
      { email: String(sent.email), text: String(sent[textColumn]) },
      reasons,
      `id-${crypto.randomUUID()}`,
    );
  };

  test('an enquiry with a verdict of the form is not spam', async () => {
    const changes = {
      [textColumn]: 'Größe 10x12,\r\nplease – 日本語 too. See https://example.com/idea',
    };
    expect((await insert({ changes, verdict: signed(changes) })).error).toBeNull();
    expect(await stored()).toMatchObject({ is_spam: false, spam_reasons: [] });
  });

  test('an enquiry whose verdict has reasons is marked as spam', async () => {
    await insert({ verdict: signed({}, ['hidden_field', 'too_fast']) });
    expect(await stored()).toMatchObject({
      is_spam: true,
      spam_reasons: ['hidden_field', 'too_fast'],
    });
  });

  test.each([
    ['nothing', () => undefined],
    ['something else', () => 'clean'],
    ['a signature of somebody else', () => signed({}, [], 'x'.repeat(40))],
    ['a verdict about another text', () => signed({ [textColumn]: 'Something quite different.' })],
    ['a verdict about another sender', () => signed({ email: 'other@example.com' })],
    ['reasons taken away', () => signed({}, ['hidden_field']).replace('hidden_field', '-')],
    ['another submission', () => signed().replace(/id-[\w-]+/, 'id-another')],
    ['an old verdict', () => signed().replace(/^\d+/, String(Date.now() - 3_600_000))],
    ['a broken time', () => signed().replace(/^\d+/, '9'.repeat(30))],
  ])(
    'an enquiry with %s as verdict is stored, with the tighter limit of a network',
    async (_what, verdict) => {
      for (const as of ['anon', 'stranger'] as const) {
        await backend.service.from(table).delete().neq('email', '');
        await sql`delete from private.rate_limits`.execute(backend.database.owner);
        const given = verdict();
        const send = () => insert({ as, ...(given === undefined ? {} : { verdict: given }) });
        expect((await send()).error).toBeNull();
        expect(await stored()).toMatchObject({ is_spam: false, spam_reasons: [] });
        await backend.service.from(table).delete().neq('email', '');
        await sql`update private.rate_limits set hits = 20 where key = ${`enquiries:${table}:127.0.0.1`}`.execute(
          backend.database.owner,
        );
        expect((await send()).status).toBe(429);
      }
    },
  );

  test('without a verdict a network sends 20 enquiries an hour, other networks are not limited', async () => {
    const from = (ip: string, n: number) =>
      backend.fetchForPage(ip, `/rest/v1/${table}`, { ...row(), email: `n${n}@example.com` });
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      statuses.push((await from(`2001:db8:1:${n}::1`, n)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
    const rejected = await from('2001:db8:1:99::1', 22);
    expect(rejected.headers.get('retry-after')).toBe('3600');
    expect(await rejected.json()).toMatchObject({
      message: 'Too many enquiries from this address, please try again later',
    });
    expect((await from('2001:db8:2::1', 23)).status).toBe(201);
    expect((await from('203.0.113.1', 24)).status).toBe(201);
    // The form has limits of its own.
    const changes = { email: 'form@example.com' };
    expect((await insert({ changes, verdict: signed(changes) })).error).toBeNull();
    await sql`update private.rate_limits set hits = 20 where key = ${`enquiries:${table}:127.0.0.1`}`.execute(
      backend.database.owner,
    );
    const next = { email: 'form.next@example.com' };
    expect((await insert({ changes: next, verdict: signed(next) })).error).toBeNull();
  });

  test('the text is checked alike with and without a verdict', async () => {
    const changes = { [textColumn]: 'Cheap [url=http://a.example]pills[/url] for everybody' };
    await insert({ changes, verdict: signed(changes) });
    const through = (await stored())?.spam_reasons ?? [];
    await backend.service.from(table).delete().neq('email', '');
    await insert({ changes });
    expect(through).toEqual(['markup']);
    expect((await stored())?.spam_reasons).toEqual(through);
  });

  test.each([
    [{ [textColumn]: 'Look at <a target="_blank" href="http://a.example">this</a>' }, ['markup']],
    [{ [textColumn]: '[LINK = http://a.example] is here' }, ['markup']],
    [{ [textColumn]: 'http://a.ca www.b.ca https://c.ca http://d.ca www.e.ca' }, ['many_links']],
    [{ [textColumn]: 'http://a.ca www.b.ca https://c.ca http://d.ca' }, []],
    [{ [textColumn]: 'A roof <a href> of 12 feet, i.e. 8 < a < 12, [url] or not' }, ['markup']],
    [{ [textColumn]: 'A roof of 8 < a < 12 feet; the url is in my mail.' }, []],
    [{ [name]: 'Win at www.casino.example' }, ['link_in_name']],
    [{ [name]: "D'Arcy O'Neil-Wright Jr." }, []],
  ])('the reasons of the text %o are stored', async (changes, reasons) => {
    await insert({ changes, verdict: signed(changes) });
    expect(await stored()).toMatchObject({
      is_spam: reasons.length > 0,
      spam_reasons: reasons,
    });
  });

  test('visitors cannot write is_spam and spam_reasons', async () => {
    for (const as of ['anon', 'stranger'] as const) {
      for (const changes of [{ is_spam: false }, { spam_reasons: [] }]) {
        expect((await insert({ as, changes, verdict: signed() })).error?.code).toBe('42501');
      }
    }
  });

  test('staff alone write is_spam, and no caller writes spam_reasons', async () => {
    await insert({ verdict: signed({}, ['too_fast']) });
    const id = (await stored())?.id ?? '';
    const update = (as: 'anon' | 'stranger' | 'staff', change: object) =>
      backend[as]
        .from(table as 'quote_requests')
        .update(change as never)
        .eq('id', id)
        .select('id');
    expect((await update('anon', { is_spam: false })).error?.code).toBe('42501');
    expect((await update('stranger', { is_spam: false })).data).toEqual([]);
    expect((await update('staff', { spam_reasons: [] })).error?.code).toBe('42501');
    expect(await stored()).toMatchObject({ is_spam: true });
    expect((await update('staff', { is_spam: false })).data).toEqual([{ id }]);
    expect(await stored()).toMatchObject({ is_spam: false, spam_reasons: ['too_fast'] });
  });

  test('enquiries added by staff and the service key are not spam', async () => {
    for (const as of ['staff', 'service'] as const) {
      await backend.service.from(table).delete().neq('email', '');
      expect((await insert({ as })).error).toBeNull();
      expect(await stored()).toMatchObject({ is_spam: false, spam_reasons: [] });
    }
  });

  test('a table accepts 100 enquiries an hour without a verdict and 500 with one', async () => {
    const fill = (kind: string, hits: number) =>
      sql`insert into private.rate_limits (key, hits) values (${`enquiries:${table}:${kind}`}, ${hits}::integer)
        on conflict (key) do update set hits = excluded.hits`.execute(backend.database.owner);
    await fill('other', 99);
    expect((await insert()).error).toBeNull();
    await backend.service.from(table).delete().neq('email', '');
    const refused = await insert();
    expect(refused.status).toBe(429);
    expect(refused.error?.message).toBe(
      'Too many enquiries have arrived within the hour, please try again later',
    );
    // The form stays open for those who use it.
    expect((await insert({ verdict: signed() })).error).toBeNull();
    await fill('form', 499);
    const last = { email: 'last@example.com' };
    expect((await insert({ changes: last, verdict: signed(last) })).error).toBeNull();
    await fill('form', 500);
    const other = { email: 'next@example.com' };
    expect((await insert({ changes: other, verdict: signed(other) })).status).toBe(429);
    expect((await insert({ changes: other, as: 'service' })).error).toBeNull();
    await sql`update private.rate_limits set window_started_at = now() - interval '61 minutes'`.execute(
      backend.database.owner,
    );
    expect((await insert({ changes: other, verdict: signed(other) })).error).toBeNull();
  });

  test('no caller reads the secret, and all processes have the same one', async () => {
    expect(await loadFormSecret(backend.database, undefined)).toBe(secret);
    const { error } = await backend.anon
      .schema('private' as 'public')
      .from('form_secrets' as 'reviews')
      .select();
    expect(error?.code).toBe('PGRST106');
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      const reading = backend.database.asCaller({ role, claims: {} }, (transaction) =>
        sql`select secret from private.form_secrets`.execute(transaction),
      );
      await expect(reading).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('a secret of the settings is valid beside the generated one', async () => {
    const chosen = 'chosen by the operator, 32 characters';
    expect(await loadFormSecret(backend.database, chosen)).toBe(chosen);
    await insert({ verdict: signed({}, [], chosen) });
    expect(await stored()).toMatchObject({ is_spam: false });
    await sql`delete from private.form_secrets where secret = ${chosen}`.execute(
      backend.database.owner,
    );
  });

  test('without a stored secret, no signature is required and reasons of a verdict are stored', async () => {
    await sql`delete from private.form_secrets`.execute(backend.database.owner);
    await insert();
    expect(await stored()).toMatchObject({ is_spam: false, spam_reasons: [] });
    const { rows } = await sql<{ key: string }>`select key from private.rate_limits`.execute(
      backend.database.owner,
    );
    expect(rows).toContainEqual({ key: `enquiries:${table}:form` });
    expect(rows).not.toContainEqual({ key: `enquiries:${table}:127.0.0.1` });
    await backend.service.from(table).delete().neq('email', '');
    await insert({ verdict: `${Date.now()} hidden_field,no_such_reason id-any -` });
    expect(await stored()).toMatchObject({ is_spam: true, spam_reasons: ['hidden_field'] });
    secret = await loadFormSecret(backend.database, undefined);
  });
});
