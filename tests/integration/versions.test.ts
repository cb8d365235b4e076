import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertSettings } from '#app/data/business-settings.ts';
import { updateUnchanged } from '#app/data/crud.ts';
import { RowChanged, RowNotFound } from '#app/data/errors.ts';
import { insertSection } from '#app/data/home-content.ts';
import { newPriceListRow } from '#tests/fixtures/designs.ts';
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
import {
  engineAvailable,
  staffAccount,
  startBackend,
  type TestBackend,
} from '#tests/support/backend.ts';

/** Two people who change one row: the second overwrites nothing that they have not seen. */

const tables = [
  ['past_projects', newProject(), { title: 'Mine' }],
  ['shed_listings', newShed(), { title: 'Mine' }],
  ['reviews', newReview(), { customer_name: 'Mine' }],
  ['blog_posts', newPost(), { title: 'Mine' }],
  ['video_carousel', newVideo(), { title: 'Mine' }],
  ['home_content', newSection(), { title: 'Mine' }],
  ['business_settings', newSettings(), { business_name: 'Mine' }],
  ['site_pages', newSitePage(), { title: 'Mine' }],
  ['designer_settings', { price_visibility: 'none' }, { range_above_percent: 20 }],
  ['price_lists', newPriceListRow(), { costs: { base: {}, items: { 'extra.ramp': 1 } } }],
] as const;

describe.skipIf(!engineAvailable())('versions of a row', () => {
  let backend: TestBackend;
  let staffId: string | undefined;

  beforeAll(async () => {
    backend = await startBackend();
    staffId = (await backend.staff.auth.getUser()).data.user?.id;
  });
  afterAll(() => backend?.stop());

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

  test('insertSection and insertSettings reject a second row and return the first', async () => {
    const hero = { ...newSection(), title: 'First' };
    const first = await insertSection(backend.staff, hero);
    await expect(insertSection(backend.staff, { ...hero, title: 'Second' })).rejects.toMatchObject({
      name: 'RowChanged',
      row: first,
    });
    const business = { ...newSettings(), latitude: null, longitude: null, retention_months: 24 };
    const settings = await insertSettings(backend.staff, business);
    const second = insertSettings(backend.staff, { ...business, business_name: 'Second' });
    await expect(second).rejects.toMatchObject({ name: 'RowChanged', row: settings });
  });
});
