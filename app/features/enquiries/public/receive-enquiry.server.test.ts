import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import type { FormGuard } from '#app/site/request-context.ts';
import { reencodeHeicTimeoutMs } from '#backend/storage/process-upload.ts';
import { maxImagesMs, quoteEnquiry, receiveEnquiry } from './receive-enquiry.server.ts';

const guard: FormGuard = {
  token: () => '',
  receipt: () => '',
  isReceipt: () => false,
  challengeKey: undefined,
  admit: async () => 0,
  inspect: async () => [],
  getSubmission: (id) => `id-${id}`,
  sign: () => '',
  signClient: () => '',
};

/** A backend that stores `quick.jpg` and never answers the upload of `slow.jpg`. */
function createBackend(sendEmail = () => Response.json({ success: true })) {
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
    return pathname === '/functions/v1/send-email' ? sendEmail() : Response.json({});
  };
  return {
    inserts,
    uploads,
    client: createClient<Database>('http://localhost', 'anon', { global: { fetch } }),
  };
}

test('a form waits for two HEICs that take as long as they may, without scripts for five', () => {
  expect(maxImagesMs.withScripts).toBeGreaterThan(2 * reencodeHeicTimeoutMs);
  expect(maxImagesMs.withoutScripts).toBeGreaterThan(5 * reencodeHeicTimeoutMs);
});

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
  form.set('shed_id', '30000000-0000-4000-8000-000000000009');
  const started = performance.now();
  const log = { error() {} };
  const services = { client, guard, log, imagesTimeoutMs: 500 };
  const result = await receiveEnquiry(quoteEnquiry, form, services);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(result).toMatchObject({
    sent: true,
    notices: [
      'Failed to upload slow.jpg: the upload took too long',
      'Failed to upload late.jpg: the upload took too long',
    ],
  });
  expect(inserts).toHaveLength(1);
  expect(inserts[0]).toMatchObject({
    ...{ email: 'ada@example.com', shed_id: '30000000-0000-4000-8000-000000000009' },
    inspiration_images: [expect.stringMatching(/-quick\.jpg$/)],
  });
  expect(uploads).toHaveLength(2);
});

test.each([
  ['HTTP error! status: 502', () => Response.json({ success: false }, { status: 502 })],
  ['No mail', () => Response.json({ success: false, error: 'No mail' })],
  ['Failed to send email', () => Response.json({ success: false })],
])(
  'an email that fails is logged as %s, and the visitor reads of success',
  async (message, sendEmail) => {
    const { inserts, client } = createBackend(sendEmail);
    const form = new FormData();
    form.set('customer_name', 'Ada Fox');
    form.set('email', 'ada@example.com');
    form.set('project_type', 'Custom Shed');
    form.set('description', 'A shed for four bicycles and a bench');
    const error = vi.fn();
    const services = { client, guard, log: { error }, imagesTimeoutMs: 500 };
    expect(await receiveEnquiry(quoteEnquiry, form, services)).toMatchObject({ sent: true });
    expect(inserts).toHaveLength(1);
    expect(error.mock.calls).toEqual([[expect.anything(), message]]);
  },
);
