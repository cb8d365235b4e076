import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newContactMessage,
  newPost,
  newProject,
  newQuoteRequest,
  newRetentionRun,
  newReview,
  newSection,
  newSettings,
  newShed,
  newSitePage,
  newVideo,
} from '#tests/fixtures/rows.ts';
import { engineAvailable, startBackend, type TestBackend } from '#tests/support/backend.ts';

/** Every table, every verb, every kind of caller: what section 6 of the specification allows, and the rest refused. */

type Reading = 'everything' | 'shown' | 'nothing' | 'refused';
type Rights = { select: Reading; insert: boolean; update: boolean; delete: boolean };
type Caller = 'anon' | 'stranger' | 'staff';
type Table = {
  /** A row that visitors may see; for tables that they may not read, any row. */
  shown: Record<string, unknown>;
  /** A row that is kept from visitors, where the table has such rows. */
  hidden?: Record<string, unknown>;
  /** A row that a caller tries to add. */
  added: Record<string, unknown>;
  change: Record<string, unknown>;
  rights: Record<Caller, Rights>;
};

const visitor = (select: Reading): Rights => ({
  select,
  insert: false,
  update: false,
  delete: false,
});
const content = { anon: visitor('shown'), stranger: visitor('shown') };
const allRights: Rights = { select: 'everything', insert: true, update: true, delete: true };
const enquiries = {
  anon: { select: 'refused', insert: true, update: false, delete: false },
  stranger: { select: 'nothing', insert: true, update: false, delete: false },
  staff: allRights,
} satisfies Record<Caller, Rights>;

const tables: Record<string, Table> = {
  business_settings: {
    shown: newSettings(),
    added: newSettings(),
    change: { phone: '705-555-0199' },
    rights: { ...content, staff: { ...allRights, insert: false, delete: false } },
  },
  home_content: {
    shown: newSection(),
    hidden: newSection({ section_name: 'sheds_hero', is_active: false }),
    added: newSection(),
    change: { title: 'Changed' },
    rights: { ...content, staff: { ...allRights, insert: false, delete: false } },
  },
  video_carousel: {
    shown: newVideo(),
    hidden: newVideo({ is_active: false }),
    added: newVideo(),
    change: { title: 'Changed' },
    rights: { ...content, staff: allRights },
  },
  reviews: {
    shown: newReview(),
    hidden: newReview({ is_featured: false }),
    added: newReview(),
    change: { is_approved: false },
    rights: { ...content, staff: allRights },
  },
  past_projects: {
    shown: newProject(),
    added: newProject(),
    change: { title: 'Changed' },
    rights: { ...content, staff: allRights },
  },
  shed_listings: {
    shown: newShed(),
    hidden: newShed({ is_active: false }),
    added: newShed(),
    change: { price: 1 },
    rights: { ...content, staff: allRights },
  },
  blog_posts: {
    shown: newPost(),
    hidden: newPost({ is_published: false, published_at: null }),
    added: newPost(),
    change: { title: 'Changed' },
    rights: { ...content, staff: allRights },
  },
  contact_submissions: {
    shown: newContactMessage({ email: 'shown@example.com' }),
    added: newContactMessage(),
    change: { status: 'read' },
    rights: enquiries,
  },
  quote_requests: {
    shown: newQuoteRequest({ email: 'shown@example.com' }),
    added: newQuoteRequest(),
    change: { status: 'responded', notes: 'Called back.' },
    rights: enquiries,
  },
  site_pages: {
    shown: newSitePage(),
    added: newSitePage({ slug: 'accessibility' }),
    change: { content: '<p>Other words for the same page.</p>' },
    rights: { ...content, staff: allRights },
  },
  retention_runs: {
    shown: newRetentionRun(),
    added: newRetentionRun(),
    change: { pictures: 7 },
    rights: {
      anon: { ...visitor('refused') },
      stranger: { ...visitor('nothing') },
      staff: { ...visitor('everything') },
    },
  },
};

