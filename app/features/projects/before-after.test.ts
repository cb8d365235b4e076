import { expect, it } from 'vitest';
import { getBeforeAfter, withImages } from './before-after.ts';

const project = { images: ['projects/1', 'projects/2'], before_image: null, after_image: null };
const marked = { ...project, before_image: 'projects/2', after_image: 'projects/1' };

it('getBeforeAfter returns two images that are marked', () => {
  expect(getBeforeAfter(marked)).toEqual({ before: 'projects/2', after: 'projects/1' });
});

it.each([
  ['no mark', project],
  ['one mark', { ...marked, after_image: null }],
  ['one image twice', { ...marked, after_image: 'projects/2' }],
  ['an image that was removed', { ...marked, images: ['projects/1'] }],
])('getBeforeAfter returns nothing for %s', (_what, row) => {
  expect(getBeforeAfter(row)).toBeUndefined();
});

it('withImages drops the mark of an image that was removed', () => {
  const columns = { title: 'A', before_image: 'projects/2', after_image: 'projects/1' };
  expect(withImages(columns, project.images)).toEqual({ ...columns, images: project.images });
  expect(withImages(columns, ['projects/1'])).toEqual({
    ...columns,
    images: ['projects/1'],
    before_image: null,
  });
});
