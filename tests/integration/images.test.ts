import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { readImageAltTexts, saveImageAltTexts } from '#app/features/images/image-alt-texts.ts';
import { pruneDeletedRecords } from '#app/features/privacy/deleted-records.ts';
import { deleteQuote, insertQuote, updateQuote } from '#app/features/quotes/quotes.ts';
import { deleteRow, insertRow, updateRow } from '#app/lib/crud.ts';
import { createDiskFiles } from '#backend/storage/files.ts';
import { removeUnusedUploads } from '#server/images/visitor-uploads.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import {
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newSection,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  insertRows,
  selectRows,
  type TestBackend,
  useBackend,
} from '#tests/support/backend.ts';
import { useOutbox } from '#tests/support/outbox.ts';
import { newQuoteDraft } from '#tests/support/quotes.ts';
import { uploadSmallImage } from '#tests/support/small-image.ts';
import { sendDueMails } from '../../supabase/functions/send-email/deliver.ts';

const shown = {
  'projects/1-barn.jpg': 'A red barn on a hill',
  'sheds/1-gable.jpg': 'A gable shed with its doors open',
  'blog/1-snow.jpg': 'Snow on a steel roof',
  'hero/1-yard.jpg': 'Three sheds in a row',
  'thumbnails/1-clip.jpg': 'A wall going up',
  'thumbnails/1-review.jpg': 'A shed by the lake',
};
const hidden = {
  'sheds/2-hidden.jpg': 'A shed that is not for sale any more',
  'blog/2-draft.jpg': 'A post nobody may read yet',
  'hero/2-hidden.jpg': 'A hero that is switched off',
  'thumbnails/2-hidden.jpg': 'A clip that is switched off',
  'thumbnails/2-pending.jpg': 'A review that waits',
  'projects/2-nowhere.jpg': 'A picture of no record',
};
const toAltTexts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([path, alt]) => [path, { alt }]));
const rows = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, alt]) => ({ path, alt }));

const logger = pino({ level: 'silent' });
const path = (name: string) => `inspiration/1767225600000-${name}.jpg`;

describe.skipIf(!engineAvailable())('image_alt_texts', () => {
  const backend = useBackend();
  beforeAll(async () => {
    const { service } = backend;
    const project = newProject({ images: ['projects/1-barn.jpg'] });
    await service.from('past_projects').insert(project).throwOnError();
    await insertRows(service, 'shed_listings', [
      newShed({ images: ['sheds/1-gable.jpg'] }),
      newShed({ images: ['sheds/2-hidden.jpg'], is_active: false }),
    ]);
    const unpublished = { is_published: false, published_at: null };
    await insertRows(service, 'blog_posts', [
      newPost({ featured_image: 'blog/1-snow.jpg' }),
      newPost({ featured_image: 'blog/2-draft.jpg', ...unpublished }),
    ]);
    const hero = { section_name: 'sheds_hero', image_url: 'hero/2-hidden.jpg' };
    await insertRows(service, 'home_content', [
      newSection({ section_name: 'hero', image_url: 'hero/1-yard.jpg' }),
      newSection({ ...hero, is_active: false }),
    ]);
    await insertRows(service, 'video_carousel', [
      newVideo({ thumbnail_url: 'thumbnails/1-clip.jpg' }),
      newVideo({ thumbnail_url: 'thumbnails/2-hidden.jpg', is_active: false }),
    ]);
    await insertRows(service, 'reviews', [
      newReview({ image: 'thumbnails/1-review.jpg', is_approved: true }),
      newReview({ image: 'thumbnails/2-pending.jpg', is_approved: false }),
    ]);
  });
  beforeEach(async () => {
    await backend.service.from('image_alt_texts').delete().neq('path', '').throwOnError();
    await insertRows(backend.service, 'image_alt_texts', rows({ ...shown, ...hidden }));
  });

  const all = { ...shown, ...hidden };
  test.each([
    ['anon', shown],
    ['stranger', shown],
    ['staff', all],
  ] as const)('%s reads the alt texts of visible images', async (caller, expected) => {
    expect(await readImageAltTexts(backend[caller], [...Object.keys(all), null, ''])).toEqual(
      toAltTexts(expected),
    );
    const data = await selectRows(backend[caller], 'image_alt_texts', 'path, alt', {});
    expect(Object.fromEntries(data.map(({ path, alt }) => [path, alt]))).toEqual(expected);
  });

  test('readImageAltTexts reads more paths than a call takes', async () => {
    const paths = Array.from({ length: 250 }, (_, n) => `projects/${n}-${'x'.repeat(100)}.jpg`);
    for (let start = 0; start < paths.length; start += 50) {
      const images = paths.slice(start, start + 50);
      await insertRows(backend.service, 'past_projects', newProject({ images }));
    }
    const texts = toAltTexts(Object.fromEntries(paths.map((path) => [path, path])));
    await saveImageAltTexts(backend.staff, texts);
    expect(Object.keys(await readImageAltTexts(backend.anon, paths))).toHaveLength(250);
  });

  test('saveImageAltTexts inserts, updates and deletes texts', async () => {
    await saveImageAltTexts(backend.staff, {
      'sheds/1-gable.jpg': { alt: '  The same shed at night ' },
      'sheds/3-new.jpg': { alt: 'A new one', focalPoint: { x: 0, y: 100 } },
      'hero/1-yard.jpg': { alt: ' ' },
      'projects/1-barn.jpg': { alt: '', focalPoint: { x: 30, y: 40 } },
    });
    const paths = [...Object.keys(all), 'sheds/3-new.jpg'];
    const now = await readImageAltTexts(backend.staff, paths);
    const { 'hero/1-yard.jpg': _gone, ...rest } = toAltTexts(all);
    expect(now).toEqual({
      ...rest,
      'sheds/1-gable.jpg': { alt: 'The same shed at night' },
      'sheds/3-new.jpg': { alt: 'A new one', focalPoint: { x: 0, y: 100 } },
      'projects/1-barn.jpg': { alt: '', focalPoint: { x: 30, y: 40 } },
    });
    expect(await readImageAltTexts(backend.anon, ['projects/1-barn.jpg'])).toEqual({
      'projects/1-barn.jpg': now['projects/1-barn.jpg'],
    });
    await saveImageAltTexts(backend.staff, {});
  });

  test.each([
    ['a text without words', { path: 'sheds/9.jpg', alt: '  ' }],
    ['a text that is too long', { path: 'sheds/9.jpg', alt: 'x'.repeat(301) }],
    [
      'a focal point outside of the picture',
      { path: 'sheds/9.jpg', alt: '', focal_x: 101, focal_y: 0 },
    ],
    ['half a focal point', { path: 'sheds/9.jpg', alt: 'x', focal_x: 50 }],
    ["a visitor's picture", { path: 'inspiration/9.jpg', alt: 'x' }],
    ['no path', { path: '', alt: 'x' }],
    ['a path with a space', { path: 'sheds/a b.jpg', alt: 'x' }],
    ['a path that is too long', { path: `sheds/${'x'.repeat(1000)}`, alt: 'x' }],
  ])('%s is rejected', async (_what, row) => {
    const { error } = await backend.staff.from('image_alt_texts').insert(row);
    expect(error?.code).toBe('23514');
  });
});

