import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/data/database.types.ts';
import type { FormGuard } from '#app/site/request-context.ts';
import { quoteEnquiry, readPostedForm, receiveEnquiry } from './receive.server.ts';

const guard: FormGuard = {
  token: () => '',
  challengeKey: undefined,
  admit: async () => 0,
  inspect: async () => [],
  getSubmission: (id) => `id-${id}`,
  sign: () => '',
  signClient: () => '',
};

/** A backend that stores `quick.jpg` and never answers the upload of `slow.jpg`. */
function createBackend() {
  const inserts: Record<string, unknown>[] = [];
  const uploads: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    if (pathname.startsWith('/storage/')) {
      uploads.push(pathname);
      if (pathname.endsWith('slow.jpg')) await new Promise(() => {});
      return Response.json({ Id: '1', Key: pathname });
    }
    if (pathname === '/rest/v1/quote_requests') {
      inserts.push(JSON.parse(String(init?.body)));
      return new Response(null, { status: 201 });
    }
    return Response.json({});
  };
  return {
    inserts,
    uploads,
    client: createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  };
}

test('a quote request is stored once, without the images that take too long, and names them', async () => {
  const { inserts, uploads, client } = createBackend();
  const form = new FormData();
  const fields = {
    customer_name: 'Ada Fox',
    email: 'ada@example.com',
    project_type: 'Custom Shed',
    description: 'A shed for four bicycles and a bench',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const name of ['quick.jpg', 'slow.jpg', 'late.jpg']) {
    form.append('inspiration_files', new File(['x'], name, { type: 'image/jpeg' }));
  }
  const started = performance.now();
  const log = { error() {} };
  const services = { client, guard, log, imagesTimeoutMs: 500 };
  const result = await receiveEnquiry(quoteEnquiry, form, services);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(result).toMatchObject({
    sent: true,
    notices: [
      'Failed to upload slow.jpg: it took too long',
      'Failed to upload late.jpg: it took too long',
    ],
  });
  expect(inserts).toHaveLength(1);
  expect(inserts[0]).toMatchObject({
    email: 'ada@example.com',
    inspiration_images: [expect.stringMatching(/-quick\.jpg$/)],
  });
  expect(uploads).toHaveLength(2);
});

const post = (form: FormData | string) =>
  readPostedForm(new Request('http://localhost/contact', { method: 'POST', body: form }));
const getStatus = (form: FormData | string) =>
  post(form).then(
    () => 200,
    (response: Response) => response.status,
  );

function createForm(entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('a form with both long texts at their limit and an image is accepted', async () => {
  const form = createForm([
    ['description', 'x'.repeat(10_000)],
    ['custom_message', '"'.repeat(10_000)],
    ['inspiration_files', new File([new Uint8Array(2_000_000)], 'shed.jpg')],
  ]);
  expect([...(await post(form)).keys()]).toEqual([
    'description',
    'custom_message',
    'inspiration_files',
  ]);
});

test.each<[string, [string, string | File][]]>([
  ['one long text', [['message', 'x'.repeat(200_000)]]],
  ['many texts', Array.from({ length: 30 }, (_, n) => [`field${n}`, 'x'.repeat(5000)])],
  ['a long name of a field', [['x'.repeat(200_000), '']]],
  ['a long name of a file', [['inspiration_files', new File(['x'], 'x'.repeat(200_000))]]],
])('a form with %s is answered 413', async (_what, entries) => {
  expect(await getStatus(createForm(entries))).toBe(413);
});

test('a body that is no form is answered 400', async () => {
  expect(await getStatus('text')).toBe(400);
});
