import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { deleteRow, insertRow, readRow, updateRow } from '#app/data/crud.ts';
import {
  findDeletedRecords,
  type KeptTable,
  pruneDeletedRecords,
  putBackRecord,
  readDeletedRecords,
  removeOldDeletedRecords,
} from '#app/data/deleted-records.ts';
import { erasePersonalData, readPersonalData } from '#app/data/personal-data.ts';
import { deleteQuote, insertQuote, readQuote } from '#app/data/quotes.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import {
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { engineAvailable, useBackend } from '#tests/support/backend.ts';
import { newQuoteDraft } from '#tests/support/quotes.ts';

describe.skipIf(!engineAvailable())('what staff delete', () => {
  const backend = useBackend();

  const findKept = async (id: string) =>
    (await findDeletedRecords(backend.staff, [id])).get(id) ?? '';
  const putBack = async (id: string) => putBackRecord(backend.staff, await findKept(id));
  const addRequest = (email: string) =>
    insertRow(backend.service, 'quote_requests', newQuoteRequest({ email }));

  test.each([
    ['a shed', 'shed_listings', () => newShed({ images: ['sheds/1-a.jpg'] })],
    ['a project', 'past_projects', newProject],
    ['a review', 'reviews', newReview],
    ['a post', 'blog_posts', newPost],
    ['a video', 'video_carousel', newVideo],
    ['a contact message', 'contact_submissions', newContactMessage],
    ['a quote request', 'quote_requests', () => newQuoteRequest({ email: 'back@example.com' })],
  ] satisfies [string, KeptTable, () => object][])(
    '%s comes back as it was',
    async (_what, table, create) => {
      const { staff, service } = backend;
      const name = table as 'shed_listings';
      const { id } = await insertRow(service, name, create() as never);
      const before = await readRow(staff, name, id);
      await deleteRow(staff, name, id);
      expect((await readDeletedRecords(staff, table, 1)).rows[0]).toMatchObject({
        record_id: id,
        actor_email: 'owner@example.com',
      });
      expect(await putBack(id)).toBe('put_back');
      expect(await readRow(staff, name, id)).toEqual(before);
      expect(await findKept(id)).toBe('');
    },
  );

  test('a request comes back with its notes and quotes, and is not mailed again', async () => {
    const { staff, database } = backend;
    const { id } = await addRequest('notes@example.com');
    await updateRow(staff, 'quote_requests', id, { notes: 'Call after six.' });
    const draft = await insertQuote(staff, newQuoteDraft({ quote_request_id: id }));
    await deleteRow(staff, 'quote_requests', id);
    expect((await readQuote(staff, draft.id))?.quote_request_id).toBeNull();
    expect(await putBack(id)).toBe('put_back');
    expect(await readRow(staff, 'quote_requests', id)).toMatchObject({ notes: 'Call after six.' });
    expect((await readQuote(staff, draft.id))?.quote_request_id).toBe(id);
    const { rows } =
      await sql`select from private.outbox where quote_request_id = ${id}::uuid`.execute(
        database.owner,
      );
    expect(rows).toEqual([]);
  });

  test('the export of a person has a deleted request without our costs', async () => {
    const { staff, database } = backend;
    const { id } = await addRequest('priced@example.com');
    await deleteRow(staff, 'quote_requests', id);
    await sql`update public.deleted_records set record = record || '{"design_price": {"shown": {"total": 1}, "cost": 2}}'
      where record_id = ${id}::uuid`.execute(database.owner);
    const { deleted_records } = await readPersonalData(staff, 'priced@example.com');
    expect(deleted_records).toMatchObject([{ record: { design_price: { total: 1 } } }]);
    expect(JSON.stringify(deleted_records)).not.toContain('cost');
  });

  test('the draft of a quote comes back', async () => {
    const { staff } = backend;
    const draft = await insertQuote(staff, newQuoteDraft());
    await deleteQuote(staff, draft.id);
    expect(await putBack(draft.id)).toBe('put_back');
    expect(await readQuote(staff, draft.id)).toEqual(draft);
  });

  test('a post whose address another post has taken reports the conflict', async () => {
    const { staff } = backend;
    const post = await insertRow(staff, 'blog_posts', newPost({ slug: 'taken' }));
    await deleteRow(staff, 'blog_posts', post.id);
    await insertRow(staff, 'blog_posts', newPost({ slug: 'taken' }));
    expect(await putBack(post.id)).toBe('conflict');
    expect(await findKept(post.id)).not.toBe('');
  });

  test('a deleted draft is erased with the person whose request it answers, and with its photos', async () => {
    const { staff, database } = backend;
    const photo = 'orders/1767225600000-draft.jpg';
    const email = 'asked@example.com';
    const request = await addRequest(email);
    const draft = await insertQuote(
      staff,
      newQuoteDraft({
        customer_email: 'other@example.com',
        quote_request_id: request.id,
        content: newQuoteContent({ images: [photo] }),
      }),
    );
    await deleteQuote(staff, draft.id);
    await erasePersonalData(staff, email, await readPersonalData(staff, email));
    expect(await findKept(draft.id)).toBe('');
    const { rows } = await sql`select path from private.quote_file_removals
      where bucket_id = 'images'`.execute(database.owner);
    expect(rows).toEqual([{ path: photo }]);
  });

  test('the erasure of a person is final, also of what was deleted before', async () => {
    const { staff } = backend;
    const email = 'Erased@example.com';
    const [before, live] = [await addRequest(email), await addRequest(email)];
    const draft = await insertQuote(staff, newQuoteDraft({ customer_email: email }));
    await deleteRow(staff, 'quote_requests', before.id);
    const data = await readPersonalData(staff, email);
    expect(data.deleted_records).toMatchObject([{ record_id: before.id }]);
    const erased = await erasePersonalData(staff, email, data);
    expect(erased).toMatchObject({ requests: 1, deleted: 1, quotes: { deleted: 1 }, failed: [] });
    const kept = await findDeletedRecords(staff, [before.id, live.id, draft.id]);
    expect([...kept]).toEqual([]);
  });

  test('is kept for 30 days, and enquiries no longer than the settings say', async () => {
    const { staff, service, database } = backend;
    const age = (id: string, days: number) =>
      sql`update public.deleted_records set deleted_at = now() - make_interval(days => ${days}::integer)
        where record_id = ${id}::uuid`.execute(database.owner);
    const reviews = await Promise.all([1, 2].map(() => insertRow(staff, 'reviews', newReview())));
    const [old, recent] = reviews.map(({ id }) => id) as [string, string];
    for (const id of [old, recent]) await deleteRow(staff, 'reviews', id);
    await age(old, 31);
    await age(recent, 29);
    expect(await pruneDeletedRecords(service, new Date())).toBe(1);
    const request = await addRequest('retention@example.com');
    await deleteRow(staff, 'quote_requests', request.id);
    await removeOldDeletedRecords(service, new Date(Date.now() + 1000).toISOString());
    expect([...(await findDeletedRecords(staff, [old, recent, request.id])).keys()]).toEqual([
      recent,
    ]);
  });
});
