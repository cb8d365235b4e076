import { beforeAll, describe, expect, test } from 'vitest';
import { toListingDraft } from '#app/features/sheds/listing-draft.ts';
import { insertShed, insertShedOnce } from '#app/features/sheds/shed-listings.ts';
import { deleteRow, insertRow, readRow, updateRow, updateUnchanged } from '#app/lib/crud.ts';
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
    // The matrix takes table names from a list, which the typed client can't follow.
    const rows = backend.service.from(table as 'past_projects');
    const stored = async (id: string) =>
      (await rows.select('*').eq('id', id).single().throwOnError()).data;
    const { data: read } = await rows
      .insert(row as never)
      .select()
      .single()
      .throwOnError();
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

    await rows
      .update(row as never)
      .eq('id', id)
      .throwOnError();
    const current = await stored(id);
    await expect(updateUnchanged(backend.staff, table, mine, change)).rejects.toMatchObject({
      row: current,
      changedBy: null,
    });

    await rows.delete().eq('id', id).throwOnError();
    await expect(updateUnchanged(backend.staff, table, mine, change)).rejects.toBeInstanceOf(
      RowNotFound,
    );
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
      await expect(restore()).rejects.toMatchObject({ code: '23505' });
    },
  );

  test('a listing from a design is inserted once, however often its insert is repeated', async () => {
    const design = newDesign({ wallHeight: 96, extras: ['ramp', 'shelf'] });
    const row = {
      ...toListingDraft(design, []),
      design,
      id: crypto.randomUUID(),
      price: 8450,
      images: ['sheds/1-a.jpg'],
      is_active: false,
      is_featured: false,
    };
    const first = await insertShedOnce(backend.staff, row);
    expect(first).toMatchObject({ title: 'Natural 10x12 Gable Shed', is_active: false, design });
    expect(await insertShedOnce(backend.staff, { ...row, title: 'Another' })).toEqual(first);
  });

  test('a listing with an invalid design is rejected', async () => {
    const row = newShed({ design: newDesign({ width: 99 }) as never });
    const { error } = await backend.staff.from('shed_listings').insert(row);
    expect(error?.message).toContain('shed_listings_design_valid');
  });
});