const cases = Object.entries(tables).flatMap(([name, table]) =>
  (['anon', 'stranger', 'staff'] as const).map((caller) => ({
    name,
    table,
    caller,
    rights: table.rights[caller],
  })),
);

describe.skipIf(!engineAvailable())('permissions', () => {
  let backend: TestBackend;
  const ids: Record<string, { shown: string; hidden?: string }> = {};

  // The matrix takes table names from a list, which the typed client can't follow.
  const from = (caller: Caller | 'service', table: string) =>
    backend[caller].from(table as 'reviews');
  const idsIn = async (table: string) => {
    const { data } = await from('service', table).select('id').throwOnError();
    return (data ?? []).map(({ id }) => id);
  };
  const add = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const { data } = await from('service', table)
      .insert(row as never)
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  };

  beforeAll(async () => {
    backend = await startBackend();
    for (const [name, { shown, hidden }] of Object.entries(tables)) {
      ids[name] = {
        shown: await add(name, shown),
        ...(hidden ? { hidden: await add(name, hidden) } : {}),
      };
    }
  });
  afterAll(() => backend?.stop());

  test.each(cases)(
    '$caller selects from $name: $rights.select',
    async ({ name, caller, rights }) => {
      const { data, error } = await from(caller, name).select('*');
      const found = (data ?? []).map(({ id }) => id).sort();
      if (rights.select === 'refused') {
        expect(error?.code).toBe('42501');
        return;
      }
      expect(error).toBeNull();
      const { shown, hidden } = ids[name] ?? {};
      const all = await idsIn(name);
      const expected = {
        everything: all.sort(),
        shown: all.filter((id) => id !== hidden).sort(),
        nothing: [],
      }[rights.select];
      expect(found).toEqual(expected);
      if (rights.select !== 'nothing') expect(found).toContain(shown);
    },
  );

  test.each(cases)(
    '$caller inserts into $name: $rights.insert',
    async ({ name, table, caller, rights }) => {
      const before = await idsIn(name);
      const { error } = await from(caller, name).insert({
        ...table.added,
        ...freshKey(name),
      } as never);
      const added = (await idsIn(name)).filter((id) => !before.includes(id));
      for (const id of added) await from('service', name).delete().eq('id', id).throwOnError();
      if (rights.insert) {
        expect(error).toBeNull();
        expect(added).toHaveLength(1);
      } else {
        expect(error?.code).toMatch(/^(42501|23505)$/);
        if (caller !== 'staff') expect(error?.code).toBe('42501');
        expect(added).toHaveLength(0);
      }
    },
  );

  test.each(cases)(
    '$caller updates $name: $rights.update',
    async ({ name, table, caller, rights }) => {
      const id = ids[name]?.shown ?? '';
      const before = await from('service', name).select('*').eq('id', id).single();
      const { data, error } = await from(caller, name)
        .update(table.change as never)
        .eq('id', id)
        .select('id');
      const after = await from('service', name).select('*').eq('id', id).single();
      if (rights.update) {
        expect(error).toBeNull();
        expect(data).toEqual([{ id }]);
        expect(after.data).toMatchObject(table.change);
        const back = Object.fromEntries(
          Object.keys(table.change).map((key) => [
            key,
            (before.data as Record<string, unknown> | null)?.[key],
          ]),
        );
        await from('service', name)
          .update(back as never)
          .eq('id', id)
          .throwOnError();
      } else {
        if (error) expect(error.code).toBe('42501');
        else expect(data).toEqual([]);
        expect(after.data).toEqual(before.data);
      }
    },
  );

  test.each(cases)(
    '$caller deletes from $name: $rights.delete',
    async ({ name, table, caller, rights }) => {
      const id = rights.delete
        ? await add(name, { ...table.added, ...freshKey(name) })
        : (ids[name]?.shown ?? '');
      const { data, error } = await from(caller, name).delete().eq('id', id).select('id');
      const left = await idsIn(name);
      if (rights.delete) {
        expect(error).toBeNull();
        expect(data).toEqual([{ id }]);
        expect(left).not.toContain(id);
      } else {
        if (error) expect(error.code).toBe('42501');
        else expect(data).toEqual([]);
        expect(left).toContain(id);
      }
    },
  );

  test.each([
    ['quote_requests', 'status', 'responded'],
    ['quote_requests', 'notes', 'seen'],
    ['quote_requests', 'created_at', '2020-01-01T00:00:00Z'],
    ['quote_requests', 'updated_at', '2020-01-01T00:00:00Z'],
    ['quote_requests', 'id', '00000000-0000-4000-8000-000000000001'],
    ['contact_submissions', 'status', 'read'],
    ['contact_submissions', 'created_at', '2020-01-01T00:00:00Z'],
    ['contact_submissions', 'id', '00000000-0000-4000-8000-000000000001'],
  ])('a visitor can not set %s.%s', async (name, column, value) => {
    const row = { ...tables[name]?.added, [column]: value };
    const { error } = await from('anon', name).insert(row as never);
    expect(error?.code).toBe('42501');
  });

  test.each([
    ['quote_requests', { customer_name: 'Somebody else' }],
    ['quote_requests', { created_at: '2020-01-01T00:00:00Z' }],
    ['contact_submissions', { message: 'Something else entirely' }],
    ['reviews', { created_at: '2020-01-01T00:00:00Z' }],
  ])('staff can not rewrite %s with %o', async (name, change) => {
    const { error } = await from('staff', name)
      .update(change as never)
      .eq('id', ids[name]?.shown ?? '');
    expect(error?.code).toBe('42501');
  });

  test('staff rows: an account sees its own, visitors nothing, nobody writes', async () => {
    const own = await backend.staff.from('staff').select('user_id').throwOnError();
    expect(own.data).toHaveLength(1);
    expect((await backend.stranger.from('staff').select('user_id').throwOnError()).data).toEqual(
      [],
    );
    expect((await backend.anon.from('staff').select('user_id')).error?.code).toBe('42501');
    const { data } = await backend.stranger.auth.getUser();
    for (const client of [backend.anon, backend.stranger, backend.staff]) {
      const row = { user_id: data.user?.id ?? '' };
      expect((await client.from('staff').insert(row)).error?.code).toBe('42501');
      expect((await client.from('staff').delete().eq('user_id', row.user_id)).error?.code).toBe(
        '42501',
      );
    }
  });

  test.each(['anon', 'stranger', 'staff'] as const)(
    '%s can not count into the rate limits',
    async (caller) => {
      const { error } = await backend[caller].rpc('take_rate_limit', {
        key: 'k',
        max_hits: 1,
        window_seconds: 1,
      });
      expect(error?.code).toBe('42501');
    },
  );

  test('every table of ours has row-level security on, and only the listed ones are exposed', async () => {
    const { rows } = await sql<{ schema: string; name: string; secured: boolean }>`
      select n.nspname as schema, c.relname as name, c.relrowsecurity as secured
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'private', 'auth', 'storage')`.execute(
      backend.database.owner,
    );
    expect(rows.filter(({ secured }) => !secured)).toEqual([]);
    expect(
      rows
        .filter(({ schema }) => schema === 'public')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      [...Object.keys(tables), 'news_consents', 'picture_texts', 'post_addresses', 'staff'].sort(),
    );
  });

  test('no schema but public can be reached through the API', async () => {
    for (const schema of ['auth', 'private', 'storage', 'ridgeline']) {
      const { error } = await backend.anon
        .schema(schema as 'public')
        .from('users' as 'reviews')
        .select();
      expect(error?.code).toBe('PGRST106');
    }
  });
});

/** Values that a second row of the table needs to be different. */
function freshKey(table: string): Record<string, unknown> {
  return table === 'blog_posts' ? { slug: `post-${crypto.randomUUID()}` } : {};
}
