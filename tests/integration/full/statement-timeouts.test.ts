import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { insertRow } from '#app/lib/crud.ts';
import type { Caller } from '#backend/database/database.ts';
import { newContactMessage } from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, selectRows, useBackend } from '#tests/support/backend.ts';
import { getDatabaseUrl } from '#tests/support/empty-server-database.ts';

/** It takes more than a minute on a text of 20,000 characters. */
const slowPattern = '(?=.*(?=.*zzzz))';
const longText = 'abc '.repeat(5000);
const isServer = inject('template').engine === 'server';
/** A server interrupts whatever it runs; sleeping takes no processor from other tests. */
const slowStatement = isServer
  ? sql<{ found: string }>`select pg_sleep(60)::text as found`
  : sql<{ found: string }>`select (${longText}::text ~ ${slowPattern}::text)::text as found`;
const quickStatement = sql<{ one: string }>`select '1' as one`;
const anon: Caller = { role: 'anon', claims: {} };
const timedOut = { code: '57014' };

/** Has statements on a server wait for tables, instead of matching the slow pattern. */
async function lockTables(url: string, tables: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  return client;
}

describe.skipIf(!engineAvailable())('statement timeouts', () => {
  const backend = useBackend();
  beforeAll(async () => {
    const post = { title: 'Long', slug: 'long', content: longText, author: 'Ann' };
    await insertRow(backend.service, 'blog_posts', post);
  });

  const countMessages = async () =>
    (await selectRows(backend.service, 'contact_submissions', 'id', {})).length;
  const insertMessage = (subject: string) =>
    insertRows(backend.anon, 'contact_submissions', newContactMessage({ subject }));

  test('a visitor is answered 57014 after two seconds, and waiting statements run', async () => {
    await insertMessage('Before');
    const slow = backend.database.queryAsCaller(anon, slowStatement);
    const behind = [
      ...Array.from({ length: 5 }, () => backend.database.queryAsCaller(anon, quickStatement)),
      insertMessage('Behind'),
      backend.service.from('reviews').select('id').throwOnError(),
    ];
    await expect(slow).rejects.toMatchObject(timedOut);
    await Promise.all(behind);
    expect(await countMessages()).toBe(2);
  });

  test('a timeout within a transaction rolls it back and leaves the connection usable', async () => {
    const before = await countMessages();
    const transaction = backend.database.asCaller(anon, async (transaction) => {
      await sql`insert into contact_submissions (name, email, subject, message)
        values ('Ada Fox', 'ada@example.com', 'Lost', 'Rolled back by the timeout')`.execute(
        transaction,
      );
      await slowStatement.execute(transaction);
    });
    await expect(transaction).rejects.toMatchObject(timedOut);
    expect(await countMessages()).toBe(before);
    await insertMessage('After the transaction');
  });

  test('GET with a slow expression as staff answers 504 with 57014 after ten seconds', async () => {
    const request = () =>
      backend.staff.from('blog_posts').select('id').filter('content', 'match', slowPattern);
    const lock = isServer
      ? await lockTables(await getDatabaseUrl(backend.database), 'blog_posts')
      : undefined;
    const { error, status } = await request();
    await lock?.end();
    expect([status, error?.code]).toEqual([504, '57014']);
    expect((await backend.staff.from('blog_posts').select('id')).data).toHaveLength(1);
  });

  // Only a server has a second connection that can hold locks.
  test.runIf(isServer)('lists of files and sign-ins that time out answer 504', async () => {
    const url = await getDatabaseUrl(backend.database);
    const lock = await lockTables(url, 'storage.objects, auth.users');
    const [list, signIn] = await Promise.all([
      backend.anon.storage.from('images').list('sheds'),
      backend.anon.auth.signInWithPassword({ email: 'ann@example.com', password: 'wrong' }),
    ]);
    await lock.end();
    expect(list.error).toMatchObject({ statusCode: '504', code: 'DatabaseTimeout' });
    // supabase-js retries after a 504, and retains the session.
    expect(signIn.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 504 });
  });

  test.runIf(isServer)('a client that disconnects cancels its read', async () => {
    const countRunning = async () => {
      const [row] = await backend.run(sql<{ count: number }>`
        select count(*)::integer from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`);
      return row?.count;
    };
    const leaving = new AbortController();
    const request = backend.service
      .from('blog_posts')
      .select('id')
      .filter('content', 'match', slowPattern)
      .abortSignal(leaving.signal);
    const answer = request.then(({ error }) => error?.message);
    await expect.poll(countRunning).toBe(1);
    leaving.abort();
    expect(await answer).toMatch(/abort/i);
    await expect.poll(countRunning).toBe(0);
    const { data } = await backend.service.from('blog_posts').select('slug').throwOnError();
    expect(data).toEqual([{ slug: 'long' }]);
  });
});
