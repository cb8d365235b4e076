import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCurrentSlug } from '#app/data/blog-posts.ts';
import { newPost } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('blog_post_slug_history', () => {
  let backend: TestBackend;
  let count = 0;

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  const slugs = (...names: string[]) => {
    count += 1;
    return names.map((name) => `${name}-${count}`);
  };
  const add = async (slug: string, published = true) => {
    const row = newPost({
      slug,
      is_published: published,
      published_at: published ? '2026-05-01T12:00:00Z' : null,
    });
    const { data } = await backend.staff
      .from('blog_posts')
      .insert(row)
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  };
  const change = (id: string, columns: { slug?: string; is_published?: boolean }) =>
    backend.staff.from('blog_posts').update(columns).eq('id', id).throwOnError();
  const resolveSlug = (slug: string) => getCurrentSlug(backend.anon, slug);

  test('every former slug redirects to the current one', async () => {
    const [first = '', second = '', third = ''] = slugs('first', 'second', 'third');
    const id = await add(first);
    await change(id, { slug: second });
    expect(await resolveSlug(first)).toBe(second);
    await change(id, { slug: third });
    expect(await resolveSlug(first)).toBe(third);
    expect(await resolveSlug(second)).toBe(third);
    await change(id, { slug: first });
    expect(await resolveSlug(second)).toBe(first);
    expect(await resolveSlug('never-seen')).toBeNull();
  });

  test('a former slug that a new post uses returns the new post', async () => {
    const [old = '', moved = '', last = ''] = slugs('old', 'moved', 'last');
    await change(await add(old), { slug: moved });
    const draft = await add(old, false);
    expect(await resolveSlug(old)).toBe(moved);
    await change(draft, { is_published: true });
    expect(await resolveSlug(old)).toBe(old);
    await change(draft, { slug: last });
    expect(await resolveSlug(old)).toBe(last);
  });

  test('a slug changed while the post is unpublished is redirected after it is published again', async () => {
    const [before = '', after = ''] = slugs('before', 'after');
    const id = await add(before);
    await change(id, { is_published: false });
    expect(await resolveSlug(before)).toBeNull();
    await change(id, { slug: after });
    expect(await resolveSlug(before)).toBeNull();
    await change(id, { is_published: true });
    expect(await resolveSlug(before)).toBe(after);
  });

  test('a deleted and restored post has its former slugs', async () => {
    const [before = '', after = ''] = slugs('kept', 'kept-on');
    const id = await add(before);
    await change(id, { slug: after });
    const { data: row } = await backend.staff
      .from('blog_posts')
      .delete()
      .eq('id', id)
      .select()
      .single()
      .throwOnError();
    expect(await resolveSlug(before)).toBeNull();
    await backend.staff.from('blog_posts').insert(row).throwOnError();
    expect(await resolveSlug(before)).toBe(after);
  });

  test('visitors read the slugs of published posts only, staff all; nobody writes', async () => {
    const [shown = '', hidden = '', draft = ''] = slugs('shown', 'hidden', 'draft');
    await add(shown);
    const unpublished = await add(hidden);
    await change(unpublished, { is_published: false });
    await add(draft, false);
    const readBy = async (caller: 'anon' | 'stranger' | 'staff') => {
      const { data } = await backend[caller]
        .from('blog_post_slug_history')
        .select('slug')
        .in('slug', [shown, hidden, draft])
        .order('slug')
        .throwOnError();
      return data.map(({ slug }) => slug);
    };
    expect(await readBy('anon')).toEqual([shown]);
    expect(await readBy('stranger')).toEqual([shown]);
    expect(await readBy('staff')).toEqual([hidden, shown]);

    for (const caller of ['anon', 'stranger', 'staff'] as const) {
      const table = () => backend[caller].from('blog_post_slug_history');
      const row = { slug: `${draft}-taken`, post_id: unpublished };
      expect((await table().insert(row)).error?.code).toBe('42501');
      expect((await table().update({ slug: 'x' }).eq('slug', shown)).error?.code).toBe('42501');
      expect((await table().delete().eq('slug', shown)).error?.code).toBe('42501');
    }
  });
});
