import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { createTablesRead, trackTableReads } from './table-reads.ts';

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

test('get_image_alt_texts reads image_alt_texts', async () => {
  const { client, read } = createTrackedClient();
  await client.rpc('get_image_alt_texts', { paths: ['hero/1.jpg'] });
  expect(read).toEqual({ names: new Set(['image_alt_texts']), isUnknown: false });
});

test('a database function may read any table, a download reads none', async () => {
  const { client, read } = createTrackedClient();
  await client.storage.from('images').download('a.jpg');
  expect(read).toEqual({ names: new Set(), isUnknown: false });
  await client.rpc('related_posts');
  expect(read.isUnknown).toBe(true);
});
