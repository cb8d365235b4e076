import { beforeAll, describe, expect, test } from 'vitest';
import { createRecordSaver } from '#app/admin/records/save-record.ts';
import { insertPost, updatePost } from '#app/features/blog/blog-posts.ts';
import { insertVideo, updateVideo } from '#app/features/home/video-carousel.ts';
import { insertProject, updateProject } from '#app/features/projects/past-projects.ts';
import { insertQuote, updateQuote } from '#app/features/quotes/quotes.ts';
import { insertReview, updateReview } from '#app/features/reviews/reviews.ts';
import { toListingDraft } from '#app/features/sheds/listing-draft.ts';
import { insertShed, updateShed } from '#app/features/sheds/shed-listings.ts';
import {
  deleteRow,
  insertOnce,
  insertRow,
  readRow,
  updateRow,
  updateUnchanged,
} from '#app/lib/crud.ts';
import { RowChanged, RowNotFound } from '#app/lib/errors.ts';
import { newDesign, newPriceListRow } from '#tests/fixtures/designs.ts';
import {
  newPost,
  newProject,
  newReview,
  newSection,
  newSettings,
  newShed,
  newSitePage,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { engineAvailable, staffAccount, useBackend } from '#tests/support/backend.ts';
import { newQuoteDraft } from '#tests/support/quotes.ts';

/** Saves overwrite nothing that their author has not seen, and a delete can be undone. */

const tables = [
  ['past_projects', newProject(), { title: 'Mine' }],
  ['shed_listings', newShed(), { title: 'Mine' }],
  ['reviews', newReview(), { customer_name: 'Mine' }],
  ['blog_posts', newPost(), { title: 'Mine' }],
  ['video_carousel', newVideo(), { title: 'Mine' }],
  ['home_content', newSection(), { title: 'Mine' }],
  ['business_settings', newSettings(), { business_name: 'Mine' }],
  ['site_pages', newSitePage(), { title: 'Mine' }],
  ['designer_settings', { range_above_percent: 10 }, { range_above_percent: 20 }],
  ['price_lists', newPriceListRow(), { costs: { base: {}, items: { 'extra.ramp': 1 } } }],
] as const;

describe.skipIf(!engineAvailable())('editing', () => {
  const backend = useBackend();
  let staffId: string | undefined;

  beforeAll(async () => {
    staffId = (await backend.staff.auth.getUser()).data.user?.id;
  });

  test.each(tables)('updateUnchanged of %s rejects an old version', async (table, row, change) => {
    const { service } = backend;
    const stored = (id: string) => readRow(service, table, id);
    const read = await insertRow(service, table, row as never);
    const { id } = read;

    const mine = await updateUnchanged(backend.staff, table, read, change);
    expect(mine).toMatchObject(change);
    expect(mine).toEqual(await stored(id));
    // Nothing changes, so that the version remains.
    expect(await updateUnchanged(backend.staff, table, mine, change)).toEqual(mine);

    const stale = updateUnchanged(backend.staff, table, read, change);
    await expect(stale).rejects.toBeInstanceOf(RowChanged);
    const changedBy = { id: staffId, email: staffAccount.email };
    await expect(stale).rejects.toMatchObject({ row: mine, changedBy });
    expect(await stored(id)).toEqual(mine);

    for (const caller of [backend.anon, backend.stranger]) {
      await expect(updateUnchanged(caller, table, mine, change)).rejects.toThrow();
      expect(await stored(id)).toEqual(mine);
    }

    const current = await updateRow(service, table, id, row as never);
    const outdated = updateUnchanged(backend.staff, table, mine, change);
    await expect(outdated).rejects.toMatchObject({ row: current, changedBy: null });

    await deleteRow(service, table, id);
    const deleted = updateUnchanged(backend.staff, table, mine, change);
    await expect(deleted).rejects.toBeInstanceOf(RowNotFound);
  });

  test.each([
    ['past_projects', newProject(), { is_featured: true }],
    ['shed_listings', newShed({ design: newDesign() as never }), { is_active: false }],
    ['reviews', newReview(), { is_featured: true }],
    ['blog_posts', newPost(), { is_published: false }],
    ['video_carousel', newVideo(), { is_active: false }],
  ] as const)(
    'undo of a delete from %s restores the very same row, once',
    async (table, row, change) => {
      const { id } = await insertRow(backend.staff, table, row as never);
      const before = await updateRow(backend.staff, table, id, change);
      const removed = await deleteRow(backend.staff, table, id);
      expect(removed).toEqual(before);
      expect(await readRow(backend.staff, table, id)).toBeNull();
      // Generated columns of a shed are left out.
      const restore = (): Promise<object> =>
        table === 'shed_listings'
          ? insertShed(backend.staff, removed as never)
          : insertRow(backend.staff, table, removed as never);
      expect(await restore()).toEqual(before);
      expect(await readRow(backend.staff, table, id)).toEqual(before);
      await expect(restore()).rejects.toBeInstanceOf(RowChanged);
    },
  );

  test('a listing from a design is inserted once, however often its insert is repeated', async () => {
    const design = newDesign({ wallHeight: 96, extras: ['ramp', 'shelf'] });
    const row = {
      ...toListingDraft(design, []),
      ...{ id: crypto.randomUUID(), price: 8450, images: ['sheds/1-a.jpg'] },
      design: design as never,
      ...{ is_active: false, is_featured: false },
    };
    const first = await insertOnce(backend.staff, 'shed_listings', row);
    expect(first).toMatchObject({ title: 'Natural 10x12 Gable Shed', is_active: false, design });
    const again = insertOnce(backend.staff, 'shed_listings', { ...row, title: 'Another' });
    expect(await again).toEqual(first);
  });

  test.each([
    ['past_projects', newProject(), 'title', insertProject, updateProject],
    ['shed_listings', newShed(), 'title', insertShed, updateShed],
    ['reviews', newReview(), 'customer_name', insertReview, updateReview],
    ['blog_posts', newPost({ slug: 'once' }), 'title', insertPost, updatePost],
    ['video_carousel', newVideo(), 'title', insertVideo, updateVideo],
    ['quotes', newQuoteDraft(), 'customer_name', insertQuote, updateQuote],
  ])('a form that saves a new row of %s again after lost answers stores one', async (...given) => {
    const [table, row, name, insert, update] = given as [
      ...['past_projects', object, string, typeof insertProject, typeof updateProject],
    ];
    let lost = 0;
    const loseAnswer = async <Stored>(write: Promise<Stored>): Promise<Stored> => {
      const stored = await write;
      if (lost > 0) throw new TypeError(`Failed to fetch, ${lost--}`);
      return stored;
    };
    const save = createRecordSaver<{ id: string; updated_at: string }, object>({ [name]: 'Name' });
    const saveAs = (text: string) =>
      save(
        { version: undefined, mine: { ...row, [name]: text } },
        {
          insert: (columns, id) => loseAnswer(insert(backend.staff, { ...columns, id } as never)),
          update: (version, columns) => loseAnswer(update(backend.staff, version, columns)),
        },
      );
    const count = async () =>
      (await backend.staff.from(table).select('*', { count: 'exact', head: true })).count ?? 0;
    const before = await count();

    lost = 1;
    await expect(saveAs('Once')).rejects.toThrow('Failed to fetch');
    const first = await saveAs('Once');
    expect(first).toMatchObject({ [name]: 'Once' });
    lost = 1;
    await expect(saveAs('Twice')).rejects.toThrow('Failed to fetch');
    expect(await saveAs('Three times')).toMatchObject({ id: first.id, [name]: 'Three times' });
    expect(await count()).toBe(before + 1);

    await updateRow(backend.staff, table, first.id, { [name]: 'By a colleague' });
    await expect(saveAs('Four times')).rejects.toBeInstanceOf(RowChanged);
    await deleteRow(backend.staff, table, first.id);
  });

  test('a listing with an invalid design is rejected', async () => {
    const row = newShed({ design: newDesign({ width: 99 }) as never });
    const { error } = await backend.staff.from('shed_listings').insert(row);
    expect(error?.message).toContain('shed_listings_design_valid');
  });
});
