import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { notingTables, type TablesRead } from './tables-read.ts';

function watched() {
  const read: TablesRead = { names: new Set(), everything: false };
  const answer = async () => Response.json([]);
  const client = createClient('http://localhost', 'key', {
    global: { fetch: notingTables(answer, read) },
  });
  return { client, read };
}

test('notes the tables that are read, and what they embed', async () => {
  const { client, read } = watched();
  await client.from('shed_listings').select('*').eq('is_active', true);
  await client
    .from('blog_posts')
    .select('title, writer:staff!author_id(name, image_alt_texts!inner(text))');
  expect([...read.names].sort()).toEqual([
    'blog_posts',
    'image_alt_texts',
    'shed_listings',
    'staff',
  ]);
  expect(read.everything).toBe(false);
});

test("knows what the function for pictures' texts reads", async () => {
  const { client, read } = watched();
  await client.rpc('get_image_alt_texts', { paths: ['hero/1.jpg'] });
  expect(read).toEqual({ names: new Set(['image_alt_texts']), everything: false });
});

test('takes a database function to read everything, and a picture to read no table', async () => {
  const { client, read } = watched();
  await client.storage.from('images').download('a.jpg');
  expect(read).toEqual({ names: new Set(), everything: false });
  await client.rpc('related_posts');
  expect(read.everything).toBe(true);
});
