import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, test } from 'vitest';
import {
  createReadCache,
  createTablesRead,
  type ReadCache,
  trackTableReads,
} from './table-reads.ts';

function createTrackedClient() {
  const read = createTablesRead();
  const respond = async () => Response.json([]);
  const client = createClient('http://localhost', 'key', {
    global: { fetch: trackTableReads(respond, read) },
  });
  return { client, read };
}

test('tables are tracked', async () => {
  const { client, read } = createTrackedClient();
  await client.from('shed_listings').select('*').eq('is_active', true);
  await client.from('blog_posts').select('title');
  expect([...read.names].sort()).toEqual(['blog_posts', 'shed_listings']);
  expect(read.isUnknown).toBe(false);
});

test('functions that pages call read their tables', async () => {
  const { client, read } = createTrackedClient();
  await client.rpc('get_image_alt_texts', { paths: ['hero/1.jpg'] });
  await client.rpc('list_approved_reviews');
  expect(read).toEqual({ names: new Set(['image_alt_texts', 'reviews']), isUnknown: false });
});

test('a database function may read any table, a download reads none', async () => {
  const { client, read } = createTrackedClient();
  await client.storage.from('images').download('a.jpg');
  expect(read).toEqual({ names: new Set(), isUnknown: false });
  await client.rpc('related_posts');
  expect(read.isUnknown).toBe(true);
});

let requested: string[];
let status: number;
let phone: string;
let beforeResponse: () => void;
let cache: ReadCache;

beforeEach(() => {
  requested = [];
  status = 200;
  phone = '555-0100';
  beforeResponse = () => {};
  cache = createReadCache(60_000);
});

const connect = () =>
  createClient('http://localhost', 'key', {
    db: { retry: false },
    global: {
      fetch: cache.wrap(async (input, init) => {
        const { method, url } = new Request(input, init);
        requested.push(`${method} ${new URL(url).pathname.split('/').at(-1)}`);
        const response = Response.json([{ phone }], { status });
        beforeResponse();
        return response;
      }),
    },
  });
const readSettings = async () =>
  (await connect().from('business_settings').select('*').limit(1).maybeSingle()).data;

test('the settings are read once until their table changes', async () => {
  const first = await readSettings();
  expect(await readSettings()).toEqual(first);
  cache.invalidate('shed_listings');
  await readSettings();
  expect(requested).toEqual(['GET business_settings']);
  phone = '555-0199';
  cache.invalidate('business_settings');
  expect(await readSettings()).toEqual({ phone: '555-0199' });
  cache.invalidate();
  await readSettings();
  expect(requested).toHaveLength(3);
});

test('a read during which something changed is not stored', async () => {
  beforeResponse = () => cache.invalidate('business_settings');
  await readSettings();
  beforeResponse = () => {};
  await readSettings();
  await readSettings();
  expect(requested).toHaveLength(2);
});

test('another selection of columns is another read', async () => {
  await connect().from('designer_settings').select('hints');
  await connect().from('designer_settings').select('zoning');
  await connect().from('designer_settings').select('hints').single();
  expect(requested).toHaveLength(3);
});

test('other tables, functions, writes and errors are not cached', async () => {
  for (let count = 1; count <= 2; count += 1) {
    await connect().from('blog_posts').select('*');
    await connect().rpc('price_design');
    await connect().from('business_settings').insert({ phone });
  }
  expect(requested).toHaveLength(6);
  status = 503;
  await readSettings();
  await readSettings();
  expect(requested).toHaveLength(8);
});
