import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
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
import { engineAvailable, useBackend } from '#tests/support/backend.ts';

// The calls of two data providers for back offices, with the rows of this site: @refinedev/supabase
// (github.com/refinedev/refine, packages/supabase/src/dataProvider, commit 01ed6a20) and that of ra-supabase
// (github.com/raphiniert-com/ra-data-postgrest, src, commit 150cda7c). Both send whole rows back.

type Row = Record<string, unknown>;

const redirect = () => ({ from_path: `/${crypto.randomUUID()}`, to_url: '/design' });

const resources: Record<string, { rows: () => Row[]; change: Row; sortedBy: string }> = {
  home_content: {
    rows: () => [newSection(), newSection({ section_name: 'sheds_hero' })],
    change: { subtitle: 'Changed' },
    sortedBy: 'title',
  },
  video_carousel: {
    rows: () => [newVideo(), newVideo({ order_index: 2 })],
    change: { is_active: false },
    sortedBy: 'order_index',
  },
  reviews: {
    rows: () => [newReview(), newReview({ rating: 4 })],
    change: { is_approved: false },
    sortedBy: 'rating',
  },
  past_projects: {
    rows: () => [newProject(), newProject({ title: 'Another' })],
    change: { completion_date: null },
    sortedBy: 'title',
  },
  shed_listings: {
    rows: () => [newShed(), newShed({ size: '12x16' })],
    change: { price: 99.95 },
    sortedBy: 'floor_area',
  },
  blog_posts: {
    rows: () => [newPost(), newPost()],
    change: { excerpt: 'Changed' },
    sortedBy: 'slug',
  },
  contact_submissions: {
    rows: () => [newContactMessage(), newContactMessage({ subject: 'Another subject' })],
    change: { status: 'read' },
    sortedBy: 'subject_order',
  },
  quote_requests: {
    rows: () => [newQuoteRequest(), newQuoteRequest({ size: '8x8' })],
    change: { status: 'responded', notes: 'Called back.' },
    sortedBy: 'size_order',
  },
  own_pages: {
    rows: () => [
      newOwnPage({ slug: crypto.randomUUID() }),
      newOwnPage({ slug: crypto.randomUUID() }),
    ],
    change: { in_menu: true },
    sortedBy: 'title',
  },
  redirects: {
    rows: () => [redirect(), redirect()],
    change: { to_url: '/sheds' },
    sortedBy: 'from_path',
  },
  announcements: {
    rows: () => [{ text: 'Closed today' }],
    change: { text: 'Open again' },
    sortedBy: 'text',
  },
  business_settings: {
    rows: () => [newSettings()],
    change: { phone: '705-555-0177' },
    sortedBy: 'business_name',
  },
};
/** Staff create and delete no rows of these through the tables' grants, or one only. */
const withoutDeletion = ['home_content', 'business_settings', 'announcements'];

