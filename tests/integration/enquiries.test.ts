import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SpamReason, verdictHeader } from '#app/features/enquiries/spam.ts';
import { countInMemory } from '#backend/limits.ts';
import { loadSigningSecrets } from '#server/signing-secrets.ts';
import { createFormGuard } from '#server/spam/form-guard.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  selectRow,
  selectRows,
  type TestBackend,
  useBackend,
} from '#tests/support/backend.ts';

/** How the database stores an enquiry: verdicts of the website's form, spam, limits, repeated ones. */

const image = (timestamp: number, name = 'yard.jpg') => ({
  inspiration_images: [`inspiration/${timestamp}-${name}`],
});
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
const listLinks = (count: number) =>
  Array.from({ length: count }, (_, n) => `https://www.shop${n}.example/a,b`).join('\n');
const archived = 'https://web.archive.org/web/2020/https://www.shop.example/';

describe.skipIf(!engineAvailable()).each([
  { table: 'contact_submissions', row: newContactMessage, text: 'message', name: 'name' },
  { table: 'quote_requests', row: newQuoteRequest, text: 'description', name: 'customer_name' },
] as const)('$table', ({ table, row, text, name }) => {
  const backend = useBackend();
  let secret: string;
  beforeAll(async () => {
    secret = backend.secrets.forms;
  });
  beforeEach(clear);

  async function clear() {
    await backend.service.from(table).delete().neq('email', '').throwOnError();
    await run(sql`delete from private.rate_limits`);
  }
  const run: TestBackend['run'] = (query) => backend.run(query);
  const setHits = (kind: string, hits: number) =>
    run(sql`insert into private.rate_limits (key, hits)
      values (${`enquiries:${table}:${kind}`}, ${hits}::integer)
      on conflict (key) do update set hits = excluded.hits`);
  const guardWith = (key: string) =>
    createFormGuard({
      secrets: { ...backend.secrets, forms: key },
      turnstile: undefined,
      countHit: countInMemory(),
      report: () => {},
    });
  /** A verdict as the website's server makes it for this very row. */
  const sign = (
    changes: object = {},
    {
      reasons = [],
      key = secret,
      submission = `id-${crypto.randomUUID()}`,
    }: { reasons?: SpamReason[]; key?: string; submission?: string } = {},
  ) => {
    const sent: Record<string, unknown> = { ...row(), ...changes };
    const signed = { email: String(sent.email), text: String(sent[text]) };
    return guardWith(key).sign(table, signed, reasons, submission);
  };
  type Caller = 'anon' | 'stranger' | 'staff' | 'service';
  const insert = (changes: object, verdict?: string, as: Caller = 'anon') => {
    const isWebsite = as === 'anon' && verdict !== undefined;
    const query = backend[isWebsite ? 'website' : as]
      .from(table as 'quote_requests')
      .insert({ ...row(), ...changes } as never);
    return verdict === undefined ? query : query.setHeader(verdictHeader, verdict);
  };
  /** As the website does: with the id from the browser, or for a visitor without scripts. */
  const sendForm = async (id: string | undefined, changes: object = {}, ip = '192.0.2.1') => {
    const submission = guardWith(secret).getSubmissionFrom(ip, id);
    expect((await insert(changes, sign(changes, { submission }))).error).toBeNull();
  };
  const send = async (changes: object = {}) => {
    expect((await insert(changes)).error).toBeNull();
  };
  const count = async () => (await selectRows(backend.service, table, 'id', {})).length;
  const readOnly = () => selectRow(backend.service, table, 'id, is_spam, spam_reasons', {});
  const pass = (interval: string) =>
    run(sql`update private.submissions set stored_at = stored_at - ${interval}::interval`);

  describe('a verdict of the form', () => {
    test('without reasons stores an enquiry that is not spam, whatever its letters', async () => {
      const changes = {
        [text]: 'Größe 10x12,\r\nplease – 日本語 too. See https://example.com/idea',
      };
      await insert(changes, sign(changes)).throwOnError();
      expect(await readOnly()).toMatchObject({ is_spam: false, spam_reasons: [] });
    });

    test('with reasons marks it as spam', async () => {
      const reasons: SpamReason[] = ['hidden_field', 'too_fast'];
      await insert({}, sign({}, { reasons })).throwOnError();
      expect(await readOnly()).toMatchObject({ is_spam: true, spam_reasons: reasons });
    });

    test.each([
      ['is missing', () => undefined],
      ['is no verdict', () => 'clean'],
      ['has another signature', () => sign({}, { key: 'x'.repeat(40) })],
      ['is about another text', () => sign({ [text]: 'Something quite different.' })],
      ['is about another sender', () => sign({ email: 'other@example.com' })],
      [
        'lost its reasons',
        () => sign({}, { reasons: ['hidden_field'] }).replace('hidden_field', '-'),
      ],
      ['is of another submission', () => sign().replace(/id-[\w-]+/, 'id-another')],
      ['is old', () => sign().replace(/^\d+/, String(Date.now() - 3_600_000))],
    ])('that %s stores the enquiry with the tighter limit of a network', async (_what, create) => {
      for (const as of ['anon', 'stranger'] as const) {
        await clear();
        await insert({}, create(), as).throwOnError();
        expect(await readOnly()).toMatchObject({ is_spam: false, spam_reasons: [] });
        await setHits('127.0.0.1', 20);
        expect((await insert({ email: 'next@example.com' }, create(), as)).status).toBe(429);
      }
    });

    test('counts from the website only: from outside the header is removed', async () => {
      await setHits('127.0.0.1', 20);
      const fromOutside = backend.anon.from(table as 'quote_requests').insert(row() as never);
      expect((await fromOutside.setHeader(verdictHeader, sign())).status).toBe(429);
      await insert({}, sign()).throwOnError();
    });

    test('of the former FORM_SECRET passes for 15 minutes, of another purpose never', async () => {
      await setHits('127.0.0.1', 20);
      const chosen = 'chosen by the operator, 32 characters';
      const { forms, evidence, documents } = await loadSigningSecrets(backend.database, chosen);
      const getStatus = async (key: string) => {
        const changes = { email: `${crypto.randomUUID()}@example.com` };
        return (await insert(changes, sign(changes, { key }))).status;
      };
      expect(await getStatus(forms)).toBe(201);
      expect(await getStatus(secret)).toBe(201);
      await run(
        sql`update private.signing_secrets set retired_at = retired_at - interval '15 minutes'`,
      );
      expect(await getStatus(secret)).toBe(429);
      expect(await getStatus(evidence)).toBe(429);
      expect(await getStatus(documents)).toBe(429);
      expect(await loadSigningSecrets(backend.database, undefined)).toMatchObject({ forms });
      secret = forms;
    });

    test('needs no signature as long as the database has no secret', async () => {
      await run(sql`delete from private.signing_secrets`);
      await setHits('127.0.0.1', 20);
      await send();
      await clear();
      await insert({}, `${Date.now()} hidden_field,no_such_reason id-any -`).throwOnError();
      expect(await readOnly()).toMatchObject({ is_spam: true, spam_reasons: ['hidden_field'] });
      secret = (await loadSigningSecrets(backend.database, undefined)).forms;
    });
  });

  describe('on the hosted platform', () => {
    /** PostgREST passes each header of the client, and its proxy's; nobody states a network. */
    const send = (headers: object) =>
      backend.database.owner.transaction().execute(async (transaction) => {
        await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true),
          set_config('role', 'anon', true)`.execute(transaction);
        const sent = { ...row(), email: `${crypto.randomUUID()}@example.com` };
        const columns = sql.join(Object.keys(sent).map((column) => sql.ref(column)));
        await sql`insert into ${sql.table(`public.${table}`)} (${columns})
          select ${columns} from jsonb_populate_record(null::${sql.table(`public.${table}`)},
            ${JSON.stringify(sent)}::jsonb)`.execute(transaction);
      });

    test.each([
      { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      { 'x-forwarded-for': '::ffff:203.0.113.9' },
    ])('the network is that of the proxy, whatever the client states: %j', async (headers) => {
      await setHits('203.0.113.9', 20);
      const forged = { ...headers, 'x-ridgeline-network': '198.51.100.2' };
      await expect(send(forged)).rejects.toThrow('Too many enquiries from this address');
      await send({ ...forged, 'cf-connecting-ip': '203.0.113.10' });
    });

    test('an IPv6 /48 is one network', async () => {
      await send({ 'cf-connecting-ip': '2001:db8:1:2::1' });
      await setHits('2001:db8:1::/48', 20);
      await expect(send({ 'cf-connecting-ip': '2001:db8:1:ff::9' })).rejects.toThrow('Too many');
    });
  });

  describe('limits', () => {
    test('without a verdict a network sends 20 enquiries an hour, others are not limited', async () => {
      const from = (ip: string, n: number) =>
        backend.fetchForPage(ip, `/rest/v1/${table}`, { ...row(), email: `n${n}@example.com` });
      const statuses: number[] = [];
      for (let n = 0; n < 21; n += 1) statuses.push((await from(`2001:db8:1:${n}::1`, n)).status);
      expect(statuses).toEqual([...Array(20).fill(201), 429]);
      const rejected = await from('2001:db8:1:99::1', 22);
      expect(rejected.headers.get('retry-after')).toBe('3600');
      const message = 'Too many enquiries from this address, please try again later';
      expect(await rejected.json()).toMatchObject({ message });
      expect((await from('2001:db8:2::1', 23)).status).toBe(201);
    });

    test('a table takes 100 enquiries an hour without a verdict and 500 with one', async () => {
      await setHits('other', 99);
      await send();
      await backend.service.from(table).delete().neq('email', '');
      const refused = await insert({});
      expect(refused.status).toBe(429);
      expect(refused.error?.message).toBe(
        'Too many enquiries have arrived within the hour, please try again later',
      );
      await setHits('form', 499);
      await sendForm(first, { email: 'last@example.com' });
      const changes = { email: 'next@example.com' };
      expect((await insert(changes, sign(changes))).status).toBe(429);
      expect((await insert(changes, undefined, 'service')).error).toBeNull();
      await run(
        sql`update private.rate_limits set window_started_at = now() - interval '61 minutes'`,
      );
      await sendForm(second, changes);
    });
  });

  describe('spam', () => {
    test.each([
      [{ [text]: 'Look at <a target="_blank" href="http://a.example">this</a>' }, ['markup']],
      [{ [text]: '[LINK = http://a.example] is here' }, ['markup']],
      [{ [text]: 'http://a.ca www.b.ca https://c.ca http://d.ca www.e.ca' }, ['many_links']],
      [{ [text]: 'http://a.ca www.b.ca https://c.ca http://d.ca' }, []],
      [{ [text]: listLinks(5) }, ['many_links']],
      [{ [text]: listLinks(4) }, []],
      [{ [text]: `We like ${archived}, ${archived} and ${archived}` }, []],
      [{ [text]: 'A roof of 8 < a < 12 feet; the url is in my mail.' }, []],
      [{ [name]: 'Win at www.casino.example' }, ['link_in_name']],
      [{ [name]: "D'Arcy O'Neil-Wright Jr." }, []],
    ])('is recognised with and without a verdict: %o', async (changes, spam_reasons) => {
      for (const verdict of [sign(changes), undefined]) {
        await backend.service.from(table).delete().neq('email', '');
        await insert(changes, verdict).throwOnError();
        expect(await readOnly()).toMatchObject({ is_spam: spam_reasons.length > 0, spam_reasons });
      }
    });

    test('is not looked for in what staff and the service key add, repeatedly', async () => {
      const changes = { [name]: 'Win at www.casino.example' };
      for (const as of ['staff', 'service'] as const) {
        await insert(changes, undefined, as).throwOnError();
        await insert(changes, undefined, as).throwOnError();
      }
      const { data } = await backend.service.from(table).select('is_spam').throwOnError();
      expect(data).toEqual(Array(4).fill({ is_spam: false }));
    });
  });

  describe('a repeated enquiry', () => {
    test('with the same id and content is stored once a day', async () => {
      await Promise.all(Array.from({ length: 6 }, () => sendForm(first)));
      await sendForm(first, {}, '192.0.2.2');
      await pass('23 hours');
      await sendForm(first);
      expect(await count()).toBe(1);
      await pass('2 hours');
      await sendForm(first);
      expect(await count()).toBe(2);
    });

    test('with changed content or another id is a new one', async () => {
      await sendForm(first);
      await sendForm(first, { [text]: 'Something else this time.' });
      await sendForm(first);
      await sendForm(second);
      expect(await count()).toBe(3);
      if (table === 'contact_submissions') return;
      await sendForm(first, image(1767225600000));
      await sendForm(first, image(1767225600001));
      expect(await count()).toBe(5);
    });

    test('without an id is one from the same IP within 60 seconds', async () => {
      for (const again of [send, () => sendForm(undefined)]) {
        await clear();
        await Promise.all(Array.from({ length: 4 }, () => again()));
        await pass('40 seconds');
        await again();
        expect(await count()).toBe(1);
        await pass('61 seconds');
        await again();
        expect(await count()).toBe(2);
      }
    });

    test('without an id but with changed content or from another IP is a new one', async () => {
      await send();
      await send({ [text]: 'Something else this time.' });
      await send({ email: 'another@example.com' });
      await send({ phone: null });
      expect(await count()).toBe(4);
      await clear();
      for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
        await sendForm(undefined, {}, ip);
        await backend.fetchForPage(ip, `/rest/v1/${table}`, row());
      }
      expect(await count()).toBe(6);
    });

    test.runIf(table === 'quote_requests')(
      'has the same images if they are uploaded again',
      async () => {
        await send(image(1767225600000));
        await send(image(1767225600001));
        expect(await count()).toBe(1);
        await send(image(1767225600001, 'house.jpg'));
        expect(await count()).toBe(2);
      },
    );

    test('can be sent again once it is deleted; its key is deleted with it, or after a day', async () => {
      const keys = async () => (await run(sql`select key from private.submissions`)).length;
      await sendForm(first);
      await sendForm(second, { [text]: 'Something else this time.' });
      expect(await keys()).toBe(2);
      await backend.service.from(table).delete().neq('email', '').throwOnError();
      expect(await keys()).toBe(0);
      await sendForm(first);
      await pass('25 hours');
      await sendForm(second);
      expect([await keys(), await count()]).toEqual([1, 2]);
    });
  });
});
