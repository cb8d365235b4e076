import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { toPageColumns, toPageForm } from '#app/features/pages/page-form.ts';
import { selectRows, useBackend } from '#tests/support/backend.ts';
import { ServerUnanswered } from './copy-images.ts';
import { listRedirects } from './redirects.ts';
import { type PostOptions, storePosts } from './store-posts.ts';
import type { WxrRow } from './wxr.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const image = (name: string) => `https://old.example/${name}.png`;
const post = (slug: string, images: string[] = [], isPublished = true): WxrRow => ({
  ...{ line: 1, name: slug, action: 'create', table: 'blog_posts', images },
  ...(isPublished && { redirect: { from_path: `/2019/${slug}`, to_url: `/blog/${slug}` } }),
  columns: {
    ...{ id: crypto.randomUUID(), title: slug, slug, author: 'The Team', excerpt: null },
    content: `<p>Gravel, level and dry.</p>${images.map((src) => `<img src="${src}" />`).join('')}`,
    ...{ is_published: isPublished, published_at: null, featured_image: null },
  },
});

describe('storePosts', () => {
  const backend = useBackend();
  beforeEach(async () => {
    await backend.run(sql`truncate public.redirects`);
    await backend.run(sql`delete from public.blog_posts`);
  });

  const store = (rows: WxrRow[], change: Partial<PostOptions> = {}) =>
    storePosts(backend.staff, rows, {
      ...{ onProgress: () => {}, signal: AbortSignal.timeout(600_000), redirects: true },
      ...{ withoutImages: false, normalize: (html) => html },
      fetchImage: async (address) => {
        if (address.includes('gone')) throw new Error('The other website answered 404.');
        return new File([png], 'a.png', { type: 'image/png' });
      },
      ...change,
    });
  const readRedirected = async () =>
    (await listRedirects(backend.anon)).map(({ from_path }) => from_path);
  const countImages = async () =>
    (await backend.staff.storage.from('images').list('blog')).data?.length;

  test('a published post is redirected right after it is stored, also if the import ends early', async () => {
    const controller = new AbortController();
    const rows = [post('a'), post('draft', [], false), post('b'), post('c')];
    const result = await store(rows, {
      signal: controller.signal,
      onProgress: (done) => done === 3 && controller.abort(),
    });
    expect(result).toMatchObject({
      created: 3,
      failed: [{ name: 'c', reason: 'The import was stopped' }],
    });
    expect(await readRedirected()).toEqual(['/2019/a', '/2019/b']);
  });

  test('a row to be updated makes the redirect of a stored post', async () => {
    const redirect = { from_path: '/2019/a', to_url: '/blog/a' };
    const row: WxrRow = { line: 1, name: 'a', action: 'update', redirect };
    expect(await store([row])).toMatchObject({ created: 0, updated: 1, failed: [] });
    expect(await listRedirects(backend.anon)).toMatchObject([
      { from_path: '/2019/a', to_url: '/blog/a' },
    ]);
    expect(await store([row])).toMatchObject({ created: 0, updated: 0, failed: [] });
  });

  test('a post whose images cannot be copied is left out, unless staff do without them', async () => {
    const rows = [post('a', [image('a'), image('gone')]), post('b', [image('b')])];
    const before = (await countImages()) ?? 0;
    const { created, failed, failedImages } = await store(rows);
    expect({ created, failed, failedImages }).toMatchObject({
      created: 1,
      failed: [{ name: 'a', reason: "We couldn't copy 1 image" }],
      failedImages: [`${image('gone')} in “a”. The other website answered 404.`],
    });
    expect(await countImages()).toBe(before + 1);
    expect(await readRedirected()).toEqual(['/2019/b']);
    expect(await store(rows.slice(0, 1), { withoutImages: true })).toMatchObject({ created: 1 });
    const [stored] = await selectRows(backend.staff, 'blog_posts', 'content', { slug: 'a' });
    expect(stored?.content).toMatch(/<img src="[^"]*\/blog\/\d+-a\.png" \/>$/);
  });

  test('a page is stored as a draft with copies of its images', async () => {
    const page: WxrRow = {
      ...{ line: 1, name: 'Imported', action: 'create', table: 'own_pages' },
      images: [image('a')],
      columns: {
        ...toPageColumns({ ...toPageForm(undefined), title: 'Imported', slug: 'imported' }),
        ...{ id: crypto.randomUUID(), content: `<p>Hi</p><img src="${image('a')}" />` },
      },
    };
    expect(await store([page])).toMatchObject({ created: 1, failed: [] });
    expect(await selectRows(backend.staff, 'own_pages', '*', { slug: 'imported' })).toMatchObject([
      { is_published: false, content: expect.stringMatching(/\/blog\/\d+-a\.png" \/>$/) },
    ]);
  });

  test('the images of a post that is refused are deleted', async () => {
    await store([post('a')]);
    const before = await countImages();
    expect(await store([post('a', [image('a')])])).toMatchObject({
      created: 0,
      failed: [{ name: 'a' }],
    });
    expect(await countImages()).toBe(before);
  });

  test('the import ends once the server does not answer, without an attempt at the others', async () => {
    const asked: string[] = [];
    const rows = ['a', 'b', 'c'].map((slug) => post(slug, [image(slug)]));
    const { created, failed } = await store(rows, {
      fetchImage: async (address) => {
        asked.push(address);
        throw new ServerUnanswered();
      },
    });
    expect({ created, asked }).toEqual({ created: 0, asked: [image('a')] });
    expect(failed).toHaveLength(3);
  });
});
