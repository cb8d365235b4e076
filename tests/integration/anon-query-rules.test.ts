import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readImageAltTexts } from '#app/data/image-alt-texts.ts';
import { readShedFacets, readShedsPage } from '#app/data/shed-listings.ts';
import { shedSizes } from '#app/domain/options.ts';
import {
  countShedChoices,
  getSizeGroup,
  type ShedFilter,
  sizeGroups,
} from '#app/domain/sheds/shed-filter.ts';
import { newPost, newShed } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

/** Sizes as staff may write them, and some that only resemble one. */
const sizes = [
  ...shedSizes,
  ...sizeGroups.flatMap((group) => group.sizes).flatMap(listSpellings),
  ...['8x8 or 12x20', '12x20 or 8x8', '8', 'x', '8xx8', '8*8', '8 by 8', '８x８', '8×\n8', 'ØxX'],
];

function listSpellings(size: string): string[] {
  const [width = '', depth = ''] = size.split('x');
  return [
    size,
    `${width}X${depth}`,
    `${width} × ${depth} ft`,
    `about ${width}\t×${depth}'`,
    `1${size}`,
    `${size}0`,
    `a${size}b`,
    `${depth}x${width}`,
  ];
}

describe.skipIf(!engineAvailable())('requests of visitors', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
    const posts = Array.from({ length: 4 }, (_, n) =>
      newPost({ slug: `post-${n}`, content: `<p>${'word '.repeat(600)}</p>` }),
    );
    await backend.staff.from('blog_posts').insert(posts).throwOnError();
  });
  afterAll(() => backend?.stop());

  test.each([
    ['title=match.(?x)(a{2 5 5}){2 5 5}', 'use the operator match'],
    ['content=match.(?=.*(?=.*zzzz))', 'use the operator match'],
    ['or=(title.eq.x,and(title.not.imatch.a))', 'use the operator imatch'],
    ['order=id,slug,title,author,created_at', 'order by more than 4 columns'],
  ])('GET blog_posts with %s as anon returns 403', async (query, violation) => {
    const parameters = new URLSearchParams(query);
    const response = await fetch(`${backend.url}/rest/v1/blog_posts?select=id&${parameters}`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      code: '42501',
      message: `visitors may not ${violation}`,
      details: null,
      hint: null,
    });
    const { data } = await backend.anon.from('blog_posts').select('slug').throwOnError();
    expect(data).toHaveLength(4);
  });

  test('a session that is not of staff gets the same 403 as anon', async () => {
    const posts = (caller: 'stranger' | 'staff') =>
      backend[caller].from('blog_posts').select('slug').filter('slug', 'match', '^post-[01]$');
    expect(await posts('stranger')).toMatchObject({ status: 403, error: { code: '42501' } });
    expect((await posts('staff')).data).toHaveLength(2);
  });

  test('the size group of a shed is the one that getSizeGroup returns', async () => {
    const rows = sizes.map((size) => newShed({ size }));
    await backend.staff.from('shed_listings').insert(rows).throwOnError();
    const { rows: stored } = await sql<{ size: string; size_group: string }>`
      select size, size_group from public.shed_listings`.execute(backend.database.owner);
    expect(stored).toHaveLength(sizes.length);
    for (const { size, size_group } of stored) expect(size_group, size).toBe(getSizeGroup(size));
    expect(new Set(stored.map(({ size_group }) => size_group)).size).toBe(sizeGroups.length);
  });

  test('generated columns cannot be written', async () => {
    for (const column of [{ size_group: 'Large' }, { floor_area: 1 }]) {
      const row = { ...newShed(), ...column };
      const { error } = await backend.staff.from('shed_listings').insert(row as never);
      expect(error?.code).toMatch(/^(42501|428C9)$/);
    }
  });

  test.each(sizeGroups)('the filter $name finds all of its sheds as anon', async ({ name }) => {
    const { total } = await readShedsPage(backend.anon, { size: name }, '1');
    expect(total).toBe(sizes.filter((size) => getSizeGroup(size) === name).length);
  });

  test('the list of sheds is sorted by price and size, those without one last', async () => {
    const listing = (title: string, price: number | null, size: string) =>
      newShed({ title, price, size, color: 'Sorted', images: [] });
    const rows = [
      listing('B', 9000, '10.5x12'),
      listing('D', null, 'Other'),
      listing('A', 4000, '8x8'),
      listing('C', 20_000, '12 × 20 ft'),
    ];
    await backend.staff.from('shed_listings').insert(rows).throwOnError();
    const read = async (filter: ShedFilter) => {
      const { rows } = await readShedsPage(backend.anon, { color: 'Sorted', ...filter }, '1');
      return rows.map(({ title }) => title).join('');
    };
    expect(await read({ sort: 'price' })).toBe('ABCD');
    expect(await read({ sort: 'price-desc' })).toBe('CBAD');
    expect(await read({ sort: 'size' })).toBe('ABCD');
    expect(await read({ sort: 'size-desc' })).toBe('CBAD');
    expect(await read({ sort: 'price', price: '10000' })).toBe('AB');
    const facets = await readShedFacets(backend.anon);
    expect(facets.filter(({ color }) => color === 'Sorted')).toHaveLength(4);
    for (const price of ['5000', '10000']) {
      const { total } = await readShedsPage(backend.anon, { price }, '1');
      expect(countShedChoices(facets, {}).price[price]).toBe(total);
    }
  });

  test('readImageAltTexts reads more images than one call may name', async () => {
    const images = Array.from({ length: 450 }, (_, n) => `sheds/${n}-shed.jpg`);
    for (let first = 0; first < images.length; first += 50) {
      const row = newShed({ images: images.slice(first, first + 50) });
      await backend.staff.from('shed_listings').insert(row).throwOnError();
    }
    const texts = images.map((path) => ({ path, alt: `Alt of ${path}` }));
    await backend.service.from('image_alt_texts').insert(texts).throwOnError();
    const found = await readImageAltTexts(backend.anon, images);
    expect(found).toEqual(Object.fromEntries(texts.map(({ path, alt }) => [path, { alt }])));
  });
});
