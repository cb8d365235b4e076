import { expect, it } from 'vitest';
import { fieldErrors } from '../form-fields.ts';
import { emptyPost, postColumns, postForm, postFormOf, publication } from './post-form.ts';

const filled = {
  ...emptyPost,
  title: 'Ground work',
  slug: 'ground-work',
  content: '<p>Gravel, level and dry.</p>',
};
const now = new Date('2026-11-21T12:00:00Z');

const errorsOf = (input: unknown) => {
  const { error } = postForm.safeParse(input);
  return error ? fieldErrors(error) : {};
};

it('asks for a title, a slug, an author and a text', () => {
  expect(errorsOf({ ...emptyPost, author: ' ' })).toEqual({
    title: 'Title is required',
    slug: 'Slug is required',
    author: 'Author is required',
    content: 'Content must be at least 10 characters',
  });
  expect(errorsOf(filled)).toEqual({});
});

it.each([
  ['<p></p>', 'Content must be at least 10 characters'],
  ['<p>Too</p>', 'Content must contain at least 10 characters of actual text'],
  ['<p></p><p></p>', 'Content must contain at least 10 characters of actual text'],
  ['<p>&nbsp;&nbsp;word&nbsp;</p>', 'Content must contain at least 10 characters of actual text'],
  [
    '<img src="https://example.com/a.jpg">',
    'Content must contain at least 10 characters of actual text',
  ],
])('tells that %j is too little', (content, message) => {
  expect(errorsOf({ ...filled, content })).toEqual({ content: message });
});

it('takes no slug that an address could not carry', () => {
  expect(errorsOf({ ...filled, slug: 'a b' }).slug).toMatch(/no spaces/);
  expect(errorsOf({ ...filled, slug: 'a/b' }).slug).toMatch(/no spaces/);
});

it('dates a post when it is published, keeps the date after, and drops it with a draft', () => {
  expect(postColumns(filled, now)).toMatchObject({ excerpt: null, published_at: null });
  const published = { ...filled, is_published: true };
  expect(postColumns(published, now).published_at).toBe('2026-11-21T12:00:00.000Z');
  const earlier = '2026-05-01T12:00:00Z';
  expect(postColumns({ ...published, published_at: earlier }, now).published_at).toBe(earlier);
  expect(postColumns({ ...filled, published_at: earlier }, now).published_at).toBeNull();
});

it('dates a post anew whenever it is published again', () => {
  expect(publication(true, now).published_at).toBe('2026-11-21T12:00:00.000Z');
  expect(publication(false, now)).toEqual({ is_published: false, published_at: null });
});

it('comes back from its columns as it was', () => {
  expect(postFormOf(postColumns(filled, now))).toEqual(filled);
});
