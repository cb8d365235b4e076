import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, TextRow } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const [staffId, sessionId] = [randomUUID(), randomUUID()];

const run = <Row>(text: string, values: unknown[] = []) =>
  database.session(({ query }) => query<Row>(text, values));
const anon = { role: 'anon', claims: {} } as const;
const claims = { sub: staffId, session_id: sessionId, role: 'authenticated' };
const staff = { role: 'authenticated', claims } as const;
type Caller = typeof anon | typeof staff;

beforeAll(async () => {
  database = await openTemplateCopy();
  await run('insert into auth.users (id, email) values ($1, $2)', [staffId, 'ann@example.com']);
  await run('insert into public.staff (user_id) values ($1)', [staffId]);
  await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, staffId]);
});
afterAll(() => database.close());

async function addPage(slug: string, published: 'draft' | 'now' | 'in an hour'): Promise<string> {
  const [page] = await run<{ id: string }>(
    `insert into public.own_pages (title, slug, content, is_published, published_at)
      values ('About', $1, '<p>Hi</p>', $2, case when $3 then now() + interval '1 hour' end) returning id`,
    [slug, published !== 'draft', published === 'in an hour'],
  );
  return page?.id ?? '';
}
const listSlugs = async (caller: Caller) =>
  (
    await database.queryAsCaller(
      caller,
      sql<TextRow>`select slug from public.own_pages order by slug`,
    )
  ).map(({ slug }) => slug);
async function createPreview(id: string): Promise<string> {
  const query = sql<{
    token: string | null;
  }>`select public.create_page_preview(${id}::text::uuid) as token`;
  const [row] = await database.queryAsCaller(staff, query);
  return row?.token ?? '';
}
const open = async (token: string) =>
  (
    await database.queryAsCaller(
      anon,
      sql<TextRow>`select slug from public.open_page_preview(${token})`,
    )
  ).map(({ slug }) => slug);

test('visitors read pages from their date on by the clock of the database, staff read all', async () => {
  await addPage('a-draft', 'draft');
  await addPage('b-now', 'now');
  const later = await addPage('c-later', 'in an hour');
  expect(await listSlugs(anon)).toEqual(['b-now']);
  expect(await listSlugs(staff)).toEqual(['a-draft', 'b-now', 'c-later']);
  await run(
    "update public.own_pages set published_at = now() - interval '1 second' where id = $1",
    [later],
  );
  expect(await listSlugs(anon)).toEqual(['b-now', 'c-later']);
});

test('a preview link shows a draft until it ends, and only as it was signed', async () => {
  const [one, other] = [await addPage('one', 'draft'), await addPage('other', 'draft')];
  const token = await createPreview(one);
  expect(await open(token)).toEqual(['one']);
  const [, endsAt = '', signature = ''] = token.split('.');
  const days = (Number(endsAt) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const ended = Math.floor(Date.now() / 1000) - 60;
  const [signed] = await run<{ token: string }>(
    'select private.sign_page_preview($1::uuid, $2::bigint) as token',
    [one, ended],
  );
  for (const forged of [
    `${other}.${endsAt}.${signature}`,
    `${one}.${Number(endsAt) + 1}.${signature}`,
    `${one}.${endsAt}.${'0'.repeat(40)}`,
    `${one}.${ended}.${signed?.token}`,
    '',
    'x',
  ]) {
    expect(await open(forged), forged).toEqual([]);
  }
  await run('delete from public.own_pages where id = $1', [one]);
  expect(await open(token)).toEqual([]);
  expect(await createPreview(one)).toBe('');
});

test.each([
  ['About', 'own_pages_slug_shape'],
  ['a--b', 'own_pages_slug_shape'],
  ['a/b', 'own_pages_slug_shape'],
  ['taken', 'own_pages_slug_key'],
])('the slug %s is rejected by %s', async (slug, constraint) => {
  if (slug === 'taken') await addPage('taken', 'draft');
  await expect(addPage(slug, 'draft')).rejects.toMatchObject({ constraint });
});
