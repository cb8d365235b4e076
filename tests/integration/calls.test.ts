import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPostsPage, readPublishedPost } from '#app/features/blog/blog-posts.ts';
import { readOwnLists } from '#app/features/business/own-lists.ts';
import { readActiveSection } from '#app/features/heroes/heroes.ts';
import { listActiveVideos, listVideos } from '#app/features/home/video-carousel.ts';
import { listFeaturedReviews } from '#app/features/reviews/reviews.ts';
import { countShedChoices, type ShedFilter, sizeGroups } from '#app/features/sheds/shed-filter.ts';
import { readShedFacets, readShedsPage } from '#app/features/sheds/shed-listings.ts';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { shedSizes } from '#app/lib/options.ts';
import { readSitemapContent } from '#app/lib/sitemap.ts';
import { createTestImage } from '#backend/storage/testing/test-images.ts';
import { acceptedEmails, rejectedEmails } from '#tests/fixtures/emails.ts';
import {
  newContactMessage,
  newPost,
  newQuoteRequest,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  insertRows,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';

/** The calls of section 7 of the specification as visitors and staff make them. */

/** Sizes as staff may write them, and some that only resemble one. */
const sizes = [
  ...shedSizes,
  ...sizeGroups
    .flatMap((group) => group.sizes)
    .flatMap((size) => {
      const [width = '', depth = ''] = size.split('x');
      return [
        ...[`${width}X${depth}`, `${width} × ${depth} ft`, `about ${width}\t×${depth}'`],
        ...[`1${size}`, `${size}0`, `a${size}b`, `${depth}x${width}`],
      ];
    }),
  ...['8x8 or 12x20', '12x20 or 8x8', '8', 'x', '8xx8', '8*8', '8 by 8', '８x８', '8×\n8', 'ØxX'],
];

/** `10 × 16 ft` is a 10x16, `8x80` is not an 8x8. */
function getSizeGroup(size: string): string {
  const group = sizeGroups.find(({ sizes }) =>
    sizes.some((named) =>
      new RegExp(`(^|\\D)${named.replace('x', '\\s*[x×]\\s*')}(\\D|$)`, 'i').test(size),
    ),
  );
  return group?.name ?? 'Other';
}

describe.skipIf(!engineAvailable())('calls', () => {
  const backend = useBackend();
  let anon: TestClient;
  let staff: TestClient;

  beforeAll(async () => {
    ({ anon, staff } = backend);
  });

  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);

  test('settings and hero are null before they are inserted, and there is one of each', async () => {
    expect(await readActiveSection(anon, 'hero')).toBeNull();
    const single = await anon.from('business_settings').select('*').single();
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116']);
    const settings = await insertRow(staff, 'business_settings', newSettings());
    for (const section_name of ['hero', 'sheds_hero']) {
      await insertRows(staff, 'home_content', newSection({ section_name }));
    }
    const hours = { monday: '8-4', tuesday: 'Closed' };
    await updateRow(staff, 'business_settings', settings.id, { hours });
    const { data } = await anon.from('business_settings').select('*').single().throwOnError();
    expect(data).toMatchObject({ business_name: 'Test Builders', hours });
    const section = await readActiveSection(anon, 'sheds_hero');
    expect(section).toMatchObject(newSection({ section_name: 'sheds_hero' }));
    const second = await staff.from('business_settings').insert(newSettings());
    expect(second.error?.code).toBe('23505');
    const sections = await Promise.all(
      ['hero', 'footer'].map((section_name) =>
        staff.from('home_content').insert(newSection({ section_name })),
      ),
    );
    expect(sections.map(({ error }) => error?.code)).toEqual(['23505', '23514']);
  });

  test('visitors get the active videos in their order, staff all of them', async () => {
    const rows = [
      newVideo({ title: 'third', order_index: 3 }),
      newVideo({ title: 'first', order_index: 1 }),
      newVideo({ title: 'hidden', order_index: 2, is_active: false }),
    ];
    await staff.from('video_carousel').insert(rows).throwOnError();
    expect(titles(await listActiveVideos(anon))).toEqual(['first', 'third']);
    expect(titles(await listVideos(staff))).toEqual(['first', 'hidden', 'third']);
  });

  test('visitors get the newest six reviews that are approved and featured', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => ({
      ...newReview({ customer_name: `Person ${n}` }),
      created_at: `2026-01-0${n + 1}T12:00:00Z`,
    }));
    await backend.service.from('reviews').insert(rows).throwOnError();
    for (const flags of [{ is_featured: false }, { is_approved: false }]) {
      await staff.from('reviews').insert(newReview(flags)).throwOnError();
    }
    const names = (await listFeaturedReviews(anon)).map(({ customer_name }) => customer_name);
    expect(names).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Person ${n}`));
    expect((await anon.from('reviews').select('*', { count: 'exact', head: true })).count).toBe(7);
  });

  test('visitors get featured sheds first and no inactive ones; a price is a number or null', async () => {
    const rows = [
      newShed({ title: 'plain', price: null }),
      newShed({ title: 'featured', is_featured: true }),
      newShed({ title: 'inactive', is_active: false }),
    ];
    await staff.from('shed_listings').insert(rows).throwOnError();
    const page = await readShedsPage(anon, {}, '1');
    expect(page.rows.map(({ title, price }) => [title, price])).toEqual([
      ['featured', 4250.5],
      ['plain', null],
    ]);
    expect((await readSitemapContent(anon)).sheds).toHaveLength(2);
  });

  test('staff put sheds in order at once: visitors see it within featured ones and others, no version changes, and the log has one entry', async () => {
    const add = (title: string, is_featured = false) =>
      insertRow(staff, 'shed_listings', newShed({ title, color: 'Ordered', is_featured }));
    const [a, b, c] = [await add('a'), await add('b', true), await add('c')];
    const order = (record_table: string, ids: string[], ids_before = [b.id, c.id, a.id]) =>
      staff.rpc('set_record_order', { record_table, ids, ids_before });
    expect((await order('shed_listings', [a.id, c.id, b.id])).error).toBeNull();
    expect((await order('shed_listings', [c.id, a.id, b.id])).error?.code).toBe('PT409');
    await add('d');
    const { rows } = await readShedsPage(anon, { color: 'Ordered' }, '1');
    expect(titles(rows).join('')).toBe('bdac');
    expect(rows.at(-1)).toEqual({ ...c, order_index: 2 });
    const { data } = await staff
      .from('audit_entries')
      .select('before, after')
      .eq('table_name', 'shed_listings.order_index')
      .throwOnError();
    const [before, after] = [
      [b.id, c.id, a.id],
      [a.id, c.id, b.id],
    ];
    expect(data).toEqual([{ before: { order_index: before }, after: { order_index: after } }]);
    expect((await order('reviews', [a.id])).error?.code).toBe('23514');
  });

  test("visitors read the owner's entries in their order, and filter by one whatever its characters", async () => {
    const names = ['50%_off', 'Cedar, "red" (1*)', 'Back\\slash'];
    const added: string[] = [];
    for (const name of names) {
      added.push((await insertRow(staff, 'list_entries', { list: 'material', name })).id);
      await insertRow(staff, 'shed_listings', newShed({ title: name, material_type: name }));
    }
    await insertRow(
      staff,
      'shed_listings',
      newShed({ title: 'other', material_type: '50 and off' }),
    );
    const { error } = await staff.rpc('set_record_order', {
      ...{ record_table: 'list_entries', ids: added.toReversed(), ids_before: added },
    });
    expect(error).toBeNull();
    expect(await readOwnLists(anon)).toEqual({ material: names.toReversed() });
    for (const material of names) {
      expect(titles((await readShedsPage(anon, { material }, '1')).rows)).toEqual([material]);
    }
  });

  test('visitors get published posts, newest first, and one by its slug', async () => {
    const older = newPost({ title: 'older', published_at: '2026-01-01T00:00:00Z' });
    const newer = newPost({ title: 'newer', published_at: '2026-02-01T00:00:00Z' });
    const draft = newPost({ title: 'draft', is_published: false, published_at: null });
    await staff.from('blog_posts').insert([older, newer, draft]).throwOnError();
    expect(titles((await readPostsPage(anon, '1')).rows)).toEqual(['newer', 'older']);
    expect((await readPublishedPost(anon, older.slug))?.title).toBe('older');
    expect(await readPublishedPost(anon, draft.slug)).toBeNull();
    expect((await readSitemapContent(anon)).posts.map(({ slug }) => slug).sort()).toEqual(
      [newer.slug, older.slug].sort(),
    );
    const taken = await staff.from('blog_posts').insert(newPost({ slug: older.slug }));
    expect(taken.error?.message).toContain('blog_posts_slug_key');
  });

  test('staff change status and notes of a quote request, and a delete returns the row', async () => {
    await anon.from('quote_requests').insert(newQuoteRequest()).throwOnError();
    const { data: row } = await staff.from('quote_requests').select('*').single().throwOnError();
    expect(row).toMatchObject({ ...newQuoteRequest(), status: 'pending', notes: null });
    const update = (change: { status?: string; notes?: string }) =>
      staff.from('quote_requests').update(change).eq('id', row.id).select('status').single();
    for (const status of ['responded', 'pending', 'responded']) {
      expect((await update({ status })).data).toEqual({ status });
    }
    expect((await update({ status: 'lost' })).error?.code).toBe('23514');
    await update({ notes: 'Wants oak.' });
    const deleted = await staff.from('quote_requests').delete().eq('id', row.id).select().single();
    expect(deleted.data).toMatchObject({ ...newQuoteRequest(), notes: 'Wants oak.' });
  });

  test.each([
    ['customer_name', 'A'],
    ['customer_name', 'x'.repeat(121)],
    ['email', 'no address'],
    ['project_type', ''],
    ['description', 'short'],
    ['description', 'x'.repeat(10_001)],
    ['inspiration_images', ['hero/1767225600000-other.webp']],
    ['inspiration_images', ['inspiration/../hero.webp']],
    ['inspiration_images', Array(21).fill('inspiration/1767225600000-a.jpg')],
  ])('a quote request whose %s is %s is rejected', async (column, value) => {
    const row = newQuoteRequest({ [column]: value });
    const { error, status } = await anon.from('quote_requests').insert(row);
    expect([status, error?.code]).toEqual([400, '23514']);
  });

  test.each([
    ['name', 'A'],
    ['email', 'a@b.'],
    ['subject', 'ab'],
    ['message', 'too short'],
  ])('a message whose %s is %s is rejected', async (column, value) => {
    const row = newContactMessage({ [column]: value });
    const { error } = await anon.from('contact_submissions').insert(row);
    expect(error?.code).toBe('23514');
  });

  test('a visitor uploads with upsert under the name that a phone gives, and requests a quote with it', async () => {
    const path = 'inspiration/1767225600000-Screenshot 2026-11-26 at 3.15.02 PM.png';
    const image = await createTestImage('png');
    const upload = (client: TestClient) =>
      client.storage.from('images').upload(path, image, { upsert: true, contentType: 'image/png' });
    expect((await upload(anon)).data?.path).toBe(path);
    expect((await upload(anon)).error).toMatchObject({ statusCode: '403' });
    expect((await anon.storage.from('images').list('inspiration')).data).toEqual([]);
    const row = newQuoteRequest({ inspiration_images: [path] });
    await anon.from('quote_requests').insert(row).throwOnError();
    expect((await upload(staff)).error).toBeNull();
  });

  test('the tables accept the email addresses that the forms accept', async () => {
    const texts = [...acceptedEmails, ...rejectedEmails].filter((text) => !text.includes('\0'));
    const rows = await backend.run(sql<{ text: string }>`
      select text from unnest(${texts}::text[]) as text where private.is_email(text)`);
    expect(rows.map(({ text }) => text)).toEqual(acceptedEmails);

    const email = 'smith&sons@exämple.ca';
    const { service } = backend;
    const { id } = await insertRow(service, 'contact_submissions', newContactMessage({ email }));
    await insertRow(service, 'quote_requests', newQuoteRequest({ email }));
    const change = { email: 'ann@example.com,bob@example.com' };
    const { error } = await service.from('contact_submissions').update(change).eq('id', id);
    expect(error?.code).toBe('23514');
  });

  describe('the filter of sheds', () => {
    beforeAll(async () => {
      await staff.from('shed_listings').delete().neq('title', '').throwOnError();
    });

    test('finds every spelling of a size in its group', async () => {
      const rows = sizes.map((size) => newShed({ size }));
      await staff.from('shed_listings').insert(rows).throwOnError();
      const stored = await backend.run(sql<{ size: string; size_group: string }>`
        select size, size_group from public.shed_listings`);
      expect(stored).toHaveLength(sizes.length);
      for (const { size, size_group } of stored) expect(size_group, size).toBe(getSizeGroup(size));
      for (const { name } of sizeGroups) {
        const { total } = await readShedsPage(anon, { size: name }, '1');
        expect(total).toBe(sizes.filter((size) => getSizeGroup(size) === name).length);
      }
    });

    test('sorts by price and size, sheds without one last', async () => {
      const listing = (title: string, price: number | null, size: string) =>
        newShed({ title, price, size, color: 'Sorted', images: [] });
      const rows = [
        listing('B', 9000, '10.5x12'),
        listing('D', null, 'Other'),
        listing('A', 4000, '8x8'),
        listing('C', 20_000, '12 × 20 ft'),
      ];
      await staff.from('shed_listings').insert(rows).throwOnError();
      const read = async (filter: ShedFilter) => {
        const page = await readShedsPage(anon, { color: 'sorted', ...filter }, '1');
        return titles(page.rows).join('');
      };
      expect(await read({ sort: 'price' })).toBe('ABCD');
      expect(await read({ sort: 'price-desc' })).toBe('CBAD');
      expect(await read({ sort: 'size' })).toBe('ABCD');
      expect(await read({ sort: 'size-desc' })).toBe('CBAD');
      expect(await read({ sort: 'price', price: '10000' })).toBe('AB');
      const facets = await readShedFacets(anon);
      for (const price of ['5000', '10000']) {
        const { total } = await readShedsPage(anon, { price }, '1');
        expect(countShedChoices(facets, {}, {}).price[price]).toBe(total);
      }
    });
  });
});
