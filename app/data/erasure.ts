import { idsInSteps } from './ids-in-steps.ts';
import type { Client } from './supabase-context.ts';

const bucket = 'images';

/** A request, as far as it has to be known to be erased. */
export type ErasableRequest = { id: string; inspiration_images: string[] };

/** What was erased of some requests. */
export type ErasedRequests = {
  requests: number;
  pictures: number;
  /** Pictures that could not be removed; their requests stay, so that they are found again. */
  failed: { path: string; error: unknown }[];
};

/**
 * Erases quote requests with their inspiration pictures, the pictures first: a request whose
 * pictures could not all be removed stays. A picture that another request names as well, which is
 * not among these, stays with that one. For staff, or with the service key.
 * @throws where a row can't be read or deleted
 */
export async function eraseQuoteRequests(
  client: Client,
  requests: ErasableRequest[],
): Promise<ErasedRequests> {
  const erased: ErasedRequests = { requests: 0, pictures: 0, failed: [] };
  for (const { id, inspiration_images } of requests) {
    const own = await namedByNoOther(client, id, inspiration_images);
    const { removed, failed } = await removePictures(client, own);
    erased.pictures += removed;
    erased.failed.push(...failed);
    if (failed.length > 0) continue;
    const { data } = await client
      .from('quote_requests')
      .delete()
      .eq('id', id)
      .select('id')
      .throwOnError();
    erased.requests += data.length;
  }
  return erased;
}

/**
 * Erases rows by their ids and resolves to how many there were. For staff, or with the service key.
 */
export async function eraseRows(
  client: Client,
  table: 'contact_submissions' | 'marketing_consents',
  ids: string[],
): Promise<number> {
  let erased = 0;
  for (const some of idsInSteps(ids)) {
    const { data } = await client.from(table).delete().in('id', some).select('id').throwOnError();
    erased += data.length;
  }
  return erased;
}

async function namedByNoOther(client: Client, id: string, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { data } = await client
    .from('quote_requests')
    .select('inspiration_images')
    .neq('id', id)
    .overlaps('inspiration_images', paths)
    .throwOnError();
  const elsewhere = new Set(data.flatMap((other) => other.inspiration_images));
  return paths.filter((path) => !elsewhere.has(path));
}

async function removePictures(client: Client, paths: string[]) {
  const images = client.storage.from(bucket);
  const failed: ErasedRequests['failed'] = [];
  if (paths.length === 0) return { removed: 0, failed };
  const { data, error } = await images.remove(paths);
  const removed = new Set(data?.map(({ name }) => name));
  for (const path of paths) {
    if (removed.has(path)) continue;
    // It may be gone already, as after an attempt that was cut off.
    const gone = error ? false : await isGone(client, path).catch(() => false);
    if (!gone) failed.push({ path, error: error ?? new Error('It is still there') });
  }
  return { removed: removed.size, failed };
}

async function isGone(client: Client, path: string): Promise<boolean> {
  const { data } = await client.storage.from(bucket).exists(path);
  return !data;
}
