import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newsWording } from '#app/features/privacy/marketing-consent.ts';
import { newContactMessage, newQuoteRequest } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, useBackend } from '#tests/support/backend.ts';

/** The proxy is trusted, so that tests send from any network. */
describe.skipIf(!engineAvailable())('limits', () => {
  const backend = useBackend({ TRUST_PROXY: 'true', API_REQUESTS_PER_MINUTE: '40' });

  const ask = async (path: string, from: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${backend.url}${path}`, {
      headers: { apikey: backend.publishableKey, 'x-forwarded-for': from, ...headers },
    });
    await response.body?.cancel();
    return response;
  };

  test.each([
    ['quote_requests', () => newQuoteRequest()],
    ['contact_submissions', () => newContactMessage()],
    [
      'marketing_consents',
      () => ({ email: 'ann@example.com', wording: newsWording, source: 'contact' }),
    ],
  ] as const)('visitors add no row to %s beyond its total', async (table, create) => {
    const setMaxRows = (max: number) =>
      backend.run(sql`create or replace function private.get_max_rows(table_name text) returns integer
        language sql immutable set search_path = '' as ${sql.lit(`select ${max}`)}`);
    const [row] = await backend.run(sql<{ source: string }>`
      select pg_get_functiondef('private.get_max_rows'::regproc) as source`);
    const definition = row?.source ?? '';
    expect(definition).toContain(`'${table}' then 100000`);
    await setMaxRows(0);
    const { error } = await backend.anon.from(table as 'quote_requests').insert(create() as never);
    await backend.run(sql.raw(definition));
    expect(error?.code).toBe('PT507');
    await insertRows(backend.anon, table, create() as never);
  });

  describe('take_rate_limit', () => {
    const take = async (key: string, max: number) => {
      const [row] = await backend.run(sql<{ allowed: boolean }>`
        select public.take_rate_limit(${key}::text, ${max}::integer, 60) as allowed`);
      return row?.allowed;
    };
    const age = (key: string, interval: string) =>
      backend.run(sql`update private.rate_limits set window_started_at = now() - ${interval}::interval
        where key = ${key}`);

    test('counts exactly under concurrent calls, and writes nothing after the first rejected one', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => take('d', 7)));
      expect(answers.filter(Boolean)).toHaveLength(7);
      const readHits = async () => {
        const rows = await backend.run(sql<{ hits: number }>`
          select hits from private.rate_limits where key = 'd'`);
        return rows[0]?.hits;
      };
      // Several calls may be the first rejected one.
      const hits = await readHits();
      expect(hits).toBeGreaterThan(7);
      expect(await take('d', 7)).toBe(false);
      expect(await readHits()).toBe(hits);
    });

    test('the oldest counts of a kind beyond its total are deleted, and none of another kind', async () => {
      const other = 'auth:signInPerAccount:owner';
      for (const key of [other, 'auth:b:1', 'f:oldest', 'f:older', 'f:newer']) await take(key, 1);
      for (const key of [other, 'auth:b:1']) await age(key, '4 hours');
      await age('f:oldest', '3 hours');
      await age('f:older', '2 hours');
      await backend.run(sql`select private.trim_rate_limits('f:oldest', 2)`);
      const rows = await backend.run(sql<{ key: string }>`select key from private.rate_limits
        where key like any ('{auth:b:%,auth:signIn%,f:%}') order by key`);
      expect(rows.map(({ key }) => key)).toEqual(['auth:b:1', other, 'f:newer', 'f:oldest']);
    });

    // Each kind of scan shows in the transaction's own statistics.
    test('trimming reads the counts of one kind by an index, and none if there are few', async () => {
      const reads = await backend.database.owner.transaction().execute(async (transaction) => {
        await sql`insert into private.rate_limits (key, window_started_at)
          select 'many:' || n, now() - n * interval '1 millisecond' from generate_series(1, 20000) as n`.execute(
          transaction,
        );
        const countReads = async (kind: string) => {
          const read = async () => {
            const { rows } = await sql<{ scanned: number; fetched: number }>`
              select seq_tup_read::integer as scanned, idx_tup_fetch::integer as fetched
              from pg_stat_xact_user_tables where relid = 'private.rate_limits'::regclass`.execute(
              transaction,
            );
            return rows[0] ?? { scanned: Number.NaN, fetched: Number.NaN };
          };
          const before = await read();
          await sql`select private.trim_rate_limits(${`${kind}:kept`}, 19990)`.execute(transaction);
          const after = await read();
          return {
            scanned: after.scanned - before.scanned,
            fetched: after.fetched - before.fetched,
          };
        };
        const counted = { few: await countReads('few'), many: await countReads('many') };
        const { rows } = await sql<{ left: number }>`select count(*)::integer as left
          from private.rate_limits where key like 'many:%'`.execute(transaction);
        await sql`delete from private.rate_limits where key like 'many:%'`.execute(transaction);
        return { ...counted, left: rows[0]?.left };
      });
      expect(reads.few).toEqual({ scanned: 0, fetched: 0 });
      expect(reads.many.scanned).toBe(0);
      expect(reads.left).toBe(19_989);
    });

    test('deletes keys older than a day', async () => {
      await take('old', 1);
      await age('old', '25 hours');
      await take('e', 1);
      const rows = await backend.run(sql`select from private.rate_limits where key = 'old'`);
      expect(rows).toEqual([]);
    });
  });

  test.each(['/rest/v1/reviews', '/auth/v1/settings', '/storage/v1/object/public/images/none.jpg'])(
    'API_REQUESTS_PER_MINUTE limits a network that requests %s, and no other',
    async (path) => {
      const network = `2001:db8:0:${path.length}`;
      for (let n = 0; n < 40; n += 1) {
        expect((await ask(path, `${network}::${n}`)).status).not.toBe(429);
      }
      const refused = await ask(path, `${network}::ffff`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const secret = await ask(path, `${network}::1`, { apikey: backend.secretKey });
      expect(secret.status).not.toBe(429);
      expect((await ask(path, '2001:db8:1:1::1')).status).not.toBe(429);
    },
  );

  test('API_REQUESTS_PER_MINUTE limits an account across IPs', async () => {
    const { data } = await backend.staff.auth.getSession();
    const authorization = `Bearer ${data.session?.access_token}`;
    const statuses: number[] = [];
    for (let n = 0; n < 42; n += 1) {
      const { status } = await ask('/rest/v1/reviews', `203.0.113.${n}`, { authorization });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(40).fill(200), 429, 429]);
  });
});
