import { createClient } from '@supabase/supabase-js';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { type FormGuard, formGuardContext, supabaseContext } from '#app/site/request-context.ts';
import { handleAdditionPost } from './receive-addition.server.ts';

const id = '90000000-0000-4000-8000-000000000001';
const opened = {
  ...{ status: 'open', reference: 'R-2026-0142', sentAt: '2026-11-28T15:00:00Z' },
  lastDay: '2026-12-12',
  request: {
    ...{ projectType: 'Other', size: null, style: null, material: null, color: null, images: 0 },
  },
  ...{ additions: [], additionsLeft: 5, imagesLeft: 2 },
};

/** Posts the form to a backend that answers the two functions like this, and rejects `broken.jpg`. */
async function post(
  fields: Record<string, string | File[]>,
  { open = opened as object, status = 'added', wait = 0 } = {},
) {
  const calls: Record<string, unknown>[] = [];
  let uploads = 0;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    if (pathname.startsWith('/storage/')) {
      uploads += 1;
      return pathname.endsWith('broken.jpg')
        ? Response.json({ statusCode: '415', message: 'Not an image' }, { status: 400 })
        : Response.json({ Id: '1', Key: pathname });
    }
    if (pathname.endsWith('/open_quote_request')) return Response.json(open);
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
    for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
  }
  const url = 'http://localhost/quotes/t/details';
  const request = new Request(url, { method: 'POST', body });
  const answer = await handleAdditionPost({ request, params: { token: 't' }, context }).catch(
    (thrown: unknown) => thrown as { init: ResponseInit; data: null },
  );
  return { answer, calls, uploads };
}
const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

test('POST of an addition uploads its photos, stores it and redirects to a page that confirms it', async () => {
  const fields = {
    addition: id,
    details: ' South.\r\nAnd east. ',
    inspiration_files: [photo('a.jpg')],
  };
  const { answer, calls } = await post(fields);
  expect(calls).toEqual([
    {
      ...{ token: 't', addition_id: id, details: 'South.\nAnd east.' },
      images: [expect.stringMatching(/^inspiration\/\d{13}-a\.jpg$/)],
    },
  ]);
  expect((answer as Response).headers.get('location')).toBe('/quotes/t/details?receipt=r#outcome');
});

test('POST of an addition stores the photos that can be stored, and names the others', async () => {
  const files = ['a.jpg', 'broken.jpg', 'b.jpg', 'third.jpg'].map(photo);
  const { answer, calls } = await post({ addition: id, details: '', inspiration_files: files });
  expect(calls).toMatchObject([
    { images: [expect.stringMatching(/a\.jpg$/), expect.stringMatching(/b\.jpg$/)] },
  ]);
  expect(answer).toMatchObject({
    init: { status: 200 },
    data: {
      isAdded: true,
      notices: [
        expect.stringContaining('broken.jpg'),
        'Failed to upload third.jpg: you can attach up to 2 photos',
      ],
    },
  });
});

test.each([
  [{ details: '' }, {}, 422],
  [{ details: 'x'.repeat(2001) }, {}, 422],
  [{ details: 'x' }, { wait: 60 }, 429],
  [{ details: 'x' }, { open: { status: 'not_found' } }, 404],
  [{ details: 'x' }, { open: { status: 'expired', reference: 'R-2026-0142' } }, 410],
])('POST of %j with %j stores nothing', async (fields, backend, status) => {
  const { answer, calls, uploads } = await post(fields, backend);
  expect(answer).toMatchObject({ init: { status } });
  expect([calls, uploads]).toEqual([[], 0]);
});

test.each([
  ['already_added', 409, undefined],
  ['too_many_additions', 409, id],
  ['too_many_images', 409, id],
  ['invalid', 409, id],
])('POST that is refused as %s keeps what was entered', async (refused, status, nextId) => {
  const images = 'inspiration/1767225600000-yard.jpg';
  const fields = { addition: id, details: 'South.', inspiration_images: images };
  const { answer } = await post(fields, { status: refused });
  const { init, data } = answer as { init: ResponseInit; data: { message: string } };
  expect(init.status).toBe(status);
  expect(data).toMatchObject({ isAdded: false, text: 'South.', images: [images], id: nextId });
  expect(data.message).toMatch(/\.$/);
});
