import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletePost, insertPost } from '#app/data/blog-posts.ts';
import { deleteProject, insertProject } from '#app/data/past-projects.ts';
import { deleteReview, insertReview } from '#app/data/reviews.ts';
import { deleteShed, insertShed } from '#app/data/shed-listings.ts';
import { deleteVideo, insertVideo } from '#app/data/video-carousel.ts';
import {
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  startBackend,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';

/** Undo of a delete: the very same row comes back, and only staff can do it. */

type Stored = { id: string; created_at: string; updated_at: string };
type Records = {
  table: string;
  fresh: () => object;
  remove: (client: TestClient, id: string) => Promise<Stored>;
  restoreRow: (client: TestClient, row: Stored) => Promise<Stored>;
};

/** What the functions of one table do with its rows, for a matrix over all of them. */
function records<Row extends Stored>(
  table: string,
  fresh: () => object,
  remove: (client: TestClient, id: string) => Promise<Row>,
  insert: (client: TestClient, row: Row) => Promise<Row>,
): Records {
  return { table, fresh, remove, restoreRow: (client, row) => insert(client, row as Row) };
}

const tables: Records[] = [
  records('past_projects', newProject, deleteProject, insertProject),
  records('shed_listings', newShed, deleteShed, insertShed),
  records('reviews', newReview, deleteReview, insertReview),
  records('blog_posts', newPost, deletePost, insertPost),
  records('video_carousel', newVideo, deleteVideo, insertVideo),
];

describe.skipIf(!engineAvailable())('undo of a delete', () => {
  let backend: TestBackend;
  // The matrix takes table names from a list, which the typed client can't follow.
  const from = (client: TestClient, table: string) => client.from(table as 'reviews');
  const rowIn = async (table: string, id: string) =>
    (await from(backend.service, table).select('*').eq('id', id).throwOnError()).data[0];

  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend?.stop());

  /** A row that was changed after it was made, so that its two dates differ. */
  async function addRow({ table, fresh }: Records): Promise<Stored> {
    const { data } = await from(backend.staff, table)
      .insert(fresh() as never)
      .select()
      .single()
      .throwOnError();
    return data;
  }

  test.each(tables)('$table: staff restores an identical row', async (records) => {
    const { id } = await addRow(records);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const flag = records.table === 'blog_posts' ? { is_published: false } : { is_featured: true };
    const change = records.table === 'video_carousel' ? { is_active: false } : flag;
    await from(backend.staff, records.table)
      .update(change as never)
      .eq('id', id)
      .throwOnError();
    const before = await rowIn(records.table, id);
    expect(before?.updated_at).not.toBe(before?.created_at);

    const removed = await records.remove(backend.staff, id);
    expect(removed).toEqual(before);
    expect(await rowIn(records.table, id)).toBeUndefined();

    expect(await records.restoreRow(backend.staff, removed)).toEqual(before);
    expect(await rowIn(records.table, id)).toEqual(before);
    await expect(records.restoreRow(backend.staff, removed)).rejects.toMatchObject({
      code: '23505',
    });
  });

  test.each(
    tables.flatMap((records) =>
      (['anon', 'stranger'] as const).map((caller) => ({ ...records, caller })),
    ),
  )('$table: $caller cannot restore a row', async ({ caller, ...records }) => {
    const { id } = await addRow(records);
    const removed = await records.remove(backend.staff, id);
    await expect(records.restoreRow(backend[caller], removed)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await rowIn(records.table, id)).toBeUndefined();
  });

  test.each(tables)('$table: staff cannot set created_at in the future', async (records) => {
    const later = new Date(Date.now() + 60_000).toISOString();
    for (const column of ['created_at', 'updated_at']) {
      const { error } = await from(backend.staff, records.table).insert({
        ...records.fresh(),
        [column]: later,
      } as never);
      expect(error?.code, column).toBe('42501');
    }
  });

  test.each(tables)('$table: an update changes neither id nor created_at', async (records) => {
    const { id } = await addRow(records);
    for (const change of [
      { id: crypto.randomUUID() },
      { created_at: '2020-01-01T00:00:00Z' },
      { updated_at: '2020-01-01T00:00:00Z' },
    ]) {
      const { error } = await from(backend.staff, records.table)
        .update(change as never)
        .eq('id', id);
      expect(error?.code).toBe('42501');
    }
  });

  test.each([
    ['quote_requests', newQuoteRequest()],
    ['contact_submissions', newContactMessage()],
  ])('%s: a deleted row cannot be restored', async (table, row) => {
    for (const column of [{ id: crypto.randomUUID() }, { created_at: '2020-01-01T00:00:00Z' }]) {
      const { error } = await from(backend.staff, table).insert({ ...row, ...column } as never);
      expect(error?.code).toBe('42501');
    }
  });
});
