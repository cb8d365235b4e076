import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { newSection } from '#tests/fixtures/rows.ts';
import { readActiveSection } from './heroes.ts';

test.each([
  ['tel:705-555-0142x2', 'tel:+17055550142;ext=2'],
  ['tel:70555501422', null],
  ['/sheds', '/sheds'],
  [null, null],
])('visitors of a hero with the stored link %j get %j', async (cta_link, shown) => {
  const fetch = async () => Response.json([newSection({ cta_link })]);
  const client = createClient<Database>('http://localhost', 'anon', { global: { fetch } });
  expect((await readActiveSection(client, 'hero'))?.cta_link).toBe(shown);
});
