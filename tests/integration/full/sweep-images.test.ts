import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertQuote, updateQuote } from '#app/features/quotes/quotes.ts';
import { deleteRow, insertRow, updateRow } from '#app/lib/crud.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import {
  newPost,
  newProject,
  newQuoteRequest,
  newSection,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { engineAvailable, insertRows, useBackend } from '#tests/support/backend.ts';
import { getDatabaseUrl } from '#tests/support/empty-server-database.ts';
import { newQuoteDraft } from '#tests/support/quotes.ts';
import { hostedEnvironment, runScript } from '#tests/support/run-script.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';

const shown = [
  'projects/1-shown.jpg',
  'sheds/1-shown.jpg',
  'sheds/2-inactive.jpg',
  'blog/1-featured.jpg',
  'blog/2-in-the-text.jpg',
  'hero/1-shown.jpg',
  'thumbnails/1-shown.jpg',
  'inspiration/1767225600001-shown.jpg',
  // Of what can be put back.
  'blog/3-deleted.jpg',
  'projects/3-replaced.jpg',
  'orders/3-replaced.jpg',
];
const unused = ['blog/8-unused.jpg', 'inspiration/1767225600008-unused.jpg', 'sheds/8-unused.jpg'];
const young = 'projects/9-young.jpg';

describe.skipIf(!engineAvailable())('npm run sweep-images', () => {
  const backend = useBackend();
  let environment: Record<string, string>;

  beforeAll(async () => {
    const { service, staff, directory, database } = backend;
    const { port } = new URL(backend.url);
    environment = { DATA_DIR: directory, HOST: '127.0.0.1', PORT: port };
    if (database.engine === 'server') environment.DATABASE_URL = await getDatabaseUrl(database);
    for (const path of [...shown, ...unused, young]) await uploadSmallImage(service, path);
    await backend.run(sql`update storage.objects set created_at = now() - interval '25 hours',
      updated_at = now() - interval '25 hours' where name <> ${young}::text`);
    await insertRow(service, 'past_projects', newProject({ images: [shown[0] ?? ''] }));
    await insertRows(service, 'shed_listings', [
      newShed({ images: [shown[1] ?? ''] }),
      newShed({ images: [shown[2] ?? ''], is_active: false }),
    ]);
    const { publicUrl } = service.storage.from('images').getPublicUrl(shown[4] ?? '').data;
    await insertRows(
      service,
      'blog_posts',
      newPost({
        featured_image: shown[3],
        is_published: false,
        published_at: null,
        content: `<p>Words enough for a post</p><img src="${publicUrl}" alt="A roof">`,
      }),
    );
    await insertRow(service, 'home_content', newSection({ image_url: shown[5], is_active: false }));
    await insertRow(service, 'video_carousel', newVideo({ thumbnail_url: shown[6] }));
    const request = newQuoteRequest({ inspiration_images: [shown[7] ?? ''] });
    await insertRow(service, 'quote_requests', request);
    const post = newPost({ slug: 'deleted', featured_image: shown[8] ?? '' });
    await deleteRow(staff, 'blog_posts', (await insertRow(service, 'blog_posts', post)).id);
    const project = newProject({ images: [shown[9] ?? ''] });
    const { id } = await insertRow(service, 'past_projects', project);
    await updateRow(staff, 'past_projects', id, { images: [] });
    const content = newQuoteContent({ images: [shown[10] ?? ''] });
    const draft = await insertQuote(staff, newQuoteDraft({ content }));
    await updateQuote(staff, draft, { content: newQuoteContent({ images: [] }) });
    const text = { path: 'sheds/8-unused.jpg', alt: 'A shed of old' };
    await insertRows(service, 'image_alt_texts', text);
  });

  const sweep = (
    args: string[],
    more: Record<string, string> = {},
    options?: Parameters<typeof runScript>[3],
  ) => runScript('scripts/sweep-images.ts', args, { ...environment, ...more }, options);
  const stored = async () => {
    const rows = await backend.run(sql<{ name: string }>`
      select name from storage.objects order by name collate "C"`);
    return rows.map(({ name }) => name);
  };
  const listed = (output: string) =>
    output.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);

  test('lists unused images older than a day and deletes nothing while the site runs', async () => {
    const { status, output, errors } = await sweep([]);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain(`3 of ${shown.length + 4} images are unused`);
    expect(listed(output)).toEqual(unused);
    expect(output).toContain('Nothing was removed.');
    expect(await stored()).toHaveLength(shown.length + 4);
  });

  test('requires the secret key on hosted Supabase', async () => {
    const { secretKey } = backend;
    const hosted = { ...hostedEnvironment(backend), DATABASE_URL: '' };
    const refused = await sweep(['--delete'], hosted);
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain('SUPABASE_SECRET_KEY');
    const wrong = { ...hosted, SUPABASE_SECRET_KEY: backend.publishableKey };
    const wrongKey = await sweep(['--delete'], wrong);
    expect(wrongKey.status).not.toBe(0);
    expect(await stored()).toHaveLength(shown.length + 4);
    const { status, output } = await sweep([], { ...hosted, SUPABASE_SECRET_KEY: secretKey });
    expect(status).toBe(0);
    expect(listed(output)).toEqual(unused);
  });

  test('shows an error if it cannot reach the site', async () => {
    const elsewhere = await sweep([], { PORT: '9' });
    if (backend.database.engine === 'server') {
      // Several processes may work on one PostgreSQL server.
      expect(listed(elsewhere.output)).toEqual(unused);
    } else {
      expect(elsewhere.status).toBe(1);
      expect(elsewhere.errors).toContain(`in use by process ${process.pid}`);
      expect(elsewhere.errors).toContain('PORT and HOST');
      const unreachable = await sweep([], { DATA_DIR: '/nowhere' });
      expect(unreachable.status).toBe(1);
      expect(unreachable.errors).toContain('/nowhere');
    }
  });

  test('deletes unused images in batches, but not those that are used again meanwhile', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => `blog/${5000 + n}-many.jpg`);
    await backend.run(sql`insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at)
      select 'images', name, gen_random_uuid()::text, '{}', now() - interval '2 days', now() - interval '2 days'
      from unnest(${many}::text[]) as name`);
    const reused = newShed({ images: ['sheds/8-unused.jpg'] });
    let saved: Promise<unknown> = Promise.resolve();
    const onOutput = (line: string) => {
      if (line.includes('Checking again')) {
        saved = insertRow(backend.staff, 'shed_listings', reused);
      }
    };
    const swept = await sweep(['--delete', '--pause', '2'], {}, { onOutput });
    await saved;
    expect(swept).toMatchObject({ status: 0, errors: '' });
    expect(swept.output).toContain('1202 of 1203 images removed.');
    expect(await stored()).toEqual([...shown, young, 'sheds/8-unused.jpg'].sort());
    expect((await backend.service.from('image_alt_texts').select('path')).data).toEqual([
      { path: 'sheds/8-unused.jpg' },
    ]);
    const listings = backend.service.from('shed_listings').delete();
    await listings.contains('images', ['sheds/8-unused.jpg']).throwOnError();
  });

  test('works while the site is stopped, and deletes alt texts with their images', async () => {
    const path = 'sheds/8-unused.jpg';
    if (backend.database.engine === 'embedded') await backend.database.close();
    const { status, output, errors } = await sweep(['--delete', '--pause', '0'], { PORT: '9' });
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(listed(output)).toEqual([path]);
    expect(output).toContain('1 of 1 images removed.');
    const again = await sweep([], { PORT: '9' });
    expect(again.output).toBe(`0 of ${shown.length + 1} images are unused and older than a day.\n`);
  });
});
