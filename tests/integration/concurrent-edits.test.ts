import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertSettings } from '#app/data/business-settings.ts';
import { deleteRow, updateRow, updateUnchanged } from '#app/data/crud.ts';
import { RowChanged, RowNotFound } from '#app/data/errors.ts';
import { insertSection } from '#app/data/home-content.ts';
import { setVideoOrder } from '#app/data/video-carousel.ts';
import { getRenumberedVideos } from '#app/domain/content/video-list.ts';
import { addStaff } from '#backend/auth/staff.ts';
import {
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newReview,
  newSection,
  newSettings,
  newShed,
  newSitePage,
  newVideo,
} from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  startBackend,
  type TestBackend,
  type TestClient,
} from '#tests/support/backend.ts';

/** Two people change one row at the same moment: one change is stored, the other is rejected. */

const tables = [
  ['past_projects', newProject(), 'title'],
  ['shed_listings', newShed(), 'title'],
  ['reviews', newReview(), 'customer_name'],
  ['blog_posts', newPost(), 'title'],
  ['video_carousel', newVideo(), 'title'],
  ['home_content', newSection(), 'title'],
  ['business_settings', newSettings(), 'business_name'],
  ['site_pages', newSitePage(), 'title'],
] as const;
const rounds = 4;

describe.skipIf(!engineAvailable())('concurrent edits by two staff', () => {
  let backend: TestBackend;
  let editors: TestClient[];

  beforeAll(async () => {
    backend = await startBackend();
    const second = { email: 'second@example.com', password: 'another correct horse' };
    await addStaff(backend.database, second);
    const client = backend.newClient();
    const { error } = await client.auth.signInWithPassword(second);
    if (error) throw error;
    editors = [backend.staff, client];
  });
  afterAll(() => backend?.stop());

  // The typed client can't follow a table that is a parameter.
  const fromTable = (table: string) => backend.service.from(table as 'past_projects');
  const add = async (table: string, row: object) =>
    (
      await fromTable(table)
        .insert(row as never)
        .select()
        .single()
        .throwOnError()
    ).data;
  const read = async (table: string, id: string) =>
    (await fromTable(table).select('*').eq('id', id).maybeSingle().throwOnError()).data;
  const remove = (table: string, id: string) =>
    fromTable(table).delete().eq('id', id).throwOnError();

  test.each(tables)(
    '%s: one save is stored, the others return the stored row',
    async (table, row, column) => {
      for (let round = 0; round < rounds; round += 1) {
        const before = await add(table, row);
        const outcomes = await Promise.allSettled(
          [0, 1, 0, 1].map((editor, n) =>
            updateUnchanged(editors[editor] as TestClient, table, before, {
              [column]: `Save ${n}`,
            }),
          ),
        );
        const stored = await read(table, before.id);
        const won = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        expect(won).toEqual([stored]);
        for (const each of outcomes) {
          if (each.status === 'fulfilled') continue;
          expect(each.reason).toBeInstanceOf(RowChanged);
          expect(each.reason).toMatchObject({ row: stored });
        }
        await remove(table, before.id);
      }
    },
  );

  // The forms of the others do not delete.
  test.each(tables.slice(0, 5))(
    '%s: a delete during a save is reported to the one who saves',
    async (table, row, column) => {
      for (let round = 0; round < rounds; round += 1) {
        const before = await add(table, row);
        const [saved, deleted] = await Promise.allSettled([
          updateUnchanged(editors[0] as TestClient, table, before, { [column]: 'Saved' }),
          deleteRow(editors[1] as TestClient, table, before.id),
        ]);
        expect(await read(table, before.id)).toBeNull();
        expect(deleted).toMatchObject({ status: 'fulfilled' });
        if (saved.status === 'rejected') expect(saved.reason).toBeInstanceOf(RowNotFound);
        // Undo puts back what was deleted, the save included.
        else expect(deleted).toMatchObject({ value: { [column]: 'Saved' } });
      }
    },
  );

  test('of two deletes one returns the row, the other no row', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await add('reviews', newReview());
      const outcomes = await Promise.allSettled(
        editors.map((editor) => deleteRow(editor, 'reviews', id)),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(failed.reason).toBeInstanceOf(RowNotFound);
    }
  });

  test('toggles of different columns are both stored', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await add('reviews', newReview({ is_approved: false, is_featured: false }));
      await Promise.all([
        updateRow(editors[0] as TestClient, 'reviews', id, { is_approved: true }),
        updateRow(editors[1] as TestClient, 'reviews', id, { is_featured: true }),
      ]);
      expect(await read('reviews', id)).toMatchObject({ is_approved: true, is_featured: true });
      await remove('reviews', id);
    }
  });

  test('a toggle during a save is not overwritten by it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = await add('reviews', newReview({ is_approved: false }));
      const [toggled, saved] = await Promise.allSettled([
        updateRow(editors[0] as TestClient, 'reviews', before.id, { is_approved: true }),
        updateUnchanged(editors[1] as TestClient, 'reviews', before as never, {
          customer_name: 'Saved',
          is_approved: false,
        }),
      ]);
      expect(toggled).toMatchObject({ status: 'fulfilled' });
      const stored = await read('reviews', before.id);
      expect(stored).toMatchObject({ is_approved: true });
      if (saved.status === 'rejected') expect(saved.reason).toBeInstanceOf(RowChanged);
      else expect(stored).toMatchObject({ customer_name: 'Saved' });
      await remove('reviews', before.id);
    }
  });

  test('a status and notes of a quote request are both stored', async () => {
    const { id } = await add('quote_requests', newQuoteRequest());
    await Promise.all([
      updateRow(editors[0] as TestClient, 'quote_requests', id, { status: 'responded' }),
      updateRow(editors[1] as TestClient, 'quote_requests', id, { notes: 'Called at nine' }),
    ]);
    const expected = { status: 'responded', notes: 'Called at nine' };
    expect(await read('quote_requests', id)).toMatchObject(expected);
  });

  test('the status of a deleted message is not set: RowNotFound', async () => {
    const { id } = await add('contact_submissions', newContactMessage());
    const [deleted, changed] = await Promise.allSettled([
      deleteRow(editors[0] as TestClient, 'contact_submissions', id),
      updateRow(editors[1] as TestClient, 'contact_submissions', id, { status: 'read' }),
    ]);
    expect(deleted).toMatchObject({ status: 'fulfilled' });
    if (changed.status === 'rejected') expect(changed.reason).toBeInstanceOf(RowNotFound);
    expect(await read('contact_submissions', id)).toBeNull();
  });

  test('the first hero and the first settings are inserted once', async () => {
    const business = { ...newSettings(), latitude: null, longitude: null, retention_months: 24 };
    const adders = [
      (editor: TestClient, n: number) =>
        insertSection(editor, { ...newSection(), title: `Hero ${n}` }),
      (editor: TestClient, n: number) =>
        insertSettings(editor, { ...business, business_name: `Business ${n}` }),
    ];
    for (const [kind, insert] of adders.entries()) {
      const outcomes = await Promise.allSettled(editors.map((editor, n) => insert(editor, n)));
      const won = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const lost = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect([won.length, lost.length]).toEqual([1, 1]);
      expect(lost[0]).toMatchObject({ name: 'RowChanged', row: won[0] });
      const table = kind === 0 ? 'home_content' : 'business_settings';
      expect((await fromTable(table).select('id').throwOnError()).data).toHaveLength(1);
    }
  });

  test('of two orders of clips the first is stored completely, the second is rejected', async () => {
    const clips: Ordered[] = [];
    for (let n = 0; n < 5; n += 1) {
      const video = newVideo({ title: `Clip ${n}`, order_index: n });
      clips.push((await add('video_carousel', video)) as unknown as Ordered);
    }
    const moves = [clips.toReversed(), [...clips.slice(2), ...clips.slice(0, 2)]].map(
      getRenumberedVideos,
    );
    const outcomes = await Promise.allSettled(
      moves.map(async (changes, editor) => {
        for (const { clip, order_index } of changes) {
          await setVideoOrder(editors[editor] as TestClient, clip, order_index);
        }
      }),
    );
    const lost = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(lost.length).toBeGreaterThan(0);
    for (const { reason } of lost) expect(reason).toBeInstanceOf(RowChanged);
    for (const [editor, { status }] of outcomes.entries()) {
      if (status === 'rejected') continue;
      for (const { clip, order_index } of moves[editor] ?? []) {
        expect(await read('video_carousel', clip.id)).toMatchObject({ order_index });
      }
    }
    for (const { id } of clips) await remove('video_carousel', id);
  });
});

type Ordered = { id: string; updated_at: string; order_index: number; created_at: string };