describe.skipIf(!engineAvailable())("the quota of visitors' uploads", () => {
  const outbox = useOutbox();
  beforeEach(async () => {
    await outbox.clear();
    await run(sql`delete from storage.objects`);
    await run(sql`delete from private.outbox`);
    await run(sql`delete from private.visitor_storage`);
  });

  const run: TestBackend['run'] = (query) => outbox.backend.run(query);
  const store = async (name: string, hours: number) => {
    await uploadSmallImage(outbox.backend.service, name);
    const age = `${hours} hours`;
    await run(sql`update storage.objects set created_at = now() - ${age}::interval,
      updated_at = now() - ${age}::interval where name = ${name}::text`);
  };
  const stored = async () => {
    const rows = await run(sql<{ name: string }>`
      select name from storage.objects order by name collate "C"`);
    return rows.map(({ name }) => name);
  };
  const files = () => createDiskFiles(`${outbox.backend.directory}/storage`);
  const cleanUp = (now = new Date()) =>
    removeUnusedUploads({ database: outbox.backend.database, files: files(), logger }, now);
  const newDraft = (image: string) => {
    const content = newQuoteContent({ images: [image] });
    return insertQuote(outbox.backend.staff, newQuoteDraft({ content }));
  };
  /** Staff delete a request and a draft with these images, and replace those of a post and a draft. */
  const removeAndReplace = async (deleted: string[], replaced: string[]) => {
    const { staff, service } = outbox.backend;
    const row = newQuoteRequest({ inspiration_images: deleted.slice(0, 1) });
    const request = await insertRow(service, 'quote_requests', row);
    await deleteRow(staff, 'quote_requests', request.id);
    await deleteQuote(staff, (await newDraft(deleted[1] ?? '')).id);
    const content = `<p>Words enough for a post</p><img src="/images/${replaced[0]}">`;
    const post = newPost({ slug: 'edited', content });
    const { id } = await insertRow(service, 'blog_posts', post);
    await updateRow(staff, 'blog_posts', id, { content: '<p>Words enough for a post</p>' });
    const draft = await newDraft(replaced[1] ?? '');
    await updateQuote(staff, draft, { content: newQuoteContent({ images: [] }) });
  };
  /** As if 31 days had passed. */
  const age = async () => {
    await run(sql`update public.deleted_records set deleted_at = now() - interval '31 days'`);
    await run(sql`update public.former_values set replaced_at = now() - interval '31 days'`);
    await run(sql`update public.audit_entries set occurred_at = now() - interval '31 days'`);
    await run(sql`update private.visitor_storage set swept_at = null`);
    await pruneDeletedRecords(outbox.backend.service, new Date());
  };
  const isServed = async (name: string) => {
    const { data } = outbox.backend.service.storage.from('images').getPublicUrl(name);
    return (await fetch(data.publicUrl)).ok;
  };
  const countFiles = async () => (await Array.fromAsync(files().list())).length;
  /** Inserts a row of a large image without its file. */
  const fill = (bytes: number) =>
    run(sql`insert into storage.objects (bucket_id, name, version, metadata)
      values ('images', ${path('large')}::text, gen_random_uuid()::text, jsonb_build_object('size', ${bytes}::bigint))`);

  test('the daily job deletes old unreferenced uploads with their files, and no others', async () => {
    const { service } = outbox.backend;
    const old = [path('old-1'), path('old-2'), 'orders/1-removed.jpg'];
    const retained = [
      ...[path('requested'), path('spam'), path('in-a-post'), path('reviewed')],
      'orders/1-quoted.jpg',
    ];
    await newDraft('orders/1-quoted.jpg');
    // What can be put back shows them: a deleted draft and request, an edited draft and post.
    const deletable = [path('deleted'), 'orders/1-deleted.jpg'];
    const replaced = [path('replaced'), 'orders/1-replaced.jpg'];
    const restorable = [...deletable, ...replaced];
    const young = path('young');
    for (const name of [...old, ...retained, ...restorable, 'projects/1-old.jpg']) {
      await store(name, 49);
    }
    await store(young, 47);
    await insertRows(service, 'quote_requests', [
      { ...newQuoteRequest({ inspiration_images: [path('requested')] }), is_spam: false },
      { ...newQuoteRequest({ inspiration_images: [path('spam')] }), is_spam: true },
    ]);
    const content = `<p>Words enough for a post</p><img src="/images/${path('in-a-post')}">`;
    await service.from('blog_posts').insert(newPost({ content })).throwOnError();
    await insertRow(service, 'reviews', newReview({ image: path('reviewed') }));
    await removeAndReplace(deletable, replaced);
    const before = await countFiles();

    await Promise.all([cleanUp(), cleanUp()]);

    const kept = [...retained, young, 'projects/1-old.jpg'];
    expect(await stored()).toEqual([...kept, ...restorable].sort());
    expect(await countFiles()).toBe(before - old.length);
    for (const name of restorable) expect(await isServed(name)).toBe(true);

    await age();
    await cleanUp();
    expect(await stored()).toEqual(kept.sort());
    expect(await countFiles()).toBe(before - old.length - restorable.length);
  });

  test('the daily job runs once a day, by the slower clock, not after a jump, and again after an error', async () => {
    await store(path('old'), 49);
    await run(sql`update private.quote_clock set checked_at = now() - interval '3 days'`);
    await cleanUp();
    expect(await stored()).toEqual([path('old')]);
    await run(sql`update private.quote_clock set paused_until = null`);
    await cleanUp(new Date(Date.now() - 2 * 3_600_000));
    expect(await stored()).toEqual([path('old')]);
    await cleanUp();
    expect(await stored()).toEqual([path('old')]);
    await run(sql`update private.visitor_storage set swept_at = swept_at - interval '1 day'`);

    await run(sql`alter table storage.objects rename to away`);
    await cleanUp();
    await run(sql`alter table storage.away rename to objects`);
    await cleanUp();
    expect(await stored()).toEqual([]);
  });

  const onServer = test.runIf(inject('template').engine === 'server');
  onServer('the daily job waits for a request that is being stored', async () => {
    await store(path('late'), 49);
    const { database } = outbox.backend;
    const { promise: inserted, resolve: onInserted } = Promise.withResolvers<void>();
    const { promise: release, resolve: onRelease } = Promise.withResolvers<void>();
    const request = database.owner.transaction().execute(async (transaction) => {
      await sql`insert into public.quote_requests (customer_name, email, project_type, description, inspiration_images)
        values ('Ada Fox', 'ada@example.com', 'Custom Shed', 'A shed for bicycles', array[${path('late')}::text])`.execute(
        transaction,
      );
      onInserted();
      await release;
    });
    await inserted;
    const cleanedUp = cleanUp();
    await expect
      .poll(async () => {
        const waiting = sql`select from pg_stat_activity where wait_event = 'PgSleep'`;
        return (await run(waiting)).length;
      })
      .toBe(1);
    onRelease();
    await Promise.all([request, cleanedUp]);
    expect(await stored()).toEqual([path('late')]);
  });

  test('the owner is warned by one email a day, whichever process checks', async () => {
    const sendFromThree = () => Promise.all([1, 2, 3].map(() => sendDueMails(outbox.sender())));
    const warnings = () =>
      outbox.mail.received.filter(({ text }) => text?.includes('VISITOR_STORAGE_LIMIT_MB'));
    await fill(1_800_000_000);
    await sendFromThree();
    expect(warnings()).toHaveLength(0);
    await run(sql`update storage.objects set metadata = jsonb_build_object('size', 1900000000)`);
    await sendFromThree();
    await expect.poll(() => warnings().length).toBe(1);
    expect(await outbox.queued()).toMatchObject([{ status: 'sent' }]);
    await sendFromThree();
    expect(warnings()).toHaveLength(1);
    await run(sql`update private.visitor_storage set warned_at = warned_at - interval '25 hours'`);
    await sendFromThree();
    await expect.poll(() => warnings().length).toBe(2);
  });
});
