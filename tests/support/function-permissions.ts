import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import type { TestClient } from './backend.ts';
import { type Caller, callers, functions } from './permission-matrix.ts';

/** Tests whose rights the functions of the exposed schema run with, and who may call them. */
export function testFunctionPermissions(
  database: () => Database,
  getClient: (caller: Caller) => TestClient,
): void {
  const run = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await query.execute(database().owner)).rows;

  const readParameters = (name: string) =>
    run(sql<{ name: string; type: string }>`
      select parameter.name, format_type(p.proargtypes[parameter.place - 1], null) as type
      from pg_proc p, unnest(p.proargnames) with ordinality as parameter(name, place)
      where p.pronamespace = 'public'::regnamespace and p.proname = ${name} and parameter.place <= p.pronargs`);

  describe('functions', () => {
    test('the list contains every exposed function with its security and grants', async () => {
      const found = await run(sql<{
        name: string;
        definer: boolean;
        roles: string[];
        path: boolean;
      }>`
      select p.proname as name, p.prosecdef as definer, 'search_path=""' = any (p.proconfig) as path,
        array(select role from unnest(array['anon', 'authenticated', 'service_role']) as role
          where has_function_privilege(role, p.oid, 'execute')) as roles
      from pg_proc p where p.pronamespace = 'public'::regnamespace`);
      const listed = Object.entries(functions).map(([name, { definer, roles }]) => ({
        name,
        definer,
        roles: [...roles],
        path: true,
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

    test.each(
      Object.entries(functions).flatMap(([name, rights]) =>
        callers.map((caller) => ({
          name,
          caller,
          // Visitors with a session call the same functions as those without.
          refused: !rights.roles.includes(caller === 'staff' ? 'authenticated' : 'anon'),
        })),
      ),
    )('$caller calls $name, rejected: $refused', async ({ name, caller, refused }) => {
      const parameters = await readParameters(name);
      const given = Object.fromEntries(
        parameters.map(({ name, type }) => [name, createSample(type)]),
      );
      const { error } = await getClient(caller).rpc(name as 'list_audit_actors', given as never);
      if (refused) expect(error?.code).toBe('42501');
      else expect(error).toBeNull();
    });

    // On hosted Supabase our table interface does not refuse strangers.
    test.each(
      Object.entries(functions)
        .filter(([, { roles }]) => roles.includes('authenticated'))
        .map(([name, { staffOnly = false }]) => ({ name, staffOnly })),
    )('$name rejects accounts that are not staff: $staffOnly', async ({ name, staffOnly }) => {
      const given = (await readParameters(name)).map(({ name, type }) => {
        const sample = createSample(type);
        const text = typeof sample === 'object' ? '{}' : String(sample);
        return sql`${sql.ref(name)} => ${text}::text::${sql.raw(type)}`;
      });
      const stranger = { role: 'authenticated', claims: { sub: crypto.randomUUID() } } as const;
      const call = sql`${sql.id('public', name)}(${given.length ? sql.join(given) : sql``})`;
      const called = database().queryAsCaller(
        stranger,
        sql<{ rows: string }>`select count(*)::text as rows from ${call}`,
      );
      if (staffOnly) await expect(called).rejects.toMatchObject({ code: '42501' });
      else await expect(called).resolves.toHaveLength(1);
    });
  });
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
