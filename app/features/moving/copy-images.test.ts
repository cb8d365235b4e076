import { describe, expect, test } from 'vitest';
import { selectRows, useBackend } from '#tests/support/backend.ts';
import { explainRefusedAddress, getImageName, storeRowsWithImages } from './copy-images.ts';
import { createCsvKinds } from './csv-import.ts';

test.each([
  ['https://old.example/uploads/My%20shed.jpg?x', 'My shed'],
  ['https://old.example/..%2F..%2Fetc%2Fpasswd', '../../etc/passwd'],
  ['https://old.example/', 'image'],
])('getImageName of %s is %s', (address, name) => {
  expect(getImageName(address)).toBe(name);
});

test.each([
  ['https://old.example/a.jpg', undefined],
  ['http://old.example:80/a.jpg', undefined],
  ['ftp://old.example/a.jpg', "isn't a web address"],
  ['/a.jpg', "isn't a web address"],
  ['https://user:word@old.example/a.jpg', "isn't a web address"],
  ['http://old.example:8080/a.jpg', "has a port number, which isn't allowed"],
  [`https://old.example/${'a'.repeat(2000)}`, 'is too long'],
])('explainRefusedAddress of %s is %s', (address, reason) => {
  expect(explainRefusedAddress(address)).toBe(reason);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('images of a CSV import', () => {
  const backend = useBackend();
  const kinds = createCsvKinds('https://sheds.example');

  async function importFile(name: 'sheds' | 'reviews', text: string, withoutImages = false) {
    const { table, place, plan, readStored } = kinds[name] ?? {};
    if (!table || !place || !plan || !readStored) throw new Error(name);
    const { rows } = plan(text, await readStored(backend.staff));
    const fetched: string[] = [];
    const result = await storeRowsWithImages(backend.staff, table, place, rows, {
      ...{ onProgress: () => {}, signal: AbortSignal.timeout(600_000), withoutImages },
      fetchImage: async (address) => {
        if (address.includes('gone')) throw new Error('The other website answered 404.');
        fetched.push(address);
        return new File([png], 'a.png', { type: 'image/png' });
      },
    });
    return { ...result, fetched };
  }
  async function importCsv(images: string, { withoutImages = false, size = '8x10' } = {}) {
    const text = `Title,Material,Color,Size,Style,Images\nPictured,Wood,Red,${size},Gable,${images}`;
    const result = await importFile('sheds', text, withoutImages);
    const [stored] = await selectRows(backend.staff, 'shed_listings', 'images', {
      title: 'Pictured',
    });
    return { ...result, images: stored?.images };
  }
  const [a, b, gone] = ['a', 'b', 'gone'].map((name) => `https://old.example/${name}.png`);

  test('are added once each, also by later imports, and the others stay', async () => {
    const first = await importCsv(`${a}|${a}`);
    expect(first).toMatchObject({ created: 1, fetched: [a], images: [expect.any(String)] });
    expect(await importCsv(`${a}`)).toMatchObject({ created: 0, updated: 0, fetched: [] });
    const second = await importCsv(`${b} ${a}`);
    expect(second).toMatchObject({ updated: 1, fetched: [b] });
    expect(second.images).toEqual([first.images?.[0], expect.stringMatching(/-a\.png$/)]);
    expect(await importCsv('', { size: '10x10' })).toMatchObject({ images: second.images });
  });

  test('that cannot be copied keep their row out, unless staff do without them', async () => {
    await importCsv('');
    const refused = await importCsv(`${gone}`, { size: '10x12' });
    expect(refused).toMatchObject({ updated: 0, failed: [{ reason: "We couldn't copy 1 image" }] });
    expect(refused.failedImages).toEqual([
      `${gone} in “Pictured”. The other website answered 404.`,
    ]);
    const without = await importCsv(`${gone}`, { size: '10x12', withoutImages: true });
    expect(without).toMatchObject({ updated: 1, images: refused.images });
  });

  test('of a review is one, which a later import leaves', async () => {
    const importReview = (image: string) =>
      importFile(
        'reviews',
        `Customer name,Rating,Review text,Images\nAnn,5,Straight walls.,${image}`,
      );
    expect(await importReview(a ?? '')).toMatchObject({ created: 1, fetched: [a] });
    expect(await importReview(a ?? '')).toMatchObject({ updated: 0, fetched: [] });
    expect(await importReview(b ?? '')).toMatchObject({ updated: 0, fetched: [] });
    const [review] = await selectRows(backend.staff, 'reviews', 'image', { customer_name: 'Ann' });
    expect(review?.image).toMatch(/^thumbnails\/\d+-[\da-f]{8}-a\.png$/);
  });
});
