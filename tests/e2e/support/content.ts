import { isDeepStrictEqual } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#app/lib/database.types.ts';
import { serviceClient } from './service.ts';
import type { Site } from './site-process.ts';

/** What the demonstration fills; each has an id. */
const contentTables = [
  'business_settings',
  'designer_settings',
  'quote_settings',
  'tax_settings',
  'home_content',
  'video_carousel',
  'reviews',
  'past_projects',
  'shed_listings',
  'blog_posts',
  'own_pages',
] as const;
const enquiryTables = ['quote_requests', 'contact_submissions'] as const;

type Table = (typeof contentTables)[number] | (typeof enquiryTables)[number];

/** Removes every row of some tables, the demonstration's unless it is said. */
export async function emptyTables(
  service: SupabaseClient<Database>,
  tables: readonly Table[] = contentTables,
): Promise<void> {
  for (const table of tables) {
    await service.from(table).delete().not('id', 'is', null).throwOnError();
  }
}

/**
 * Reads what the site shows now.
 * @returns brings the site back to that, and its two inboxes to nothing
 */
export async function snapshotContent(site: Site): Promise<() => Promise<void>> {
  const service = serviceClient(site);
  const read = async (table: (typeof contentTables)[number]) => {
    const { data } = await service.from(table).select('*').order('id').throwOnError();
    // Generated columns cannot be written.
    return data.map(
      ({ size_group: _group, floor_area: _area, ...row }: Record<string, unknown>) => row,
    );
  };
  const snapshot = await Promise.all(contentTables.map(read));
  return async () => {
    for (const [index, table] of contentTables.entries()) {
      const rows = snapshot[index] ?? [];
      if (isDeepStrictEqual(await read(table), rows)) continue;
      await emptyTables(service, [table]);
      // Each table has rows of its own.
      if (rows.length > 0)
        await service
          .from(table)
          .insert(rows as never)
          .throwOnError();
    }
    await emptyTables(service, enquiryTables);
  };
}
