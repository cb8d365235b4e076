import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, TextRow } from '#backend/database/database.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

let database: Database;
const [staffId, sessionId] = [randomUUID(), randomUUID()];
const anon = { role: 'anon', claims: {} } as const;
const claims = { sub: staffId, session_id: sessionId, role: 'authenticated' };
const staff = { role: 'authenticated', claims } as const;

const run = <Row>(text: string, values: unknown[] = []) =>
  database.session(({ query }) => query<Row>(text, values));

beforeAll(async () => {
  database = await openTemplateCopy();
  await run('insert into auth.users (id, email) values ($1, $2)', [staffId, 'ann@example.com']);
  await run('insert into public.staff (user_id) values ($1)', [staffId]);
  await run('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, staffId]);
});
afterAll(() => database.close());

/** Adds a post whose date is this far from now; null for a draft. */
async function add(slug: string, after: string | null): Promise<string> {
  const [post] = await run<{ id: string }>(
    `insert into public.blog_posts (title, slug, content, author, is_published, published_at)
      values ('Snow', $1, '<p>Before the first storm.</p>', 'Ann', $2::text is not null, now() + $2::text::interval)
      returning id`,
    [slug, after],
  );
  return post?.id ?? '';
}
const move = (id: string, slug: string) =>
  run('update public.blog_posts set slug = $2 where id = $1', [id, slug]);
const publish = (id: string, isPublished: boolean) =>
  run('update public.blog_posts set is_published = $2 where id = $1', [id, isPublished]);

/** Where a visitor with this address ends up. */
async function resolve(slug: string): Promise<string | undefined> {
  const [post] = await database.queryAsCaller(
    anon,
    sql<{ slug: string }>`select post.slug from public.blog_post_slug_history as history
      join public.blog_posts as post on post.id = history.post_id where history.slug = ${slug}`,
  );
  return post?.slug;
}

test('visitors read a post from its date on, staff before; one that is due within two minutes is dated now', async () => {
  const list = async (caller: typeof anon | typeof staff) => {
    const query = sql<TextRow>`select slug from public.blog_posts where slug like 'snow-%' order by slug`;
    return (await database.queryAsCaller(caller, query)).map(({ slug }) => slug);
  };
  const later = await add('snow-later', '1 hour');
  await add('snow-past', '-1 hour');
  await add('snow-soon', '90 seconds');
  expect(await list(anon)).toEqual(['snow-past', 'snow-soon']);
  expect(await list(staff)).toEqual(['snow-later', 'snow-past', 'snow-soon']);
  expect(await resolve('snow-later')).toBeUndefined();
  await run(
    "update public.blog_posts set published_at = now() - interval '1 second' where id = $1",
    [later],
  );
  expect(await list(anon)).toHaveLength(3);
  expect(await resolve('snow-later')).toBe('snow-later');
});

test.each([
  ['shed_listings', 'material_type, color, size, shed_style', "'Wood', 'Red', '8x10', 'Gable'"],
  ['past_projects', 'project_type', "'Roofing'"],
])(
  'visitors read an active row of %s from its date on, staff before',
  async (table, columns, values) => {
    for (const [title, date] of [
      ['at once', 'null'],
      ['past', "now() - interval '1 hour'"],
      ['to come', "now() + interval '1 hour'"],
    ]) {
      await run(`insert into public.${table} (title, published_at, ${columns})
      values ('${title}', ${date}, ${values})`);
    }
    const list = async (caller: typeof anon | typeof staff) =>
      (
        await database.queryAsCaller(
          caller,
          sql<TextRow>`select title from public.${sql.raw(table)} order by title`,
        )
      ).map(({ title }) => title);
    expect(await list(anon)).toEqual(['at once', 'past']);
    expect(await list(staff)).toEqual(['at once', 'past', 'to come']);
    await run(`update public.${table} set published_at = now() where title = 'to come'`);
    await run(`update public.${table} set is_active = false where title = 'past'`);
    expect(await list(anon)).toEqual(['at once', 'to come']);
  },
);

test('former slugs of a post redirect to the current one', async () => {
  const id = await add('first', '-1 hour');
  await move(id, 'second');
  expect(await resolve('first')).toBe('second');
  await move(id, 'third');
  expect([await resolve('first'), await resolve('second')]).toEqual(['third', 'third']);
  await move(id, 'first');
  expect([await resolve('second'), await resolve('never-seen')]).toEqual(['first', undefined]);
});

test('former slugs belong to a new post that uses one, once it is published', async () => {
  await move(await add('old', '-1 hour'), 'moved');
  const draft = await add('old', null);
  expect(await resolve('old')).toBe('moved');
  await publish(draft, true);
  expect(await resolve('old')).toBe('old');
  await move(draft, 'last');
  expect(await resolve('old')).toBe('last');
});

test('former slugs of an unpublished post redirect once it is published again, and survive an undo', async () => {
  const id = await add('before', '-1 hour');
  await publish(id, false);
  await move(id, 'after');
  expect(await resolve('before')).toBeUndefined();
  await publish(id, true);
  expect(await resolve('before')).toBe('after');
  const [row] = await run<{ row: unknown }>(
    'delete from public.blog_posts as post where id = $1 returning to_jsonb(post) as row',
    [id],
  );
  expect(await resolve('before')).toBeUndefined();
  await run(
    'insert into public.blog_posts select * from jsonb_populate_record(null::public.blog_posts, $1::jsonb)',
    [JSON.stringify(row?.row)],
  );
  expect(await resolve('before')).toBe('after');
});
