import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  startBackend,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';

/** The table calls of section 7 of the specification, with order and limit. */

describe.skipIf(!engineAvailable())('calls', () => {
  let backend: TestBackend;
  let anon: TestClient;
  let staff: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    backend = await startBackend();
    ({ anon, staff, stranger } = backend);
  });
  afterAll(() => backend?.stop());

  describe('settings and hero', () => {
    test('reading an empty table returns null, not an error', async () => {
      expect(await anon.from('business_settings').select('*').maybeSingle()).toMatchObject({
        data: null,
        error: null,
      });
      const hero = await anon
        .from('home_content')
        .select('*')
        .eq('section_name', 'hero')
        .maybeSingle();
      expect(hero).toMatchObject({ data: null, error: null });
    });

    test('single() without a row is an error with its code', async () => {
      const { error, status } = await anon
        .from('home_content')
        .select('*')
        .eq('section_name', 'hero')
        .single();
      expect(status).toBe(406);
      expect(error?.code).toBe('PGRST116');
    });

    test('staff insert settings and hero once and update them by id', async () => {
      const settings = await staff
        .from('business_settings')
        .insert(newSettings())
        .select()
        .single()
        .throwOnError();
      await staff.from('home_content').insert(newSection()).throwOnError();
      await staff
        .from('home_content')
        .insert(newSection({ section_name: 'sheds_hero' }))
        .throwOnError();
      const hours = { monday: '8-4', tuesday: 'Closed' };
      await staff
        .from('business_settings')
        .update({ hours })
        .eq('id', settings.data.id)
        .throwOnError();
      const { data } = await anon.from('business_settings').select('*').single().throwOnError();
      expect(data).toMatchObject({ business_name: 'Test Builders', hours });
    });

    test('a second settings row and a second hero are rejected', async () => {
      expect((await staff.from('business_settings').insert(newSettings())).error?.code).toBe(
        '23505',
      );
      expect((await staff.from('home_content').insert(newSection())).error?.code).toBe('23505');
      expect(
        (await staff.from('home_content').insert(newSection({ section_name: 'footer' }))).error
          ?.code,
      ).toBe('23514');
    });

    test('visitors and accounts that are not staff insert neither', async () => {
      for (const client of [anon, stranger]) {
        expect((await client.from('business_settings').insert(newSettings())).error?.code).toBe(
          '42501',
        );
        expect((await client.from('home_content').insert(newSection())).error?.code).toBe('42501');
      }
    });
  });

  test('videos: visitors see the active ones in their order, staff all', async () => {
    await staff
      .from('video_carousel')
      .insert([
        newVideo({ title: 'third', order_index: 3 }),
        newVideo({ title: 'first', order_index: 1 }),
        newVideo({ title: 'hidden', order_index: 2, is_active: false }),
      ])
      .throwOnError();
    const shown = await anon
      .from('video_carousel')
      .select('*')
      .eq('is_active', true)
      .order('order_index')
      .throwOnError();
    expect(shown.data.map(({ title }) => title)).toEqual(['first', 'third']);
    const all = await staff
      .from('video_carousel')
      .select('*')
      .order('order_index', { ascending: true })
      .throwOnError();
    expect(all.data.map(({ title }) => title)).toEqual(['first', 'hidden', 'third']);
  });

  test('reviews: visitors get six approved and featured ones', async () => {
    await staff
      .from('reviews')
      .insert([
        ...Array.from({ length: 7 }, () => newReview()),
        newReview({ is_featured: false }),
        newReview({ is_approved: false }),
      ])
      .throwOnError();
    const shown = await anon
      .from('reviews')
      .select('*')
      .eq('is_approved', true)
      .eq('is_featured', true)
      .limit(6)
      .throwOnError();
    expect(shown.data).toHaveLength(6);
    expect(
      (
        await staff
          .from('reviews')
          .select('*')
          .order('created_at', { ascending: false })
          .throwOnError()
      ).data,
    ).toHaveLength(9);
    expect((await anon.from('reviews').select('*', { count: 'exact', head: true })).count).toBe(7);
  });

  test('projects: visitors get the newest eight', async () => {
    for (let n = 1; n <= 9; n += 1)
      await staff
        .from('past_projects')
        .insert(newProject({ title: `project ${n}` }))
        .throwOnError();
    const { data } = await anon
      .from('past_projects')
      .select('*')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(8)
      .throwOnError();
    expect(data.map(({ title }) => title)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((n) => `project ${n}`),
    );
    expect(data[0]?.completion_date).toBe('2026-06-30');
  });

  test('sheds: featured first, inactive ones hidden, price as a number or null', async () => {
    await staff
      .from('shed_listings')
      .insert([
        newShed({ title: 'plain', price: null }),
        newShed({ title: 'featured', is_featured: true }),
        newShed({ title: 'inactive', is_active: false }),
      ])
      .throwOnError();
    const shown = await anon
      .from('shed_listings')
      .select('*')
      .eq('is_active', true)
      .order('is_featured', { ascending: false })
      .throwOnError();
    expect(shown.data.map(({ title, price }) => [title, price])).toEqual([
      ['featured', 4250.5],
      ['plain', null],
    ]);
    const forSitemap = await anon
      .from('shed_listings')
      .select('id, updated_at')
      .eq('is_active', true)
      .throwOnError();
    expect(Object.keys(forSitemap.data[0] ?? {}).sort()).toEqual(['id', 'updated_at']);
  });

  test('staff set a single flag; updated_at changes whatever the client sends', async () => {
    const { data: shed } = await staff
      .from('shed_listings')
      .insert(newShed())
      .select()
      .single()
      .throwOnError();
    await staff.from('shed_listings').update({ is_active: false }).eq('id', shed.id).throwOnError();
    const { data: after } = await staff
      .from('shed_listings')
      .select()
      .eq('id', shed.id)
      .single()
      .throwOnError();
    expect(after.is_active).toBe(false);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(shed.updated_at));
    expect(
      (await anon.from('shed_listings').select().eq('id', shed.id).maybeSingle()).data,
    ).toBeNull();
  });

  test('posts: published ones newest first, one by its slug, drafts hidden', async () => {
    const older = newPost({ title: 'older', published_at: '2026-01-01T00:00:00Z' });
    const newer = newPost({ title: 'newer', published_at: '2026-02-01T00:00:00Z' });
    const draft = newPost({ title: 'draft', is_published: false, published_at: null });
    await staff.from('blog_posts').insert([older, newer, draft]).throwOnError();
    const list = await anon
      .from('blog_posts')
      .select('*')
      .eq('is_published', true)
      .order('published_at', { ascending: false })
      .throwOnError();
    expect(list.data.map(({ title }) => title)).toEqual(['newer', 'older']);
    const bySlug = (slug: string) =>
      anon.from('blog_posts').select('*').eq('slug', slug).eq('is_published', true).maybeSingle();
    expect((await bySlug(older.slug)).data?.title).toBe('older');
    expect((await bySlug(draft.slug)).data).toBeNull();
    const taken = await staff.from('blog_posts').insert(newPost({ slug: older.slug }));
    expect(taken.error).toMatchObject({ code: '23505' });
    expect(taken.error?.message).toContain('blog_posts_slug_key');
  });

  test('the dashboard counts by date without reading rows', async () => {
    await anon.from('contact_submissions').insert(newContactMessage()).throwOnError();
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const counted = await staff
      .from('contact_submissions')
      .select('*', { count: 'exact', head: true })
      .gte('created_at', weekAgo);
    expect(counted).toMatchObject({ count: 1, data: null, error: null });
  });

  describe('enquiries', () => {
    test('a visitor inserts a quote request; staff read it with the defaults', async () => {
      expect((await anon.from('quote_requests').insert(newQuoteRequest())).error).toBeNull();
      const { data } = await staff
        .from('quote_requests')
        .select('*')
        .order('created_at', { ascending: false })
        .throwOnError();
      expect(data[0]).toMatchObject({ ...newQuoteRequest(), status: 'pending', notes: null });
    });

    test('staff set the status, write notes, delete and restore the row', async () => {
      await anon
        .from('quote_requests')
        .insert(newQuoteRequest({ customer_name: 'To be deleted' }))
        .throwOnError();
      const { data: row } = await staff
        .from('quote_requests')
        .select()
        .eq('customer_name', 'To be deleted')
        .single()
        .throwOnError();
      for (const status of ['responded', 'pending', 'responded']) {
        const { data } = await staff
          .from('quote_requests')
          .update({ status })
          .eq('id', row.id)
          .select('status')
          .single()
          .throwOnError();
        expect(data.status).toBe(status);
      }
      expect(
        (await staff.from('quote_requests').update({ status: 'lost' }).eq('id', row.id)).error
          ?.code,
      ).toBe('23514');
      await staff
        .from('quote_requests')
        .update({ notes: 'Wants oak.' })
        .eq('id', row.id)
        .throwOnError();
      const { data: deleted } = await staff
        .from('quote_requests')
        .delete()
        .eq('id', row.id)
        .select()
        .single()
        .throwOnError();
      expect(deleted).toMatchObject({ customer_name: 'To be deleted', notes: 'Wants oak.' });
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
      [
        'inspiration_images',
        Array.from({ length: 21 }, (_, n) => `inspiration/1767225600000-${n}.jpg`),
      ],
    ])('a quote request whose %s is %s is rejected', async (column, value) => {
      const { error, status } = await anon
        .from('quote_requests')
        .insert(newQuoteRequest({ [column]: value }));
      expect(error?.code).toBe('23514');
      expect(status).toBe(400);
    });

    test.each([
      ['name', 'A'],
      ['email', 'a@b'],
      ['subject', 'ab'],
      ['message', 'too short'],
    ])('a message whose %s is %s is rejected', async (column, value) => {
      const { error } = await anon
        .from('contact_submissions')
        .insert(newContactMessage({ [column]: value }));
      expect(error?.code).toBe('23514');
    });

    test('a list of any length is read completely', async () => {
      const rows = Array.from({ length: 1500 }, (_, n) =>
        newContactMessage({ subject: `bulk ${n}` }),
      );
      await backend.service.from('contact_submissions').insert(rows).throwOnError();
      const { data } = await staff
        .from('contact_submissions')
        .select('subject')
        .like('subject', 'bulk %')
        .throwOnError();
      expect(data).toHaveLength(1500);
      await staff.from('contact_submissions').delete().like('subject', 'bulk %').throwOnError();
    });
  });
});
