import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
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
  staffAccount,
  startBackend,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

/** The calls of section 7, as the website makes them, with the order and the limits it asks for. */

describe.skipIf(!engineAvailable())('calls', () => {
  let backend: TestBackend;
  let mail: MailServer;
  let anon: TestClient;
  let staff: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    mail = await startMailServer();
    backend = await startBackend({
      SMTP_URL: mail.url,
      MAIL_TO: 'owner@example.com',
      MAIL_FROM: 'site@example.com',
    });
    ({ anon, staff, stranger } = backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await mail?.stop();
  });

  describe('settings and hero', () => {
    test('nothing stored reads as null, not as an error', async () => {
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

    test('single() of nothing is an error that names the case', async () => {
      const { error, status } = await anon
        .from('home_content')
        .select('*')
        .eq('section_name', 'hero')
        .single();
      expect(status).toBe(406);
      expect(error?.code).toBe('PGRST116');
    });

    test('staff insert them once, then update by id', async () => {
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

    test('a second settings row and a second hero are refused', async () => {
      expect((await staff.from('business_settings').insert(newSettings())).error?.code).toBe(
        '23505',
      );
      expect((await staff.from('home_content').insert(newSection())).error?.code).toBe('23505');
      expect(
        (await staff.from('home_content').insert(newSection({ section_name: 'footer' }))).error
          ?.code,
      ).toBe('23514');
    });

    test('strangers and visitors insert neither', async () => {
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

  test('projects: the newest eight', async () => {
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

  test('sheds: featured first, inactive kept back, price as a number or null', async () => {
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

  test('staff toggle a flag alone; updated_at moves, whatever the client sends', async () => {
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

  test('posts: published newest first, one by its slug, drafts kept back', async () => {
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

  test('the dashboard counts by date without fetching rows', async () => {
    await anon.from('contact_submissions').insert(newContactMessage()).throwOnError();
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const counted = await staff
      .from('contact_submissions')
      .select('*', { count: 'exact', head: true })
      .gte('created_at', weekAgo);
    expect(counted).toMatchObject({ count: 1, data: null, error: null });
  });

  describe('enquiries', () => {
    test('a visitor sends a quote request; staff find it with the defaults', async () => {
      expect((await anon.from('quote_requests').insert(newQuoteRequest())).error).toBeNull();
      const { data } = await staff
        .from('quote_requests')
        .select('*')
        .order('created_at', { ascending: false })
        .throwOnError();
      expect(data[0]).toMatchObject({ ...newQuoteRequest(), status: 'pending', notes: null });
    });

    test('staff set the status both ways, write notes, delete and get the row back', async () => {
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
    ])('the database refuses a quote request whose %s is %s', async (column, value) => {
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
    ])('the database refuses a message whose %s is %s', async (column, value) => {
      const { error } = await anon
        .from('contact_submissions')
        .insert(newContactMessage({ [column]: value }));
      expect(error?.code).toBe('23514');
    });

    test('a list is complete, however long', async () => {
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

  describe('pictures', () => {
    const png = () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#a04030' } })
        .png()
        .toBuffer();
    const bucket = (client: TestClient) => client.storage.from('images');
    let stamp = 1_767_225_600_000;
    const path = (folder: string) => {
      stamp += 1;
      return `${folder}/${stamp}-picture.png`;
    };

    test('a visitor adds an inspiration picture that everybody can fetch, and can not replace or list it', async () => {
      const name = path('inspiration');
      const { data, error } = await bucket(anon).upload(name, await png(), {
        contentType: 'image/png',
      });
      expect(error).toBeNull();
      expect(data?.path).toBe(name);
      const { publicUrl } = bucket(anon).getPublicUrl(name).data;
      const response = await fetch(publicUrl);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(await png());
      for (const upsert of [false, true]) {
        const again = await bucket(anon).upload(name, await png(), {
          contentType: 'image/png',
          upsert,
        });
        expect(again.error).not.toBeNull();
      }
      expect((await bucket(anon).list('inspiration')).data ?? []).toEqual([]);
      expect((await bucket(anon).remove([name])).data ?? []).toEqual([]);
      expect((await fetch(publicUrl)).status).toBe(200);
    });

    test.each(['projects', 'sheds', 'blog', 'hero', 'thumbnails'])(
      'only staff write below %s/, and may replace',
      async (folder) => {
        const name = path(folder);
        for (const client of [anon, stranger]) {
          const { error } = await bucket(client).upload(name, await png(), {
            contentType: 'image/png',
          });
          expect(error).not.toBeNull();
        }
        for (let n = 0; n < 2; n += 1) {
          const { data, error } = await bucket(staff).upload(name, await png(), {
            contentType: 'image/png',
            upsert: true,
          });
          expect(error).toBeNull();
          expect(data?.path).toBe(name);
        }
        const listed = await bucket(staff).list(folder);
        expect(listed.data?.map((object) => object.name)).toContain(name.split('/')[1]);
        expect((await bucket(staff).remove([name])).data).toHaveLength(1);
      },
    );

    test('what is no picture is refused, whatever it calls itself', async () => {
      const script = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      );
      const { error } = await bucket(anon).upload(path('inspiration'), script, {
        contentType: 'image/png',
      });
      expect(error).not.toBeNull();
    });

    test('the bucket can be looked for', async () => {
      expect((await staff.storage.getBucket('images')).data).toMatchObject({
        id: 'images',
        public: true,
      });
      expect((await staff.storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['images']);
    });
  });

  describe('accounts', () => {
    test('sign in, read the session and the user, sign out', async () => {
      const client = backend.newClient();
      const { data, error } = await client.auth.signInWithPassword(staffAccount);
      expect(error).toBeNull();
      expect(Object.keys(data.session ?? {})).toEqual(
        expect.arrayContaining([
          'access_token',
          'refresh_token',
          'expires_in',
          'expires_at',
          'token_type',
          'user',
        ]),
      );
      expect((await client.auth.getUser()).data.user?.email).toBe(staffAccount.email);
      expect((await client.auth.signOut()).error).toBeNull();
      expect((await client.auth.getSession()).data.session).toBeNull();
    });

    test('a wrong password is told in the words of the service; sign-up is off', async () => {
      const client = backend.newClient();
      const wrong = await client.auth.signInWithPassword({
        ...staffAccount,
        password: 'wrong password',
      });
      expect(wrong.error).toMatchObject({
        message: 'Invalid login credentials',
        code: 'invalid_credentials',
      });
      const signUp = await client.auth.signUp({ email: 'new@example.com', password: 'something' });
      expect(signUp.error?.code).toBe('signup_disabled');
    });

    test('a signed-out token reads nothing at its next request', async () => {
      const client = backend.newClient();
      const { data } = await client.auth.signInWithPassword(staffAccount);
      const token = data.session?.access_token ?? '';
      const read = () =>
        fetch(`${backend.url}/rest/v1/quote_requests?select=id`, {
          headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
        });
      expect((await read()).status).toBe(200);
      await client.auth.signOut();
      expect((await read()).status).toBe(401);
    });
  });

  describe('e-mail', () => {
    const send = async (body: unknown) => {
      const response = await fetch(`${backend.url}/functions/v1/send-email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', apikey: backend.publishableKey },
        body: JSON.stringify(body),
      });
      return {
        status: response.status,
        ...((await response.json()) as { success: boolean; error?: string }),
      };
    };

    test('a stored request reaches the owner, with the customer as the one to reply to', async () => {
      const formData = newQuoteRequest({
        customer_name: 'Mail Tester',
        email: 'mail.tester@example.com',
      });
      await anon.from('quote_requests').insert(formData).throwOnError();
      expect(await send({ formData, emailType: 'quote' })).toMatchObject({
        status: 200,
        success: true,
      });
      const received = await mail.waitFor(({ text }) => text?.includes('Mail Tester') ?? false);
      expect(received.envelopeTo).toEqual(['owner@example.com']);
      expect(received.replyTo?.[0]).toMatchObject({ address: 'mail.tester@example.com' });
    });

    test('what was never stored is refused and not sent', async () => {
      const before = mail.received.length;
      const formData = newContactMessage({ email: 'nobody@example.com' });
      const answer = await send({ formData, emailType: 'contact' });
      expect(answer.success).toBe(false);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(mail.received).toHaveLength(before);
    });

    test('without a mail server the mail stands in the outbox', async () => {
      const other = await startBackend({ MAIL_TO: 'owner@example.com' });
      try {
        const formData = newContactMessage({ name: 'Outbox Tester' });
        await other.anon.from('contact_submissions').insert(formData).throwOnError();
        const { error } = await other.anon.functions.invoke('send-email', {
          body: { formData, emailType: 'contact' },
        });
        expect(error).toBeNull();
        const [file] = (await readdir(`${other.directory}/outbox`)).filter((name) =>
          name.endsWith('.eml'),
        );
        expect(await readFile(`${other.directory}/outbox/${file}`, 'utf8')).toContain(
          'Outbox Tester',
        );
      } finally {
        await other.stop();
      }
    });
  });
});