describe.skipIf(!engineAvailable())('data providers', () => {
  const backend = useBackend();
  const stored: Record<string, Row[]> = {};

  beforeAll(async () => {
    const client = backend.staff as SupabaseClient;
    for (const [name, { rows }] of Object.entries(resources)) {
      const { data } = await client.from(name).insert(rows()).select('*').throwOnError();
      stored[name] = data ?? [];
    }
  });

  describe.each(Object.entries(resources))('%s', (name, { rows, change, sortedBy }) => {
    const ids = () => (stored[name] ?? []).map(({ id }) => id as string);

    test('refine: getList, getMany, getOne', async () => {
      const client = backend.staff as SupabaseClient;
      const list = client.from(name).select('*', { count: 'exact' });
      list.range(0, 9).order(sortedBy, { ascending: true });
      const { data, count, error } = await list;
      expect(error).toBeNull();
      expect(count).toBe(ids().length);
      expect((data ?? []).map(({ id }) => id).sort()).toEqual(ids().sort());
      const many = await client.from(name).select('*').in('id', ids());
      expect(many.data).toHaveLength(ids().length);
      const one = await client.from(name).select('*').match({ id: ids()[0] });
      expect(one.data).toEqual(stored[name]?.slice(0, 1));
    });

    test('refine: update with the whole row, updateMany', async () => {
      const client = backend.staff as SupabaseClient;
      for (const id of ids()) {
        const [row] = (await client.from(name).select('*').match({ id })).data ?? [];
        const variables = { ...row, ...change };
        const { data, error } = await client.from(name).update(variables).match({ id }).select('*');
        expect(error).toBeNull();
        expect(data).toMatchObject([change]);
      }
      const before = Object.keys(change).map((column) => [column, stored[name]?.[0]?.[column]]);
      const former = Object.fromEntries(before) as Row;
      const many = await Promise.all(
        ids().map((id) => client.from(name).update(former).match({ id }).select('*')),
      );
      for (const { data, error } of many) {
        expect(error).toBeNull();
        expect(data).toMatchObject([former]);
      }
    });

    test('upsert of one stored row, and of stored and new rows in one array', async () => {
      const client = backend.staff as SupabaseClient;
      const read = await client.from(name).select('*').in('id', ids()).throwOnError();
      const upserted = await client.from(name).upsert(read.data[0]).select('*').single();
      expect(upserted.error).toBeNull();
      if (withoutDeletion.includes(name)) return;
      const added = { ...rows()[0], id: crypto.randomUUID() };
      const current = (await client.from(name).select('*').in('id', ids()).throwOnError()).data;
      const sent = [...current.map((row) => ({ ...row, ...change })), added];
      const mixed = await client.from(name).upsert(sent, { defaultToNull: false }).select('*');
      expect(mixed.error).toBeNull();
      expect(mixed.data?.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
      expect(mixed.data?.slice(0, -1)).toMatchObject(current.map(() => change));
      const deleted = await client.from(name).delete().match({ id: added.id }).select('id');
      expect(deleted.data).toEqual([{ id: added.id }]);
    });

    test('react-admin: getList, getOne, update with the whole row', async () => {
      const send = async (query: string, init: RequestInit = {}, accept = objectType) => {
        const { data } = await backend.staff.auth.getSession();
        return fetch(`${backend.url}/rest/v1/${name}?${query}`, {
          ...init,
          headers: {
            Accept: accept,
            apikey: backend.publishableKey,
            Authorization: `Bearer ${data.session?.access_token}`,
            'Content-Type': 'application/json',
            Prefer: init.method ? 'return=representation' : 'count=exact',
          },
        });
      };
      const list = await send(`offset=0&limit=10&order=${sortedBy}.desc`, {}, 'application/json');
      expect(list.headers.get('Content-Range')).toMatch(new RegExp(`/${ids().length}$`));
      const query = `id=eq.${ids()[0]}`;
      const row = (await (await send(query)).json()) as Row;
      const body = JSON.stringify({ ...row, ...change, id: row.id });
      const updated = await send(query, { method: 'PATCH', body });
      expect([updated.status, await updated.json()]).toMatchObject([200, change]);
      const wrong = JSON.stringify({ ...row, created_at: '2020-01-01T00:00:00Z' });
      const refused = await send(query, { method: 'PATCH', body: wrong });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: '42501',
        message: expect.stringMatching(/created_at|updated_at/),
      });
      if (withoutDeletion.includes(name)) return;
      const added = await send('', { method: 'POST', body: JSON.stringify(rows()[0]) });
      const copy = (await added.json()) as Row;
      expect([added.status, copy.id]).toEqual([201, expect.any(String)]);
      const deleted = await send(`id=eq.${copy.id}`, { method: 'DELETE' });
      expect([deleted.status, await deleted.json()]).toMatchObject([200, { id: copy.id }]);
    });
  });
});

const objectType = 'application/vnd.pgrst.object+json';
