import type { Client } from '#app/lib/client.ts';
import { fetchAllPages, fetchAllRows, toCursorFilter } from '#app/lib/paginate.ts';
import { addReferences } from './image-references.ts';

/** A file of the images bucket that no record references. */
export type UnusedImage = {
  path: string;
  /** Bytes. */
  size: number;
  /** When it was stored last. */
  storedAt: Date;
};

const bucket = 'images';

/** The tables whose records reference images. */
const tables = [
  'past_projects',
  'shed_listings',
  'blog_posts',
  'home_content',
  'business_settings',
  'video_carousel',
  'reviews',
  'quote_requests',
  'site_pages',
  'own_pages',
  'quotes',
  'quote_versions',
  'quote_stages',
  'quote_templates',
] as const;

/** Low enough that posts with long texts fit into one response. */
const rowsPerRead = 100;
const filesPerRead = 1000;
const filesPerDelete = 100;
const dayMs = 24 * 3_600_000;
/** A day longer than edits can be undone. */
const restorableMs = 31 * dayMs;

/**
 * Reads by which time files are old enough to be deleted: the earlier one of the database's clock and this machine's.
 *
 * @param client with the service key
 * @param now by this machine's clock
 * @returns undefined in the hour after the database's clock has jumped ahead by more than a day, because the jump
 *   may be taken back
 */
export async function readDeletionTime(client: Client, now: Date): Promise<Date | undefined> {
  const { data } = await client.rpc('get_steady_time').throwOnError();
  return data ? new Date(Math.min(Date.parse(data), now.getTime())) : undefined;
}

/**
 * Finds files that no record and nothing that can be restored references. Records are read after
 * the files, so that a file used meanwhile counts as used.
 *
 * @param client with the service key
 * @param now see `readDeletionTime`
 * @param minAgeMs younger files are left alone: their record may be about to be saved
 * @param folder the folder to search; '' for all
 * @returns the number of files, and the unused ones in the order of their paths
 */
export async function findUnusedImages(
  client: Client,
  now: Date,
  minAgeMs: number,
  folder = '',
): Promise<{ total: number; unused: UnusedImage[] }> {
  const files = await listFiles(client, folder);
  const used = await readReferences(client, now);
  const before = now.getTime() - minAgeMs;
  const unused = files.filter(
    ({ path, storedAt }) => storedAt.getTime() < before && !used.has(path),
  );
  return { total: files.length, unused };
}

/** Filters images that no record references. */
export async function filterUnused(
  client: Client,
  now: Date,
  images: UnusedImage[],
): Promise<UnusedImage[]> {
  const used = await readReferences(client, now);
  return images.filter(({ path }) => !used.has(path));
}

/** Removes files with their alt texts, and returns how many there were. */
export async function removeImages(client: Client, images: UnusedImage[]): Promise<number> {
  let removed = 0;
  for (let first = 0; first < images.length; first += filesPerDelete) {
    const paths = images.slice(first, first + filesPerDelete).map(({ path }) => path);
    const { data, error } = await client.storage.from(bucket).remove(paths);
    if (error) throw error;
    removed += data.length;
    await client.from('image_alt_texts').delete().in('path', paths).throwOnError();
  }
  return removed;
}

/** Lists every file below a folder, or all files for '', in the order of their paths. */
async function listFiles(client: Client, folder: string): Promise<UnusedImage[]> {
  const files: UnusedImage[] = [];
  for (let offset = 0; ; offset += filesPerRead) {
    const { data, error } = await client.storage
      .from(bucket)
      .list(folder, { limit: filesPerRead, offset, sortBy: { column: 'name', order: 'asc' } });
    if (error) throw error;
    for (const { name, id, metadata, created_at, updated_at } of data) {
      const path = folder ? `${folder}/${name}` : name;
      if (id === null) files.push(...(await listFiles(client, path)));
      // The hosted platform's console creates a file of this name to keep an empty folder.
      else if (name !== '.emptyFolderPlaceholder') {
        const storedAt = new Date(
          Math.max(...[created_at, updated_at].map((at) => Date.parse(at ?? ''))),
        );
        files.push({ path, size: Number(metadata?.size ?? 0), storedAt });
      }
    }
    if (data.length < filesPerRead) return files;
  }
}

async function readReferences(client: Client, now: Date): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const table of tables) {
    const rows = await fetchAllRows((after, limit) => {
      // One table's types stand for all: each has an id and created_at.
      const query = client.from(table as 'past_projects').select('*', { count: 'exact' });
      return (after ? query.or(toCursorFilter(after)) : query)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(Math.min(limit, rowsPerRead))
        .throwOnError();
    });
    addReferences(rows, paths);
  }
  // Values that can be restored: deleted rows, and former values of edits of the last 30 days.
  const kept = await fetchAllPages((first, last) =>
    client
      .from('deleted_records')
      .select('record', { count: 'exact' })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
  const former = await fetchAllPages((first, last) =>
    client
      .from('former_values')
      .select('before', { count: 'exact' })
      .order('audit_entry_id')
      .range(first, last)
      .throwOnError(),
  );
  const since = new Date(now.getTime() - restorableMs).toISOString();
  const replaced = await fetchAllPages((first, last) =>
    client
      .from('audit_entries')
      .select('before', { count: 'exact' })
      .eq('action', 'update')
      .gte('occurred_at', since)
      .order('id')
      .range(first, last)
      .throwOnError(),
  );
  addReferences([kept, former, replaced], paths);
  return paths;
}
