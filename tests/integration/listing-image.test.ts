import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertShedOnce } from '#app/data/shed-listings.ts';
import { toListingDraft } from '#app/domain/designs/listing-draft.ts';
import { newDesign } from '#tests/fixtures/designs.ts';
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

  test('its images are drawn for staff', async () => {
    expect(await draw(`Bearer ${await getToken('staff')}`)).toEqual([200, 'drawn']);
  });

  test('its images are drawn for nobody else', async () => {
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
    const row = {
      ...toListingDraft(newDesign()),
      id: crypto.randomUUID(),
      price: 8450,
      images: ['sheds/1-a.jpg'],
      is_active: false,
      is_featured: false,
    };
    const first = await insertShedOnce(backend.staff, row);
    const second = await insertShedOnce(backend.staff, { ...row, title: 'Another' });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ title: 'Natural 10x12 Gable Shed', is_active: false });
    const { data } = await backend.anon.from('shed_listings').select('id').eq('id', row.id);
    expect(data).toEqual([]);
  });
});
