import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from '#app/data/crud.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('a client that disconnects', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
    const content = 'abc '.repeat(5000);
    await insertRow(backend.service, 'blog_posts', {
      title: 'Long',
      slug: 'long',
      content,
      author: 'Ann',
    });
  });
  afterAll(() => backend?.stop());

  const countRunning = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(
      backend.database.owner,
    );
    return rows[0]?.count;
  };

  test('cancels its read, and the connection serves the next one', async () => {
    const leaving = new AbortController();
    const request = backend.service
      .from('blog_posts')
      .select('id')
      .filter('content', 'match', '(?=.*(?=.*zzzz))')
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
