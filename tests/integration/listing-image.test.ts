import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteShed, insertShed, insertShedOnce } from '#app/data/shed-listings.ts';
import { toListingDraft } from '#app/domain/designs/listing-draft.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

describe.skipIf(!engineAvailable())('a listing from a design', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  const draw = async (authorization: string | undefined) => {
    const response = await fetch(
      `${backend.url}/design/listing-image?style=gable&size=10x12&side=left`,
      { headers: authorization === undefined ? {} : { authorization } },
    );
    return [response.status, await response.text()];
  };
  const getToken = async (who: 'staff' | 'stranger') => {
    const { data } = await backend[who].auth.getSession();
    return data.session?.access_token;
  };

  test('has its images drawn for staff', async () => {
    expect(await draw(`Bearer ${await getToken('staff')}`)).toEqual([200, 'drawn']);
  });

  test('has no images drawn for visitors and accounts that are not staff', async () => {
    expect(await draw(undefined)).toEqual([401, 'Please sign in.']);
    for (const token of [
      await getToken('stranger'),
      backend.publishableKey,
      'a.b.c',
      `${await getToken('staff')}x`,
    ]) {
      expect(await draw(`Bearer ${token}`)).toEqual([403, 'Only staff draw listings.']);
    }
  });

  test('is inserted once, however often its insert is repeated', async () => {
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
    const second = await insertShedOnce(backend.staff, { ...row, title: 'Another' });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ title: 'Natural 10x12 Gable Shed', is_active: false, design });
    const { data } = await backend.anon.from('shed_listings').select('id').eq('id', row.id);
    expect(data).toEqual([]);
  });

  test.each([
    ['text', 'style=gable'],
    ['a number out of range', newDesign({ width: 99 })],
    ['another key', { ...newDesign(), price: 1 }],
  ])('is rejected with a design that is %s', async (_, design) => {
    const { error } = await backend.staff
      .from('shed_listings')
      .insert({ ...newShed(), design: design as never });
    expect(error?.code).toBe('23514');
    expect(error?.message).toContain('shed_listings_design_valid');
  });

  test('has its design again when its deletion is undone', async () => {
    const { data: row } = await backend.staff
      .from('shed_listings')
      .insert({ ...newShed(), design: newDesign() as never })
      .select()
      .single()
      .throwOnError();
    const deleted = await deleteShed(backend.staff, row.id);
    expect(await insertShed(backend.staff, deleted)).toMatchObject({ design: newDesign() });
  });
});
