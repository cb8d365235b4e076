import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createListingImageHandler } from './serve-listing-image.ts';

const url = new URL('https://example.ca/design/listing-image?style=gable&size=10x12&side=left');

const create = (answer: () => Promise<Response>) => {
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  const serveListingImage = vi.fn(async () => new Response('image'));
  const tables = { url: 'https://tables.example', publishableKey: 'key', fetchFor: () => fetch };
  const handle = createListingImageHandler(
    tables,
    { serveListingImage },
    pino({ level: 'silent' }),
  );
  return { fetch, serveListingImage, handle };
};

test('the image of a listing is drawn for staff', async () => {
  const { fetch, serveListingImage, handle } = create(async () =>
    Response.json([{ user_id: 'a' }]),
  );
  const response = await handle(url, 'Bearer token', '192.0.2.1');
  expect(await response.text()).toBe('image');
  expect(serveListingImage).toHaveBeenCalledWith(url);
  expect(fetch).toHaveBeenCalledWith(
    'https://tables.example/rest/v1/staff?select=user_id&limit=1',
    { headers: { apikey: 'key', authorization: 'Bearer token' } },
  );
});

test.each([
  ['without a session', 401, undefined, async () => Response.json([{ user_id: 'a' }])],
  ['of no staff', 403, 'Bearer token', async () => Response.json([])],
  ['of an ended session', 403, 'Bearer token', async () => Response.json({}, { status: 401 })],
  ['without a database', 503, 'Bearer token', async () => Response.json({}, { status: 503 })],
  ['without a network', 503, 'Bearer token', () => Promise.reject(new TypeError('fetch failed'))],
])('a request %s gets %i and draws nothing', async (_what, status, authorization, answer) => {
  const { serveListingImage, handle } = create(answer);
  const response = await handle(url, authorization, '192.0.2.1');
  expect(response.status).toBe(status);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(serveListingImage).not.toHaveBeenCalled();
});
