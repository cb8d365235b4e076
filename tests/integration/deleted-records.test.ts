import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { putBackValues } from '#app/features/audit/audit-log.ts';
import {
  findDeletedRecords,
  type KeptTable,
  pruneDeletedRecords,
  putBackRecord,
  readDeletedRecords,
  removeOldDeletedRecords,
} from '#app/features/privacy/deleted-records.ts';
import { eraseEnquiries } from '#app/features/privacy/erasure.ts';
import { erasePersonalData, readPersonalData } from '#app/features/privacy/personal-data.ts';
import {
  deleteQuote,
  insertQuote,
  type QuoteDraft,
  readQuote,
  updateQuote,
} from '#app/features/quotes/quotes.ts';
import { deleteRow, insertRow, readRow, updateRow } from '#app/lib/crud.ts';
import { newQuoteContent } from '#tests/fixtures/quotes.ts';
import {
  newContactMessage,
  newOwnPage,
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newSection,
  newSettings,
  newShed,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  selectRows,
  type TestBackend,
  useBackend,
} from '#tests/support/backend.ts';
import {
  addQuoteSettings,
  addSentQuote,
  getQuote,
  newQuoteDraft,
  sendDraft,
} from '#tests/support/quotes.ts';

describe.skipIf(!engineAvailable())('what staff delete', () => {
  const backend = useBackend();
  const run: TestBackend['run'] = (query) => backend.run(query);

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
    ['a page', 'own_pages', newOwnPage],
    ['a redirect', 'redirects', () => ({ from_path: '/old-sheds', to_url: '/sheds' })],
    ['a list entry', 'list_entries', () => ({ list: 'color', name: 'Moss', swatch: '#4a5d23' })],
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
      const [kept] = (await readDeletedRecords(staff, table, 1)).rows;
      expect(kept).toMatchObject({ record_id: id, actor_email: 'owner@example.com' });
      expect(kept?.record_name).not.toBe('');
      expect(await putBack(id)).toBe('put_back');
      expect(await readRow(staff, name, id)).toEqual(before);
      expect(await findKept(id)).toBe('');
    },
  );

  test('a renamed list entry renames the value of live and deleted records, and only the list is in the audit log', async () => {
    const { staff, service } = backend;
    const entry = await insertRow(staff, 'list_entries', { list: 'size', name: '9x20' });
    const shed = await insertRow(staff, 'shed_listings', newShed({ size: ' 9X20' }));
    const request = await insertRow(service, 'quote_requests', newQuoteRequest({ size: '9x20' }));
    await deleteRow(staff, 'shed_listings', shed.id);
    await updateRow(staff, 'list_entries', entry.id, { name: '9x21' });
    await putBack(shed.id);
    expect((await readRow(staff, 'shed_listings', shed.id))?.size).toBe('9x21');
    expect(await readRow(staff, 'quote_requests', request.id)).toMatchObject({
      ...{ size: '9x21', size_order: 189 },
    });
    const entries = staff.from('audit_entries').select('columns').eq('record_id', request.id);
    expect((await entries).data).toEqual([]);
  });

  test('a list entry does not come back beside one of its name or in a full list', async () => {
    const { staff } = backend;
    const add = (name: string) => insertRow(staff, 'list_entries', { list: 'style', name });
    const entry = await add('Cabin');
    await deleteRow(staff, 'list_entries', entry.id);
    const again = await add('CABIN');
    expect(await putBack(entry.id)).toBe('conflict');
    await deleteRow(staff, 'list_entries', again.id);
    const names = Array.from({ length: 30 }, (_, n) => ({ list: 'style', name: `Style ${n}` }));
    await staff.from('list_entries').insert(names).throwOnError();
    await expect(putBack(entry.id)).rejects.toMatchObject({ code: '23514' });
    await staff.from('list_entries').delete().eq('name', 'Style 0').throwOnError();
    expect(await putBack(entry.id)).toBe('put_back');
    await staff.from('list_entries').delete().eq('list', 'style').throwOnError();
  });

  test('requests that one call deletes come back with their notes and quotes, but none that was erased, and are not mailed again', async () => {
    const { staff } = backend;
    await addQuoteSettings(backend);
    const requests = [await addRequest('notes@example.com'), await addRequest('late@example.com')];
    const [id = '', lateId = ''] = requests.map((request) => request.id);
    await updateRow(staff, 'quote_requests', id, { notes: 'Call after six.' });
    const addDraft = (quote_request_id: string) =>
      insertQuote(staff, newQuoteDraft({ quote_request_id }));
    const [draft, before, after] = [await addDraft(id), await addDraft(id), await addDraft(lateId)];
    const sent = await addSentQuote(backend, { quote_request_id: id });
    await deleteQuote(staff, before.id);
    await staff.from('quote_requests').delete().in('id', [id, lateId]).throwOnError();
    await deleteQuote(staff, after.id);
    expect((await readQuote(staff, draft.id))?.quote_request_id).toBeNull();
    await run(sql`select private.erase_quote(${sent.id}::uuid, 'request')`);
    for (const record of [before.id, id, lateId, after.id]) {
      expect(await putBack(record)).toBe('put_back');
    }
    expect((await readQuote(staff, sent.id))?.quote_request_id).toBeNull();
    expect(await readRow(staff, 'quote_requests', id)).toMatchObject({ notes: 'Call after six.' });
    const linked = [draft, before, after].map((quote) => readQuote(staff, quote.id));
    const links = (await Promise.all(linked)).map((quote) => quote?.quote_request_id);
    expect(links).toEqual([id, id, lateId]);
    const rows = await run(sql`select from private.outbox where quote_request_id = ${id}::uuid`);
    expect(rows).toEqual([]);
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

  test.each(['after', 'before'])(
    'a draft that is deleted %s its request is erased with the person who sent that, with its photos',
    async (when) => {
      const { staff } = backend;
      const photo = `orders/1767225600000-${when}.jpg`;
      const email = `${when}@example.com`;
      const request = await addRequest(email);
      const overrides = { customer_email: 'other@example.com', quote_request_id: request.id };
      const add = (content = newQuoteContent()) =>
        insertQuote(staff, newQuoteDraft({ ...overrides, content }));
      const [draft, live] = [await add(newQuoteContent({ images: [photo] })), await add()];
      if (when === 'before') await deleteQuote(staff, draft.id);
      await deleteRow(staff, 'quote_requests', request.id);
      if (when === 'after') await deleteQuote(staff, draft.id);
      const data = await readPersonalData(staff, email);
      expect(data.other_addresses).toEqual(['other@example.com']);
      await erasePersonalData(staff, email, data);
      expect([await findKept(draft.id), await readQuote(staff, live.id)]).toEqual(['', null]);
      const rows = await run(sql`select from private.quote_file_removals where path = ${photo}`);
      expect(rows).toHaveLength(1);
    },
  );

  test('the erasure of a person is final, even for what was deleted before', async () => {
    const { staff } = backend;
    const email = 'Erased@example.com';
    const [before, live] = [await addRequest(email), await addRequest(email)];
    const halfway = await addRequest(email);
    const draft = await insertQuote(staff, newQuoteDraft({ customer_email: email }));
    await deleteRow(staff, 'quote_requests', before.id);
    const data = await readPersonalData(staff, email);
    expect(data.deleted_records).toMatchObject([{ record_id: before.id }]);
    // Even if the tab is closed halfway.
    expect(await eraseEnquiries(staff, 'quote_requests', [halfway.id])).toBe(1);
    expect([...(await findDeletedRecords(staff, [halfway.id]))]).toEqual([]);
    const erased = await erasePersonalData(staff, email, data);
    expect(erased).toMatchObject({ requests: 1, deleted: 1, quotes: { deleted: 1 }, failed: [] });
    const kept = await findDeletedRecords(staff, [before.id, live.id, draft.id]);
    expect([...kept]).toEqual([]);
  });

  test('is kept for 30 days, and enquiries no longer than the settings say', async () => {
    const { staff, service } = backend;
    const age = (id: string, days: number) =>
      backend.run(sql`update public.deleted_records set deleted_at = now() - make_interval(days => ${days}::integer)
        where record_id = ${id}::uuid`);
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

describe.skipIf(!engineAvailable())('what edits by staff replace', () => {
  const backend = useBackend();
  const run: TestBackend['run'] = (query) => backend.run(query);

  const findEntry = async (recordId: string) => {
    const match = { record_id: recordId, action: 'update' };
    const entries = await selectRows(backend.staff, 'audit_entries', 'id', match);
    return Math.max(0, ...entries.map(({ id }) => id));
  };
  const addDraft = (overrides: Partial<QuoteDraft> = {}) =>
    insertQuote(backend.staff, newQuoteDraft(overrides));
  const editDraft = async (id: string, change: Partial<QuoteDraft>) =>
    updateQuote(backend.staff, await getQuote(backend, id), change);
  const countKept = async (recordId: string) => {
    const match = { record_id: recordId };
    return (await selectRows(backend.staff, 'former_values', 'audit_entry_id', match)).length;
  };

  const draftColumns = (title: string) => ({ content: newQuoteContent({ title }) });
  test.each([
    [
      'shed_listings',
      newShed,
      { price: 3999, color: 'Red', specifications: { standardFeatures: ['Loft'] } },
    ],
    ['past_projects', newProject, { title: 'Changed', images: ['projects/1-new.jpg'] }],
    ['reviews', newReview, { review_text: 'Straight walls.', is_featured: false }],
    ['blog_posts', newPost, { slug: 'another-address', is_published: false, published_at: null }],
    ['video_carousel', newVideo, { title: 'Changed' }],
    ['home_content', newSection, { title: 'Changed', image_url: null }],
    ['business_settings', newSettings, { phone: '705-555-0199' }],
    ['quote_requests', newQuoteRequest, { notes: 'Call after six.', status: 'responded' }],
    ['contact_submissions', newContactMessage, { status: 'read' }],
    ['list_entries', () => ({ list: 'size', name: '9x22' }), { name: '9x24' }],
    [
      'quote_templates',
      () => ({ name: 'Shed', ...draftColumns('A shed') }),
      draftColumns('Changed'),
    ],
    [
      'quotes',
      () => newQuoteDraft(),
      { customer_name: 'Bo Fox', customer_email: null, ...draftColumns('Changed') },
    ],
  ] satisfies [string, () => object, object][])(
    'an edit of %s is put back, is logged, and can be put back itself',
    async (table, create, change) => {
      const { staff, service } = backend;
      const name = table as 'shed_listings';
      const owner = table.startsWith('quote') && table !== 'quote_requests' ? staff : service;
      const { id } = await insertRow(owner, name, create() as never);
      const read = async () => {
        const { updated_at: _, ...row } = (await readRow(staff, name, id)) ?? { updated_at: '' };
        return row;
      };
      const before = await read();
      await updateRow(staff, name, id, change as never);
      const after = await read();
      expect(after).toMatchObject(change);
      const edit = await findEntry(id);
      expect(await putBackValues(staff, edit)).toEqual({ status: 'put_back' });
      expect(await read()).toEqual(before);
      expect(await putBackValues(staff, edit)).toEqual({ status: 'unchanged' });
      const undo = await findEntry(id);
      expect(undo).toBeGreaterThan(edit);
      expect(await putBackValues(staff, undo)).toEqual({ status: 'put_back' });
      expect(await read()).toEqual(after);
    },
  );

  test('a row that was changed since is put back only once that version was seen', async () => {
    const { staff } = backend;
    const { id } = await insertRow(staff, 'shed_listings', newShed({ price: 1000, title: 'A' }));
    await updateRow(staff, 'shed_listings', id, { price: 2000, color: 'Red' });
    const edit = await findEntry(id);
    await updateRow(staff, 'shed_listings', id, { title: 'B' });
    const { updated_at } = await updateRow(staff, 'shed_listings', id, { price: 3000 });
    const changed = { status: 'changed', columns: ['price'], updated_at };
    expect(await putBackValues(staff, edit)).toEqual(changed);
    expect(await putBackValues(staff, edit, '2026-01-01T00:00:00Z')).toEqual(changed);
    expect(await putBackValues(staff, edit, updated_at)).toEqual({ status: 'put_back' });
    const row = { title: 'B', price: 1000, color: newShed().color };
    expect(await readRow(staff, 'shed_listings', id)).toMatchObject(row);
  });

  test("the database's rules hold: an address that is taken, a deleted row", async () => {
    const { staff } = backend;
    const post = await insertRow(staff, 'blog_posts', newPost({ slug: 'first' }));
    await updateRow(staff, 'blog_posts', post.id, { slug: 'second' });
    await insertRow(staff, 'blog_posts', newPost({ slug: 'first' }));
    const edit = await findEntry(post.id);
    await expect(putBackValues(staff, edit)).rejects.toMatchObject({ code: '23505' });
    await deleteRow(staff, 'blog_posts', post.id);
    expect(await putBackValues(staff, edit)).toEqual({ status: 'deleted' });
  });

  test('a draft keeps its 50 latest former values, until it is sent', async () => {
    await addQuoteSettings(backend);
    const { id } = await addDraft();
    await run(sql`with entries as (
        insert into public.audit_entries (table_name, record_id, action)
        select 'quotes', ${id}::text, 'update' from generate_series(1, 51) returning id)
      insert into public.former_values (audit_entry_id, table_name, record_id, before, after)
        select id, 'quotes', ${id}::uuid, '{}', '{}' from entries`);
    await editDraft(id, { customer_name: 'Bo Fox' });
    expect(await countKept(id)).toBe(50);
    const edit = await findEntry(id);
    await sendDraft(backend, await getQuote(backend, id));
    expect(await countKept(id)).toBe(0);
    expect(await putBackValues(backend.staff, edit)).toEqual({ status: 'not_found' });
    await editDraft(id, draftColumns('For the next version'));
    expect(await countKept(id)).toBe(0);
  });

  test('former values are kept for 30 days, with a deleted draft as long as it can be put back', async () => {
    const { staff, service } = backend;
    const [shed, draft] = [await insertRow(staff, 'shed_listings', newShed()), await addDraft()];
    await updateRow(staff, 'shed_listings', shed.id, { price: 1 });
    await editDraft(draft.id, { customer_name: 'Bo Fox' });
    const edits = [await findEntry(shed.id), await findEntry(draft.id)];
    await deleteQuote(staff, draft.id);
    expect(await countKept(draft.id)).toBe(1);
    const kept = (await findDeletedRecords(staff, [draft.id])).get(draft.id) ?? '';
    expect(await putBackRecord(staff, kept)).toBe('put_back');
    expect(await countKept(draft.id)).toBe(1);
    await run(sql`update public.audit_entries set occurred_at = now() - interval '31 days'
      where id = any (${edits}::bigint[])`);
    for (const edit of edits) {
      expect(await putBackValues(staff, edit)).toEqual({ status: 'not_found' });
    }
    await run(sql`update public.former_values set replaced_at = now() - interval '31 days'
      where record_id = ${draft.id}::uuid`);
    await pruneDeletedRecords(service, new Date());
    expect(await countKept(draft.id)).toBe(0);
    await editDraft(draft.id, { customer_name: 'Cy Fox' });
    await deleteQuote(staff, draft.id);
    await run(sql`update public.deleted_records set deleted_at = now() - interval '31 days'
      where record_id = ${draft.id}::uuid`);
    await pruneDeletedRecords(service, new Date());
    expect(await countKept(draft.id)).toBe(0);
  });

  test('the export of a person has the former values of drafts, and the erasure leaves none', async () => {
    const { staff } = backend;
    const email = 'former@example.com';
    const renamed = await addDraft({ customer_email: 'Former@example.com' });
    await editDraft(renamed.id, { customer_email: 'other@example.com' });
    const live = await addDraft({ customer_email: email });
    await editDraft(live.id, { customer_name: 'Formerly Fox' });
    const deleted = await addDraft({ customer_email: email });
    await editDraft(deleted.id, { customer_name: 'Formerly Fox' });
    await deleteQuote(staff, deleted.id);
    const data = await readPersonalData(staff, email);
    expect(data.former_values).toHaveLength(3);
    await erasePersonalData(staff, email, data);
    for (const { id } of [renamed, live, deleted]) expect(await countKept(id)).toBe(0);
    const rows = await run(sql<{ text: string }>`
      select (select string_agg(entry::text, ' ') from public.audit_entries as entry)
        || coalesce((select string_agg(kept::text, ' ') from public.former_values as kept), '') as text`);
    expect(rows[0]?.text).not.toMatch(/former@example|Formerly/i);
  });

  const photo = (name: string) => `orders/1767225600000-${name}.jpg`;
  const withPhotos = (...names: string[]) => newQuoteContent({ images: names.map(photo) });
  test.each([
    [
      'erased',
      async (id: string, email: string) => {
        await erasePersonalData(backend.staff, email, await readPersonalData(backend.staff, email));
        expect(await readQuote(backend.staff, id)).toBeNull();
      },
    ],
    [
      'deleted and erased',
      async (id: string, email: string) => {
        await deleteQuote(backend.staff, id);
        await erasePersonalData(backend.staff, email, await readPersonalData(backend.staff, email));
      },
    ],
    [
      'given to another customer and erased for the former',
      async (id: string, email: string) => {
        await editDraft(id, { customer_email: 'next@example.com' });
        await erasePersonalData(backend.staff, email, await readPersonalData(backend.staff, email));
      },
    ],
    [
      'sent',
      async (id: string) => {
        await addQuoteSettings(backend);
        await sendDraft(backend, await getQuote(backend, id));
      },
    ],
  ])('photos edited out of a draft are removed when it is %s', async (what, end) => {
    const name = (photoName: string) => `${what.replaceAll(' ', '-')}-${photoName}`;
    const email = `${name('photos')}@example.com`;
    await addDraft({ customer_email: null, content: withPhotos(name('shared')) });
    const draft = await addDraft({
      customer_email: email,
      content: withPhotos(...['first', 'kept', 'shared'].map(name)),
    });
    await editDraft(draft.id, { content: withPhotos(name('second'), name('kept')) });
    await editDraft(draft.id, { content: withPhotos(name('kept')) });
    await end(draft.id, email);
    const { rows } = await sql<{ path: string }>`select path from private.quote_file_removals
      where bucket_id = 'images' and strpos(path, ${name('')}) > 0
        and path not in (select shown from private.list_quote_images() as shown) order by path`.execute(
      backend.database.owner,
    );
    const removed = what.endsWith('erased') ? ['first', 'kept', 'second'] : ['first', 'second'];
    expect(rows.map(({ path }) => path)).toEqual(removed.map(name).map(photo));
  });
});
