import { expect, test } from 'vitest';
import { pageForm, suggestPageSlug, toPageColumns, toPageForm } from './page-form.ts';

const form = { ...toPageForm(undefined), title: 'About', slug: 'about', content: '<p>Hi</p>' };

test.each([
  [{ slug: 'About us' }, 'slug'],
  [{ slug: '-about' }, 'slug'],
  [{ slug: 'a/b' }, 'slug'],
  [{ title: ' ' }, 'title'],
  [{ content: '<p></p>' }, 'content'],
  [{ order_index: '-1' }, 'order_index'],
  [{ published_at: '2026-02-30T10:00' }, 'published_at'],
])('the form rejects %j', (change, field) => {
  const { error } = pageForm.safeParse({ ...form, ...change });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('a page of blocks alone has content', () => {
  expect(pageForm.safeParse({ ...form, content: '<div data-block="{}"></div>' }).success).toBe(
    true,
  );
});

test('a title suggests an address of at most 100 characters', () => {
  expect(suggestPageSlug('Über uns & Garantie')).toBe('uber-uns-garantie');
  expect(suggestPageSlug(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
});

test('a draft has no date, and a stored date keeps its seconds if its minute is unchanged', () => {
  const stored = '2026-05-01T12:00:42.5+00:00';
  const published = { ...form, is_published: true, published_at: '2026-05-01T08:00' };
  expect(toPageColumns(published, stored).published_at).toBe(stored);
  expect(toPageColumns(published).published_at).toBe('2026-05-01T12:00:00.000Z');
  expect(toPageColumns({ ...published, published_at: '' }, stored).published_at).toBeNull();
  expect(toPageColumns({ ...published, is_published: false }, stored)).toMatchObject({
    published_at: null,
    description: null,
    order_index: 0,
  });
});
