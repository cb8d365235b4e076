import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { exportPersonalData, readPersonalData } from './personal-data.ts';

test('readPersonalData has the price of a deleted request without our costs', async () => {
  const none = { quote_requests: [], contact_submissions: [], marketing_consents: [], quotes: [] };
  const data = { ...none, reviews: [], former_values: [], other_addresses: [], audit_entries: [] };
  const record = { email: 'ann@example.com', design_price: { shown: { total: 1 }, cost: 2 } };
  const fetch = async (url: string | URL | Request) =>
    Response.json(String(url).includes('/rpc/') ? data : [{ id: '1', record }]);
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  const { deleted_records } = await readPersonalData(client, 'ann@example.com');
  expect(deleted_records).toEqual([
    { id: '1', record: { email: 'ann@example.com', design_price: { total: 1 } } },
  ]);
});

test('exportPersonalData contains every row, and each image once with its URL', () => {
  const request = { id: '1', inspiration_images: ['inspiration/1-a.jpg', 'inspiration/2-b.jpg'] };
  const data = {
    quote_requests: [request, { id: '2', inspiration_images: ['inspiration/1-a.jpg'] }],
    contact_submissions: [{ id: '3', message: 'Hello\n"there"' }],
    marketing_consents: [],
    quotes: [{ id: '4', number: '2026-0041' }],
    reviews: [
      { id: '5', image: 'inspiration/3-c.jpg' },
      { id: '6', image: 'thumbnails/4-d.jpg' },
    ],
    former_values: [],
    deleted_records: [],
    audit_entries: [],
  };
  const file = exportPersonalData(
    'ann@example.com',
    data,
    (path) => `https://example.com/${path}`,
    new Date('2026-11-21T20:00:00Z'),
  );
  expect(file.name).toBe('personal-data-2026-11-21.json');
  expect(JSON.parse(file.text)).toEqual({
    email: 'ann@example.com',
    exported_at: '2026-11-21T20:00:00.000Z',
    ...data,
    pictures: [
      { path: 'inspiration/1-a.jpg', address: 'https://example.com/inspiration/1-a.jpg' },
      { path: 'inspiration/2-b.jpg', address: 'https://example.com/inspiration/2-b.jpg' },
      { path: 'inspiration/3-c.jpg', address: 'https://example.com/inspiration/3-c.jpg' },
    ],
  });
});
