import { createClient } from '@supabase/supabase-js';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { type FormGuard, formGuardContext, supabaseContext } from '#app/site/request-context.ts';
import { handleReviewPost } from './receive-review.server.ts';

const filled = {
  ...{
    rating: '5',
    review_text: ' Straight\r\nwalls. ',
    customer_name: ' Cara\u200b  W. ',
    town: ' ',
  },
};
const updatedAt = '2026-11-29T00:00:00.123456+00:00';
const former = 'thumbnails/1767225600000-of-staff.jpg';
const opened = (image: string | null = null) => ({
  ...{ status: 'open', number: '2026-0041', lastDay: '2027-01-28' },
  review: image && {
    rating: 4,
    text: 'Straight walls.',
    name: 'Cara',
    town: null,
    image,
    updatedAt,
  },
});

/** Posts the form to a backend that answers the two functions like this, and rejects `broken.jpg`. */
async function post(
  fields: Record<string, string | File | string[]>,
  { open = opened() as object, status = 'saved', wait = 0 } = {},
) {
  const calls: Record<string, unknown>[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    if (pathname.startsWith('/storage/')) {
      return pathname.endsWith('broken.jpg')
        ? Response.json({ statusCode: '415', message: 'Not an image' }, { status: 400 })
        : Response.json({ Id: '1', Key: pathname });
    }
    if (pathname.endsWith('/open_customer_review')) return Response.json(open);
    calls.push(JSON.parse(String(init?.body)));
    return Response.json({ status });
  };
  const context = new RouterContextProvider();
  context.set(
    supabaseContext,
    createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  );
  context.set(formGuardContext, {
    ...{ admit: async () => wait, receipt: () => 'r', signClient: () => '' },
  } as unknown as FormGuard);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  }
  const request = new Request('http://localhost/quotes/t/review', { method: 'POST', body });
  const answer = await handleReviewPost({ request, params: { token: 't' }, context }).catch(
    (thrown: unknown) => thrown as { init: ResponseInit; data: null },
  );
  return { answer, calls };
}
const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const uploaded = 'inspiration/1767225600000-new.jpg';

test('POST of a review stores it with its photo and redirects to a page that confirms it', async () => {
  const { answer, calls } = await post({ ...filled, inspiration_files: photo('a.jpg') });
  expect(calls).toEqual([
    {
      ...{ token: 't', rating: 5, review_text: 'Straight\nwalls.', customer_name: 'Cara W.' },
      ...{ town: null, image: expect.stringMatching(/^inspiration\/\d{13}-a\.jpg$/), seen: null },
    },
  ]);
  expect((answer as Response).headers.get('location')).toBe('/quotes/t/review?receipt=r#outcome');
});

test.each([
  [[former], former],
  [[uploaded, former], uploaded],
  [[], null],
  [['thumbnails/1-of-a-shed.jpg'], null],
])('POST of a change with the photos %j stores %s', async (inspiration_images, image) => {
  const { calls } = await post({ ...filled, inspiration_images }, { open: opened(former) });
  expect(calls).toMatchObject([{ image }]);
});

test('POST that lacks something keeps what was typed, and the photo', async () => {
  const files = { inspiration_files: photo('a.jpg') };
  const { answer, calls } = await post({ ...filled, rating: '', review_text: 'Good.', ...files });
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: {
      errors: {
        rating: 'Please choose one to five stars',
        review_text: 'Please write at least 10 characters',
      },
      values: { review_text: 'Good.', customer_name: filled.customer_name },
      image: expect.stringMatching(/a\.jpg$/),
    },
  });
  expect(calls).toEqual([]);
});

test('POST with a name without letters stores nothing', async () => {
  const { answer, calls } = await post({ ...filled, customer_name: '12 !' });
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { customer_name: 'Please enter a name with at least two letters' } },
  });
  expect(calls).toEqual([]);
});

test('POST of an older form than what staff changed keeps its values and asks to send it again', async () => {
  const { answer, calls } = await post(
    { ...filled, inspiration_images: [former], seen: updatedAt },
    { open: opened(former), status: 'changed' },
  );
  expect(calls).toMatchObject([{ seen: updatedAt }]);
  expect(answer).toMatchObject({
    init: { status: 409 },
    data: { isSaved: false, values: filled, image: former, seen: null },
  });
});

test('POST with a photo that cannot be stored stores the review and names the photo', async () => {
  const { answer, calls } = await post({ ...filled, inspiration_files: photo('broken.jpg') });
  expect(calls).toMatchObject([{ image: null }]);
  expect(answer).toMatchObject({
    ...{ init: { status: 200 } },
    data: { isSaved: true, notices: [expect.stringContaining('broken.jpg')] },
  });
});

test.each([
  [{ wait: 60 }, 429],
  [{ open: { status: 'not_found' } }, 404],
  [{ open: { ...opened(), status: 'published' } }, 410],
])('POST with %j stores nothing', async (backend, status) => {
  const { answer, calls } = await post(filled, backend);
  expect(answer).toMatchObject({ init: { status } });
  expect(calls).toEqual([]);
});
