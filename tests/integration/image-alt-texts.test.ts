import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readImageAltTexts, saveImageAltTexts } from '#app/data/image-alt-texts.ts';
import { newPost, newProject, newSection, newShed, newVideo } from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

const shown = {
  'projects/1-barn.jpg': 'A red barn on a hill',
  'sheds/1-gable.jpg': 'A gable shed with its doors open',
  'blog/1-snow.jpg': 'Snow on a steel roof',
  'hero/1-yard.jpg': 'Three sheds in a row',
  'thumbnails/1-clip.jpg': 'A wall going up',
};
const hidden = {
  'sheds/2-hidden.jpg': 'A shed that is not for sale any more',
  'blog/2-draft.jpg': 'A post nobody may read yet',
  'hero/2-hidden.jpg': 'A hero that is switched off',
  'thumbnails/2-hidden.jpg': 'A clip that is switched off',
  'projects/2-nowhere.jpg': 'A picture of no record',
};
const toAltTexts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([path, alt]) => [path, { alt }]));
const rows = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, alt]) => ({ path, alt }));

describe.skipIf(!engineAvailable())('image_alt_texts', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend();
    const { service } = backend;
    await service
      .from('past_projects')
      .insert(newProject({ images: ['projects/1-barn.jpg'] }))
      .throwOnError();
    await service
      .from('shed_listings')
      .insert([
        newShed({ images: ['sheds/1-gable.jpg'] }),
        newShed({ images: ['sheds/2-hidden.jpg'], is_active: false }),
      ])
      .throwOnError();
    await service
      .from('blog_posts')
      .insert([
        newPost({ slug: 'snow', featured_image: 'blog/1-snow.jpg' }),
        newPost({
          slug: 'draft',
          featured_image: 'blog/2-draft.jpg',
          is_published: false,
          published_at: null,
        }),
      ])
      .throwOnError();
    await service
      .from('home_content')
      .insert([
        newSection({ section_name: 'hero', image_url: 'hero/1-yard.jpg' }),
        newSection({
          section_name: 'sheds_hero',
          image_url: 'hero/2-hidden.jpg',
          is_active: false,
        }),
      ])
      .throwOnError();
    await service
      .from('video_carousel')
      .insert([
        newVideo({ thumbnail_url: 'thumbnails/1-clip.jpg' }),
        newVideo({ thumbnail_url: 'thumbnails/2-hidden.jpg', is_active: false }),
      ])
      .throwOnError();
  });
  afterAll(() => backend?.stop());
  beforeEach(async () => {
    await backend.service.from('image_alt_texts').delete().neq('path', '').throwOnError();
    await backend.service
      .from('image_alt_texts')
      .insert(rows({ ...shown, ...hidden }))
      .throwOnError();
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
    const { data } = await backend[caller]
      .from('image_alt_texts')
      .select('path, alt')
      .throwOnError();
    expect(Object.fromEntries(data.map(({ path, alt }) => [path, alt]))).toEqual(expected);
  });

  test('readImageAltTexts returns the texts of the given paths only', async () => {
    expect(await readImageAltTexts(backend.anon, ['hero/1-yard.jpg', 'hero/none.jpg'])).toEqual({
      'hero/1-yard.jpg': { alt: 'Three sheds in a row' },
    });
    expect(await readImageAltTexts(backend.anon, [])).toEqual({});
  });

  test('readImageAltTexts reads 1,200 paths', async () => {
    const paths = Array.from({ length: 1200 }, (_, n) => `projects/${n}-${'x'.repeat(100)}.jpg`);
    await backend.service
      .from('past_projects')
      .insert(
        Array.from({ length: 24 }, (_, n) =>
          newProject({ images: paths.slice(n * 50, n * 50 + 50) }),
        ),
      )
      .throwOnError();
    const texts = toAltTexts(Object.fromEntries(paths.map((path) => [path, path])));
    await saveImageAltTexts(backend.staff, texts);
    expect(Object.keys(await readImageAltTexts(backend.anon, paths))).toHaveLength(1200);
  });

  test('saveImageAltTexts inserts, updates and deletes texts', async () => {
    await saveImageAltTexts(backend.staff, {
      'sheds/1-gable.jpg': { alt: '  The same shed at night ' },
      'sheds/3-new.jpg': { alt: 'A new one', focalPoint: { x: 0, y: 100 } },
      'hero/1-yard.jpg': { alt: ' ' },
      'projects/1-barn.jpg': { alt: '', focalPoint: { x: 30, y: 40 } },
    });
    const now = await readImageAltTexts(
      backend.staff,
      Object.keys({ ...all, 'sheds/3-new.jpg': '' }),
    );
    const { 'hero/1-yard.jpg': _gone, ...rest } = toAltTexts(all);
    expect(now).toEqual({
      ...rest,
      'sheds/1-gable.jpg': { alt: 'The same shed at night' },
      'sheds/3-new.jpg': { alt: 'A new one', focalPoint: { x: 0, y: 100 } },
      'projects/1-barn.jpg': { alt: '', focalPoint: { x: 30, y: 40 } },
    });
    expect(await readImageAltTexts(backend.anon, ['projects/1-barn.jpg'])).toEqual({
      'projects/1-barn.jpg': { alt: '', focalPoint: { x: 30, y: 40 } },
    });
    await saveImageAltTexts(backend.staff, {});
  });

  describe.each(['anon', 'stranger'] as const)('%s', (caller) => {
    const path = 'projects/1-barn.jpg';
    const unchanged = async () =>
      expect(await readImageAltTexts(backend.staff, Object.keys(all))).toEqual(toAltTexts(all));

    test('is rejected on insert', async () => {
      const { error } = await backend[caller]
        .from('image_alt_texts')
        .insert({ path: 'projects/9-x.jpg', alt: 'x' });
      expect(error?.code).toBe('42501');
      await unchanged();
    });

    test('updates no row', async () => {
      const { data, error } = await backend[caller]
        .from('image_alt_texts')
        .update({ alt: 'x' })
        .eq('path', path)
        .select();
      if (error) expect(error.code).toBe('42501');
      else expect(data).toEqual([]);
      await unchanged();
    });

    test('is rejected on upsert', async () => {
      const { error } = await backend[caller].from('image_alt_texts').upsert({ path, alt: 'x' });
      expect(error?.code).toBe('42501');
      await unchanged();
    });

    test('deletes no row', async () => {
      const { data, error } = await backend[caller]
        .from('image_alt_texts')
        .delete()
        .eq('path', path)
        .select();
      if (error) expect(error.code).toBe('42501');
      else expect(data).toEqual([]);
      await unchanged();
    });
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

  test('updated_at is set by the database', async () => {
    const path = 'sheds/1-gable.jpg';
    const { error } = await backend.staff
      .from('image_alt_texts')
      .update({ updated_at: '2020-01-01T00:00:00Z' })
      .eq('path', path);
    expect(error?.code).toBe('42501');
    const read = () =>
      backend.staff.from('image_alt_texts').select('updated_at').eq('path', path).single();
    const before = (await read()).data?.updated_at ?? '';
    await saveImageAltTexts(backend.staff, { [path]: { alt: 'Another' } });
    expect(Date.parse((await read()).data?.updated_at ?? '')).toBeGreaterThan(Date.parse(before));
  });
});
