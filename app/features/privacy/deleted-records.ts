import type { Client } from '#app/lib/client.ts';
import { chunk, isUnanswered } from '#app/lib/crud.ts';
import type { Row } from '#app/lib/database.types.ts';
import { type ClampedPage, readClampedPage } from '#app/lib/paginate.ts';
import { z } from '#app/lib/zod.ts';
import { type ErasedRequests, removeUnsharedImages } from './erasure.ts';

/** The tables whose deleted rows are kept for 30 days. */
export const keptTables = [
  'quote_requests',
  'contact_submissions',
  'quotes',
  'quote_templates',
  'past_projects',
  'shed_listings',
  'reviews',
  'blog_posts',
  'own_pages',
  'video_carousel',
  'price_lists',
  'redirects',
  'list_entries',
] as const;
export type KeptTable = (typeof keptTables)[number];

export type DeletedRecord = Pick<
  Row<'deleted_records'>,
  'id' | 'table_name' | 'record_id' | 'record_name' | 'emails' | 'actor_email' | 'deleted_at'
>;

const columns = 'id, table_name, record_id, record_name, emails, actor_email, deleted_at';
const pageSize = 25;

/** Reads a page of deleted records, newest first, without demonstration content. */
export async function readDeletedRecords(
  client: Client,
  table: KeptTable | undefined,
  requestedPage: number,
): Promise<ClampedPage<DeletedRecord>> {
  const records = (options?: { count: 'exact'; head: true }) => {
    const query = client
      .from('deleted_records')
      .select(columns, options)
      .eq('is_demonstration', false);
    return table ? query.eq('table_name', table) : query;
  };
  const count = records({ count: 'exact', head: true })
    .throwOnError()
    .then((answer) => answer.count ?? 0);
  return readClampedPage(requestedPage, pageSize, Promise.resolve(count), async (first, last) => {
    const { data } = await records()
      .order('deleted_at', { ascending: false })
      .order('id')
      .range(first, last)
      .throwOnError();
    return data;
  });
}

/** Finds the kept records of deleted rows; returns their ids by the ids of the rows. */
export async function findDeletedRecords(
  client: Client,
  recordIds: string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const some of chunk(recordIds)) {
    const { data } = await client
      .from('deleted_records')
      .select('id, record_id')
      .in('record_id', some)
      .throwOnError();
    for (const { id, record_id } of data) found.set(record_id, id);
  }
  return found;
}

const putBackStatus = z.enum(['put_back', 'not_found', 'conflict']);
type PutBackStatus = z.infer<typeof putBackStatus>;

/** Returns `conflict` if another row has its unique value, such as the web address of a post. */
export async function putBackRecord(client: Client, id: string): Promise<PutBackStatus> {
  const { data } = await client.rpc('put_back_record', { deleted_id: id }).throwOnError();
  return putBackStatus.parse(data);
}

/**
 * Restores records. A restore whose answer was lost may be repeated: a record that is no longer kept then was
 * put back.
 */
export function createRecordRestorer() {
  const unanswered = new Set<string>();
  return async (id: string, putBack: () => Promise<PutBackStatus>): Promise<PutBackStatus> => {
    try {
      const status = await putBack();
      return status === 'not_found' && unanswered.has(id) ? 'put_back' : status;
    } catch (error) {
      if (isUnanswered(error)) unanswered.add(id);
      throw error;
    }
  };
}

/** Reads the kept records of a person's deleted rows. */
export async function readDeletedRecordsOf(
  client: Client,
  email: string,
): Promise<Row<'deleted_records'>[]> {
  const { data } = await client
    .from('deleted_records')
    .select('*')
    .contains('emails', [email.trim().toLowerCase()])
    .order('deleted_at')
    .throwOnError();
  return data;
}

const withImages = z.object({ inspiration_images: z.array(z.string()) });
/** A customer's photo, as opposed to one that staff have added. */
const withImage = z.object({ image: z.string().regex(/^inspiration\//) });

/** The images that a customer sent with a quote request or a review; none for other records. */
export function getRecordImages(record: unknown): string[] {
  const { data: review } = withImage.safeParse(record);
  return withImages.safeParse(record).data?.inspiration_images ?? (review ? [review.image] : []);
}

/** Deletes kept records for good, after the images of requests. */
export async function eraseDeletedRecords(
  client: Client,
  records: Pick<Row<'deleted_records'>, 'id' | 'record_id' | 'record'>[],
): Promise<Omit<ErasedRequests, 'requests'> & { records: number }> {
  const erased = { records: 0, images: 0, failed: [] as ErasedRequests['failed'] };
  for (const { id, record_id, record } of records) {
    const paths = getRecordImages(record);
    const { removed, failed } = await removeUnsharedImages(client, record_id, paths);
    erased.images += removed;
    erased.failed.push(...failed);
    if (failed.length > 0) continue;
    const { data } = await client
      .rpc('forget_deleted_records', { deleted_ids: [id] })
      .throwOnError();
    erased.records += data;
  }
  return erased;
}

/** Deletes kept enquiries that are older than the settings' retention. Needs the service key. */
export async function removeOldDeletedRecords(client: Client, before: string): Promise<void> {
  await client
    .from('deleted_records')
    .delete()
    .in('table_name', ['quote_requests', 'contact_submissions'])
    .lt('record_created_at', before)
    .throwOnError();
}

/** Deletes records for good that were deleted more than 30 days ago. Needs the service key. */
export async function pruneDeletedRecords(client: Client, now: Date): Promise<number> {
  const { data } = await client
    .rpc('prune_deleted_records', { caller_clock: now.toISOString() })
    .throwOnError();
  return data;
}
