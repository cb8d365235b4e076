import { expect, it } from 'vitest';
import { fieldErrors } from '#app/lib/form-fields.ts';
import {
  emptyPost,
  postForm,
  stripTags,
  toPostColumns,
  toPostForm,
  toPublication,
} from './post-form.ts';
import { defaultAuthor, maxSlugLength } from './posts.ts';

const filled = {
  ...emptyPost,
  title: 'Ground work',
  slug: 'ground-work',
  content: '<p>Gravel, level and dry.</p>',
};
const now = new Date('2026-11-21T12:00:00Z');

const getErrors = (input: unknown) => {
  const { error } = postForm.safeParse(input);
  return error ? fieldErrors(error) : {};
};

it('postForm requires a title, a slug, an author and content', () => {
  expect(getErrors({ ...emptyPost, author: ' ' })).toEqual({
    title: 'Title is required',
    slug: 'Slug is required',
    author: 'Author is required',
    content: 'Content must be at least 10 characters',
  });
  expect(getErrors(filled)).toEqual({});
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
])('postForm rejects the content %j', (content, message) => {
  const { error } = postForm.safeParse({ ...filled, content });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it("postForm rejects slugs that a URL can't contain", () => {
  expect(getErrors({ ...filled, slug: 'a b' }).slug).toMatch(/spaces or/);
  expect(getErrors({ ...filled, slug: 'a/b' }).slug).toMatch(/spaces or/);
});

it.each(['a?b', 'a#b', 'a%b', 'ab\n'])('postForm rejects or trims the slug %j', (slug) => {
  const { error, data } = postForm.safeParse({ ...filled, slug });
  expect(error ? fieldErrors(error).slug : data?.slug).toBe(
    slug === 'ab\n' ? 'ab' : "Please don't use spaces or / ? # %",
  );
});

it('postForm limits the lengths of its fields', () => {
  expect(getErrors({ ...filled, slug: 'x'.repeat(maxSlugLength) })).toEqual({});
  expect(getErrors({ ...filled, slug: 'x'.repeat(maxSlugLength + 1) }).slug).toBe(
    `Please use at most ${maxSlugLength} characters`,
  );
  expect(getErrors({ ...filled, content: 'x'.repeat(500_000) })).toEqual({});
  expect(getErrors({ ...filled, content: 'x'.repeat(500_001) }).content).toBe(
    'This post is too long. Please upload its images instead of pasting them.',
  );
  expect(getErrors({ ...filled, excerpt: 'x'.repeat(1001) })).toHaveProperty('excerpt');
});

it('postForm counts the characters of the text alone', () => {
  expect(getErrors({ ...filled, content: '<p>1234567890</p>' })).toEqual({});
  expect(getErrors({ ...filled, content: '1234567890' })).toEqual({});
  expect(stripTags(' <p>a&nbsp;b</p><br> ')).toBe('a b');
});

it('a new post is an empty draft of the team', () => {
  expect(emptyPost).toEqual({
    title: '',
    slug: '',
    excerpt: '',
    content: '',
    author: defaultAuthor,
    is_published: false,
    published_at: '',
  });
  const nameless = { ...toPostColumns(filled, now), author: '' };
  expect(toPostForm(nameless).author).toBe(defaultAuthor);
});

it('toPostColumns sets published_at once and clears it for a draft', () => {
  expect(toPostColumns(filled, now)).toMatchObject({ excerpt: null, published_at: null });
  const published = { ...filled, is_published: true };
  expect(toPostColumns(published, now).published_at).toBe('2026-11-21T12:00:00.000Z');
  expect(
    toPostColumns({ ...filled, published_at: '2026-05-01T08:00' }, now).published_at,
  ).toBeNull();
});

it('toPostColumns sets the entered date, in Ontario, and retains the seconds of the stored one', () => {
  const post = { ...filled, is_published: true, published_at: '2027-05-01T08:00' };
  expect(toPostColumns(post, now).published_at).toBe('2027-05-01T12:00:00.000Z');
  const stored = '2027-05-01T12:00:42.123456+00:00';
  expect(toPostColumns(post, now, stored).published_at).toBe(stored);
  const changed = { ...post, published_at: '2027-05-01T08:01' };
  expect(toPostColumns(changed, now, stored).published_at).toBe('2027-05-01T12:01:00.000Z');
  expect(toPostColumns({ ...post, published_at: '' }, now, stored).published_at).toBe(
    now.toISOString(),
  );
});

it('postForm accepts a date or none and rejects anything else', () => {
  expect(getErrors({ ...filled, published_at: '2027-05-01T08:00' })).toEqual({});
  expect(getErrors({ ...filled, published_at: 'tomorrow' })).toEqual({
    published_at: 'Please enter a valid date and time',
  });
});

it('toPublication sets a new date', () => {
  expect(toPublication(true, now)).toEqual({
    is_published: true,
    published_at: '2026-11-21T12:00:00.000Z',
  });
  expect(toPublication(false, now)).toEqual({ is_published: false, published_at: null });
});

it('the columns convert back to the form', () => {
  expect(toPostColumns(filled, now)).toEqual({
    ...filled,
    author: 'The Team',
    excerpt: null,
    is_published: false,
    published_at: null,
  });
  expect(toPostForm(toPostColumns(filled, now))).toEqual(filled);
  const published = { ...filled, is_published: true, published_at: '2026-12-24T18:30' };
  expect(toPostForm(toPostColumns(published, now))).toEqual(published);
});
