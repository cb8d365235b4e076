import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertRow, updateRow } from '#app/lib/crud.ts';
import { hashQuickly } from '#backend/auth/testing/auth-service.ts';
import { newShed } from '#tests/fixtures/rows.ts';
import {
  engineAvailable,
  type TestBackend,
  type TestClient,
  useBackend,
} from '#tests/support/backend.ts';
import {
  type Caller,
  callers,
  functions,
  type Known,
  protectedColumns,
  tables,
  visitorTables,
  writableColumns,
} from '#tests/support/permission-matrix.ts';

/** Every table, every verb, every kind of caller: what section 6 of the specification allows, and the rest refused. */

/** The tables whose shown row others reference. */
const referencedRows: Record<string, keyof Known> = {
  ...{ blog_posts: 'post', quotes: 'quote', quote_versions: 'quoteVersion' },
  ...{ quote_events: 'quoteEvent', audit_entries: 'auditEntry' },
};

const cases = Object.entries(tables).flatMap(([name, table]) =>
  callers.map((caller) => ({ name, table, caller, rights: table.rights[caller] })),
);

describe.skipIf(!engineAvailable())('permissions', () => {
  const backend = useBackend();
  let clients: Record<Caller, TestClient>;
  const userIds = {} as Record<Exclude<Caller, 'anon'>, string>;
  const known = {} as Known;
  const keys: Record<string, { shown: string; hidden?: string }> = {};

  const run: TestBackend['run'] = (query) => backend.run(query);
  const table = (name: string) => sql.table(`public.${name}`);
  const getKey = (name: string) => sql.ref(tables[name]?.key ?? 'id');
  const keysIn = async (name: string) => {
    const rows = await run(
      sql<{ key: string }>`select ${getKey(name)}::text as key from ${table(name)}`,
    );
    return rows.map(({ key }) => key).sort();
  };
  const readRow = async (name: string, key: string) => {
    const [found] = await run(sql<{ row: Record<string, unknown> }>`
      select to_jsonb(stored) as row from ${table(name)} as stored where ${getKey(name)}::text = ${key}`);
    return found?.row;
  };
  /** As the database's owner, which nothing holds back. */
  const add = async (name: string, row: Record<string, unknown>): Promise<string> => {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    const [added] = await run(sql<{ key: string }>`
      insert into ${table(name)} (${columns})
      select ${columns} from jsonb_populate_record(null::${table(name)}, ${JSON.stringify(row)}::text::jsonb)
      returning ${getKey(name)}::text as key`);
    return added?.key ?? '';
  };
  const remove = (name: string, key: string) =>
    run(sql`delete from ${table(name)} where ${getKey(name)}::text = ${key}`);
  const addUser = async (email: string, password: string) => {
    const hash = await hashQuickly(password);
    const [user] = await run(sql<{ id: string }>`
      insert into auth.users (email, encrypted_password) values (${email}, ${hash}) returning id`);
    return user?.id ?? '';
  };
  // The matrix takes table names from a list, which the typed client can't follow.
  const from = (caller: Caller, name: string) => clients[caller].from(name as 'reviews');
  const column = (name: string) => (tables[name]?.key ?? 'id') as 'id';
  const shownKey = (name: string) => keys[name]?.shown ?? '';

  beforeAll(async () => {
    const stranger = { email: 'never-staff@example.com', password: 'battery staple' };
    await addUser(stranger.email, stranger.password);
    const { anon, staff, stranger: former } = backend;
    clients = { anon, stranger: backend.newClient(), former, staff };
    await clients.stranger.auth.signInWithPassword(stranger);
    for (const caller of ['stranger', 'former', 'staff'] as const) {
      userIds[caller] = (await clients[caller].auth.getUser()).data.user?.id ?? '';
    }
    known.former = userIds.former;
    known.another = await addUser('another@example.com', stranger.password);
    for (const [name, { shown, hidden }] of Object.entries(tables)) {
      keys[name] = {
        shown: await add(name, shown(known)),
        ...(hidden ? { hidden: await add(name, hidden(known)) } : {}),
      };
      const referenced = referencedRows[name];
      if (referenced) known[referenced] = shownKey(name);
    }
  });

  test.each(cases)(
    '$caller selects from $name: $rights.select',
    async ({ name, caller, rights }) => {
      const { data, error } = await from(caller, name).select('*');
      if (rights.select === 'refused') {
        expect(error?.code).toBe('42501');
        return;
      }
      expect(error).toBeNull();
      const found = (data ?? []).map((row) => String(row[column(name)])).sort();
      const all = await keysIn(name);
      const expected = {
        everything: all,
        shown: all.filter((key) => key !== keys[name]?.hidden),
        own: caller === 'anon' ? [] : [userIds[caller]],
        nothing: [],
      }[rights.select];
      expect(found).toEqual(expected);
      if (rights.select === 'everything' || rights.select === 'shown') {
        expect(found).toContain(keys[name]?.shown);
      }
    },
  );

  test.each(cases)(
    '$caller inserts into $name: $rights.insert',
    async ({ name, table, caller, rights }) => {
      const before = await keysIn(name);
      const { error } = await from(caller, name).insert(table.added(known) as never);
      const added = (await keysIn(name)).filter((key) => !before.includes(key));
      for (const key of added) await remove(name, key);
      if (rights.insert) {
        expect(error).toBeNull();
        expect(added).toHaveLength(1);
      } else {
        // Staff get an error that names the existing row.
        expect(error?.code).toMatch(caller === 'staff' ? /^(42501|23505)$/ : /^42501$/);
        expect(added).toEqual([]);
      }
    },
  );

  test.each(cases)(
    '$caller updates $name: $rights.update',
    async ({ name, table, caller, rights }) => {
      const key = shownKey(name);
      const before = await readRow(name, key);
      const { data, error } = await from(caller, name)
        .update(table.change as never)
        .eq(column(name), key)
        .select(column(name));
      const after = await readRow(name, key);
      if (rights.update) {
        expect(error).toBeNull();
        expect(data).toHaveLength(1);
        expect(after).not.toEqual(before);
        await restoreRow(name, key, before);
      } else {
        if (error) expect(error.code).toBe('42501');
        else expect(data).toEqual([]);
        expect(after).toEqual(before);
      }
    },
  );

  test.each(cases)(
    '$caller upserts into $name: $rights.upsert',
    async ({ name, table, caller, rights }) => {
      // Together the callers add more rows than a network may in an hour.
      await run(sql`delete from private.rate_limits`);
      const key = shownKey(name);
      const before = await readRow(name, key);
      const row = { ...table.added(known), [table.key]: key, ...table.change };
      const { error } = await from(caller, name).upsert(row as never);
      const after = await readRow(name, key);
      if (rights.upsert) {
        expect(error).toBeNull();
        expect(after).toMatchObject(table.change);
        await restoreRow(name, key, before, Object.keys(before ?? {}));
      } else {
        // 428C9: the database alone gives these rows their number.
        expect(error?.code).toMatch(/^(42501|428C9)$/);
        expect(after).toEqual(before);
      }
    },
  );

  test.each(cases)(
    '$caller deletes from $name: $rights.delete',
    async ({ name, table, caller, rights }) => {
      const key = rights.delete ? await add(name, table.added(known)) : shownKey(name);
      const { data, error } = await from(caller, name)
        .delete()
        .eq(column(name), key)
        .select(column(name));
      const left = await keysIn(name);
      if (rights.delete) {
        expect(error).toBeNull();
        expect(data).toHaveLength(1);
        expect(left).not.toContain(key);
      } else {
        if (error) expect(error.code).toBe('42501');
        else expect(data).toEqual([]);
        expect(left).toContain(key);
      }
    },
  );

  async function restoreRow(
    name: string,
    key: string,
    row: Record<string, unknown> | undefined,
    columns = Object.keys(tables[name]?.change ?? {}),
  ) {
    // All at once: constraints may join them.
    const changed = columns.map((each) => sql`${sql.ref(each)} = stored.${sql.ref(each)}`);
    await run(sql`update ${table(name)} as target set ${sql.join(changed)}
      from jsonb_populate_record(null::${table(name)}, ${JSON.stringify(row)}::text::jsonb) as stored
      where target.${getKey(name)}::text = ${key}`);
  }

  test('visitors and staff may write the listed columns and no others', async () => {
    const found = await run(sql<{ table: string; role: string; verb: string; columns: string }>`
      select c.relname as table, role, verb, string_agg(a.attname, ' ' order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(array['anon', 'authenticated']) as role
      cross join unnest(array['insert', 'update']) as verb
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_column_privilege(role, c.oid, a.attnum, verb)
      group by 1, 2, 3`);
    const sort = (columns: string) => columns.split(' ').sort().join(' ');
    const join = (...columns: (string | undefined)[]) => columns.filter(Boolean).join(' ');
    const toLine = ({ table, role, verb, columns }: (typeof found)[number]) =>
      `${role} ${verb} ${table}: ${sort(columns)}`;
    const expected = Object.entries(writableColumns).flatMap(([table, { insert, update }]) => {
      const role = 'authenticated';
      const more = protectedColumns[table];
      const lines = [toLine({ table, role, verb: 'update', columns: join(update, more?.update) })];
      if (!insert) return lines;
      lines.push(toLine({ table, role, verb: 'insert', columns: join(insert, more?.insert) }));
      if (!visitorTables.includes(table)) return lines;
      return [...lines, toLine({ table, role: 'anon', verb: 'insert', columns: insert })];
    });
    expect(found.map(toLine).sort()).toEqual(expected.sort());
  });

  test.each(Object.keys(protectedColumns))(
    'staff send a row of %s back whole, and change no protected column of it',
    async (name) => {
      const key = shownKey(name);
      const rows = from('staff', name);
      const read = await rows.select('*').eq(column(name), key).single();
      const row = (read.data ?? {}) as Record<string, unknown>;
      // A row that is not changed keeps its version, so that it can be sent again.
      for (const verb of ['update', 'upsert', 'update'] as const) {
        const sent =
          verb === 'update'
            ? rows.update(row as never).eq(column(name), key)
            : rows.upsert(row as never);
        const { data, error } = await sent.select('*').single();
        expect(error, verb).toBeNull();
        expect(data).toEqual(row);
      }
      const before = await readRow(name, key);
      for (const each of (protectedColumns[name]?.update ?? '').split(' ')) {
        const changed = { [each]: createOtherValue(each, before?.[each]) };
        const { error } = await rows.update(changed as never).eq(column(name), key);
        const refused = { code: '42501', message: expect.stringContaining(each) };
        expect(error, each).toMatchObject(refused);
        if (each === column(name)) continue;
        const upserted = await rows.upsert({ ...before, ...changed } as never);
        expect(upserted.error?.code, each).toMatch(/^(42501|23514)$/);
      }
      expect(await readRow(name, key)).toEqual(before);
    },
  );

  // Sync tools and data providers send what they have read and what is new in one array.
  test.each(['shed_listings', 'contact_submissions', 'quote_requests'])(
    'an upsert of a stored and a new row of %s in one array stores both',
    async (name) => {
      const key = shownKey(name);
      const { data: row } = await from('staff', name).select('*').eq('id', key).single();
      const added = { ...tables[name]?.added(known), id: crypto.randomUUID() };
      const rows = [{ ...row, ...tables[name]?.change }, added] as never;
      const upserted = await from('staff', name)
        .upsert(rows, { defaultToNull: false })
        .select('id');
      expect(upserted.error).toBeNull();
      expect(upserted.data).toEqual([{ id: key }, { id: added.id }]);
      await remove(name, added.id);
      await restoreRow(name, key, row as never);
    },
  );

  test.each(
    Object.entries(protectedColumns).flatMap(([name, { insert = '' }]) => {
      const columns = insert.split(' ').filter((each) => each && each !== 'id');
      return columns.length === 0 ? [] : [{ name, columns }];
    }),
  )('neither staff nor strangers set a protected column of a new row of $name', async (tested) => {
    const { name, columns } = tested;
    const before = await keysIn(name);
    for (const each of columns) {
      const row = { ...tables[name]?.added(known), [each]: createOtherValue(each, null) };
      const { error } = await from('staff', name).insert(row as never);
      expect(error, each).toMatchObject({ code: '42501', message: expect.stringContaining(each) });
      // Not over HTTP, where visitors may send a few requests only.
      const stranger = { role: 'authenticated', claims: { sub: userIds.stranger } } as const;
      const names = sql.join(Object.keys(row).map((given) => sql.ref(given)));
      const inserting = backend.database.queryAsCaller(
        stranger,
        sql<{ key: string }>`insert into ${table(name)} (${names})
          select ${names} from jsonb_populate_record(null::${table(name)}, ${JSON.stringify(row)}::text::jsonb)`,
      );
      await expect(inserting, each).rejects.toMatchObject({ code: '42501' });
    }
    expect(await keysIn(name)).toEqual(before);
  });

  test('a request and a listing have their search and sort columns, and follow changes', async () => {
    const shed = await insertRow(backend.staff, 'shed_listings', newShed({ size: '10x16' }));
    expect(shed).toMatchObject({ size_group: 'Medium', floor_area: 160 });
    const resized = await updateRow(backend.staff, 'shed_listings', shed.id, { size: '8x8' });
    expect(resized).toMatchObject({ size_group: 'Small', floor_area: 64 });
    await remove('shed_listings', shed.id);
    const key = shownKey('quote_requests');
    await updateRow(backend.staff, 'quote_requests', key, { notes: 'Wants ÉPINETTE.' });
    expect(await readRow('quote_requests', key)).toMatchObject({
      search_text: expect.stringContaining('wants epinette.'),
      ...{ name_order: 'ben carver', budget_order: 5000, size_order: 120 },
    });
  });

  test.each(['past_projects', 'shed_listings', 'reviews', 'blog_posts', 'video_carousel'])(
    'staff restoring a row of %s cannot set its times in the future',
    async (name) => {
      const later = new Date(Date.now() + 60_000).toISOString();
      for (const column of ['created_at', 'updated_at']) {
        const row = { ...tables[name]?.added(known), [column]: later };
        expect((await from('staff', name).insert(row as never)).error?.code).toBe('42501');
      }
    },
  );

  test.each([
    { state: 'accepted' },
    { number: '2026-9999' },
    { total_cents: 1 },
    { agreed_cents: 1 },
    { accepted_version: 1 },
    { valid_until: '2099-01-01' },
    { erased_at: '2020-01-01T00:00:00Z' },
  ])('neither staff nor the service key write a quote with %o', async (change) => {
    const before = await readRow('quotes', known.quote);
    const row = { ...tables.quotes?.added(known), ...change };
    for (const client of [backend.staff, backend.service]) {
      const rows = client.from('quotes');
      const updated = await rows.update(change as never).eq('id', known.quote);
      expect(updated.error?.code).toMatch(/^(42501|428C9)$/);
      expect((await rows.insert(row as never)).error?.code).toMatch(/^(42501|428C9)$/);
    }
    expect(await readRow('quotes', known.quote)).toEqual(before);
  });

  test.each([
    'quote_versions',
    'quote_acceptances',
    'quote_events',
    'quote_event_details',
    'quote_messages',
    'quote_payments',
    'quote_stages',
    'audit_entries',
    'former_values',
  ] as const)('the service key cannot write %s', async (name) => {
    const before = await readRow(name, shownKey(name));
    const rows = backend.service.from(name as 'quote_events');
    const results = [
      await rows.insert(tables[name]?.added(known) as never),
      await rows.update(tables[name]?.change as never).eq(column(name), shownKey(name)),
      await rows.delete().eq(column(name), shownKey(name)),
    ];
    expect(results.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
    expect(await readRow(name, shownKey(name))).toEqual(before);
  });

  test('every table has row-level security, and the matrix lists every exposed table', async () => {
    const found = await run(sql<{ schema: string; name: string; secured: boolean }>`
      select n.nspname as schema, c.relname as name, c.relrowsecurity as secured
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'private', 'auth', 'storage')`);
    expect(found.filter(({ secured }) => !secured)).toEqual([]);
    const exposed = found.filter(({ schema }) => schema === 'public').map(({ name }) => name);
    expect(exposed.sort()).toEqual(Object.keys(tables).sort());
  });

  test('every table that staff write, by themselves or by a function, is audited', async () => {
    const byFunctions = ['quote_messages', 'quote_payments', 'quote_stages'];
    const found = await run(sql<{ name: string }>`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'write_audit_entry' and c.relnamespace = 'public'::regnamespace
        -- Inserts (4), deletions (8) and updates (16); messages of quotes are only added, missing pages only deleted.
        and (t.tgtype & 28 = 28 or c.relname in ('quote_messages', 'missing_pages'))
      order by 1`);
    const isWritten = (name: string) => {
      const staff = tables[name]?.rights.staff;
      return staff?.insert || staff?.update || staff?.delete || byFunctions.includes(name);
    };
    const written = Object.keys(tables).filter(isWritten);
    expect(found.map(({ name }) => name)).toEqual(written.sort());
  });

  test('no caller may truncate a table, create triggers or reference it', async () => {
    const found = await run(sql`
      select c.relname, role, privilege from pg_class c
      cross join unnest(array['anon', 'authenticated']) as role
      cross join unnest(array['truncate', 'trigger', 'references']) as privilege
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege(role, c.oid, privilege)`);
    expect(found).toEqual([]);
  });

  test('no role reads or writes tables of other schemas, but staff the outbox', async () => {
    const found = await run(sql<{ right: string }>`
      select concat_ws(' ', role, privilege, n.nspname || '.' || c.relname) as right
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(array['anon', 'authenticated', 'service_role']) as role
      cross join unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where n.nspname in ('auth', 'private', 'ridgeline') and c.relkind in ('r', 'p', 'v')
        and has_table_privilege(role, c.oid, privilege)`);
    expect(found).toEqual([{ right: 'authenticated select private.outbox' }]);
  });

  const readParameters = (name: string) =>
    run(sql<{ name: string; type: string }>`
      select parameter.name, format_type(p.proargtypes[parameter.place - 1], null) as type
      from pg_proc p, unnest(p.proargnames) with ordinality as parameter(name, place)
      where p.pronamespace = 'public'::regnamespace and p.proname = ${name} and parameter.place <= p.pronargs`);

  describe('functions', () => {
    test('the list contains every exposed function with its security and grants', async () => {
      type Found = { name: string; definer: boolean; roles: string[]; path: boolean };
      const found = await run(sql<Found>`
      select p.proname as name, p.prosecdef as definer, 'search_path=""' = any (p.proconfig) as path,
        array(select role from unnest(array['anon', 'authenticated', 'service_role']) as role
          where has_function_privilege(role, p.oid, 'execute')) as roles
      from pg_proc p where p.pronamespace = 'public'::regnamespace`);
      const listed = Object.entries(functions).map(([name, { definer, roles }]) => ({
        ...{ name, definer, roles: [...roles], path: true },
      }));
      expect(found.sort((one, other) => one.name.localeCompare(other.name))).toEqual(listed);
    });

    test('every function sets search_path', async () => {
      const found = await run(sql`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private')
        and not coalesce('search_path=""' = any (p.proconfig), false)`);
      expect(found).toEqual([]);
    });

    // On hosted Supabase our table interface does not refuse strangers.
    test.each(
      Object.entries(functions)
        .filter(([, { roles }]) => roles.includes('authenticated'))
        .map(([name, { staffOnly }]) => ({ name, staffOnly })),
    )('$name rejects accounts that are not staff: $staffOnly', async ({ name, staffOnly }) => {
      const given = (await readParameters(name)).map(({ name, type }) => {
        const sample = createSample(type);
        const text = typeof sample === 'object' ? '{}' : String(sample);
        return sql`${sql.ref(name)} => ${text}::text::${sql.raw(type)}`;
      });
      const stranger = { role: 'authenticated', claims: { sub: crypto.randomUUID() } } as const;
      const call = sql`${sql.id('public', name)}(${given.length ? sql.join(given) : sql``})`;
      const called = backend.database.queryAsCaller(
        stranger,
        sql<{ rows: string }>`select count(*)::text as rows from ${call}`,
      );
      if (staffOnly) await expect(called).rejects.toMatchObject({ code: '42501' });
      else await expect(called).resolves.toHaveLength(1);
    });
  });
});

/** Another value of a protected column, which its type takes. */
function createOtherValue(name: string, value: unknown): unknown {
  if (name === 'id' || name === 'shed_id') return crypto.randomUUID();
  if (name === 'email') return 'another@example.com';
  if (name.endsWith('_at')) return '2020-01-01T00:00:00Z';
  if (name === 'is_spam') return true;
  if (name === 'status') return 'read';
  if (name === 'spam_reasons') return ['markup'];
  if (name === 'inspiration_images') return ['inspiration/1767225600000-another.jpg'];
  if (/^(budget_order|size_order|floor_area|delivery_km)$/.test(name)) return 77;
  if (/^design(_price)?$/.test(name)) return { another: true };
  return `${value ?? ''} another`;
}

/** A value that a parameter of this type takes. */
function createSample(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type === 'integer' || type === 'bigint') return 1;
  if (type === 'date') return '2026-01-01';
  if (type === 'boolean') return false;
  if (type === 'jsonb') return {};
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000001';
  return type.startsWith('timestamp') ? '2026-01-01T00:00:00Z' : 'x';
}
