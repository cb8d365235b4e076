import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restorableTables } from '#app/features/audit/audit-sentence.ts';
import type { Database } from '#backend/database/database.ts';
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
      sql<{ slug: string }>`select slug from public.own_pages order by slug`,
    )
  ).map(({ slug }) => slug);
async function createPreview(id: string): Promise<string> {
  const query = sql<{
    token: string;
  }>`select public.create_page_preview(${id}::text::uuid) as token`;
  const [row] = await database.queryAsCaller(staff, query);
  return row?.token ?? '';
}
const open = async (token: string) =>
  (
    await database.queryAsCaller(
      anon,
      sql<{ slug: string }>`select slug from public.open_page_preview(${token})`,
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

test('put_back_values restores the tables that the activity log offers', async () => {
  const [row] = await database.session(({ query }) =>
    query<{ source: string }>(
      "select prosrc as source from pg_proc where proname = 'put_back_values'",
    ),
  );
  const [, listed = ''] = /found\.table_name in \(([^)]*)\)/.exec(row?.source ?? '') ?? [];
  const names = [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(names.sort()).toEqual([...restorableTables].sort());
});

test('visitors read the descriptions of images on public pages, of people and of services, and of no draft', async () => {
  const image = (folder: string, name: string) => `${folder}/1767225600000-alt-${name}.jpg`;
  const [shown, draft] = [image('blog', 'shown'), image('blog', 'draft')];
  const [person, service] = [image('thumbnails', 'person'), image('hero', 'service')];
  const page = (path = '') => `<div data-block='{"type":"gallery","images":["${path}"]}'></div>`;
  await database.session(async ({ query }) => {
    for (const path of [shown, draft, person, service]) {
      await query("insert into public.image_alt_texts (path, alt) values ($1, 'A roof')", [path]);
    }
    await query(
      `insert into public.own_pages (title, slug, content, is_published, published_at) values
        ('a', 'alt-shown', $1, true, now() - interval '1 day'), ('b', 'alt-draft', $2, false, null)`,
      [page(shown), page(draft)],
    );
    await query(
      `insert into public.business_settings (business_name) select 'Ridgeline'
        where not exists (select from public.business_settings)`,
    );
    await query('update public.business_settings set people = $1::jsonb', [
      JSON.stringify([{ name: 'Ann', role: '', photo: person }]),
    ]);
    await query('update public.business_settings set service_images = $1::jsonb', [
      JSON.stringify({ Siding: service }),
    ]);
  });
  const read = async () => {
    const query = sql<{
      path: string;
    }>`select path from public.image_alt_texts where path like '%-alt-%' order by path`;
    return (await database.queryAsCaller(anon, query)).map(({ path }) => path);
  };
  expect(await read()).toEqual([shown, service, person]);
  await run("update public.own_pages set is_published = true where slug = 'alt-draft'");
  await run("update public.own_pages set content = '<p>Hi</p>' where slug = 'alt-shown'");
  expect(await read()).toEqual([draft, service, person]);
  await run("delete from public.own_pages where slug = 'alt-draft'");
  expect(await read()).toEqual([service, person]);
  // A search of all contents for each description takes most of a second.
  const [policy] = await run<{ qual: string }>(
    "select qual from pg_policies where tablename = 'image_alt_texts' and cmd = 'SELECT'",
  );
  expect(policy?.qual).not.toContain('strpos');
});
