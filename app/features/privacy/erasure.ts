import type { Client } from '#app/lib/client.ts';
import { chunk } from '#app/lib/crud.ts';

const bucket = 'images';

export type ErasableRequest = { id: string; inspiration_images: string[] };

export type ErasedRequests = {
  requests: number;
  images: number;
  failed: { path: string; error: unknown }[];
};

/**
 * Deletes quote requests after their images. A request stays if one of its images could not be
 * deleted. An image that another request or a review references stays, too.
 *
 * @param eraseSome deletes requests by their ids and returns their number
 */
export async function eraseQuoteRequests(
  client: Client,
  requests: ErasableRequest[],
  eraseSome = (ids: string[]) => eraseRows(client, 'quote_requests', ids),
): Promise<ErasedRequests> {
  const erased: ErasedRequests = { requests: 0, images: 0, failed: [] };
  for (const { id, inspiration_images } of requests) {
    const { removed, failed } = await removeUnsharedImages(client, id, inspiration_images);
    erased.images += removed;
    erased.failed.push(...failed);
    if (failed.length > 0) continue;
    erased.requests += await eraseSome([id]);
  }
  return erased;
}

/**
 * Deletes rows by their ids and returns their number. Rows that staff delete so are kept for 30 days
 * (except consents), like everything that they delete.
 */
export async function eraseRows(
  client: Client,
  table: 'quote_requests' | 'contact_submissions' | 'marketing_consents',
  ids: string[],
): Promise<number> {
  let erased = 0;
  for (const some of chunk(ids)) {
    const { data } = await client.from(table).delete().in('id', some).select('id').throwOnError();
    erased += data.length;
  }
  return erased;
}

/** Deletes enquiries for good, as staff; returns their number. */
export async function eraseEnquiries(
  client: Client,
  table: 'quote_requests' | 'contact_submissions',
  ids: string[],
): Promise<number> {
  let erased = 0;
  for (const record_ids of chunk(ids)) {
    const { data } = await client
      .rpc('erase_enquiries', { enquiry_table: table, record_ids })
      .throwOnError();
    erased += data;
  }
  return erased;
}

/** Removes the images of a request or review that no other one references. */
export async function removeUnsharedImages(client: Client, recordId: string, paths: string[]) {
  return removeImages(client, await getUnsharedImages(client, recordId, paths));
}

async function getUnsharedImages(client: Client, id: string, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const [requests, reviews] = await Promise.all([
    client
      .from('quote_requests')
      .select('inspiration_images')
      .neq('id', id)
      .overlaps('inspiration_images', paths)
      .throwOnError(),
    // Anyone can send a request that names the photo of a published review.
    client.from('reviews').select('image').neq('id', id).in('image', paths).throwOnError(),
  ]);
  const elsewhere = new Set([
    ...requests.data.flatMap(({ inspiration_images }) => inspiration_images),
    ...reviews.data.map(({ image }) => image),
  ]);
  return paths.filter((path) => !elsewhere.has(path));
}

async function removeImages(client: Client, paths: string[]) {
  const images = client.storage.from(bucket);
  const failed: ErasedRequests['failed'] = [];
  if (paths.length === 0) return { removed: 0, failed };
  const { data, error } = await images.remove(paths);
  const removed = new Set(data?.map(({ name }) => name));
  for (const path of paths) {
    if (removed.has(path)) continue;
    // An interrupted attempt may have deleted it.
    const gone = error ? false : await isGone(client, path).catch(() => false);
    if (!gone) failed.push({ path, error: error ?? new Error('It is still there') });
  }
  return { removed: removed.size, failed };
}

async function isGone(client: Client, path: string): Promise<boolean> {
  const { data } = await client.storage.from(bucket).exists(path);
  return !data;
}
