import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import type { Column, Relation, Routine, Schema } from './schema.ts';

/** Domains become the type that they stand for, so that a value is checked when it is stored. */
const baseTypes = sql`base_type (oid, base, next) as (
  select oid, oid, typbasetype from pg_catalog.pg_type
  union all
  select base_type.oid, pg_type.oid, pg_type.typbasetype
  from base_type join pg_catalog.pg_type on pg_type.oid = base_type.next
)`;

/** Reads what the schema public exposes from the catalogue, as the owner. */
export async function readSchema(database: Database): Promise<Schema> {
  const tables = await readTables(database);
  const routines = new Map<string, Routine[]>();
  for (const routine of await readRoutines(database)) {
    routines.set(routine.name, [...(routines.get(routine.name) ?? []), routine]);
  }
  return { tables, routines };
}

async function readTables(database: Database): Promise<Map<string, Relation>> {
  const { rows } = await sql<{ name: string; columns: string; primaryKey: string }>`
    with recursive ${baseTypes}
    select c.relname::text as "name",
      coalesce((
        select json_agg(json_build_object(
          'name', a.attname,
          'type', pg_catalog.format_type(b.base, -1),
          'defaultExpression', case
            when a.attgenerated <> '' then null
            when a.attidentity = 'd' then format('nextval(%L::regclass)',
              pg_catalog.pg_get_serial_sequence(c.oid::regclass::text, a.attname::text))
            else pg_catalog.pg_get_expr(d.adbin, d.adrelid) end
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join base_type b on b.oid = a.atttypid and b.next = 0
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '[]')::text as "columns",
      coalesce((
        select json_agg(a.attname order by a.attnum)
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ), '[]')::text as "primaryKey"
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition`.execute(database.owner);
  return new Map(
    rows.map(({ name, columns, primaryKey }) => [
      name,
      { name, columns: byName(columns), primaryKey: JSON.parse(primaryKey) as string[] },
    ]),
  );
}

/** Functions with unnamed or variadic arguments, procedures and triggers can't be called by name. */
async function readRoutines(database: Database): Promise<Routine[]> {
  const { rows } = await sql<{
    name: string;
    arguments: string;
    columns: string;
    returnsSet: boolean;
    result: Routine['result'];
  }>`
    with recursive ${baseTypes},
    argument as (
      select p.oid, a.name, a.position, pg_catalog.format_type(a.type, -1) as type,
        coalesce(a.mode, 'i') in ('i', 'b') as is_input,
        coalesce(a.mode, 'i') in ('o', 'b', 't') as is_output,
        count(*) filter (where coalesce(a.mode, 'i') in ('i', 'b'))
          over (partition by p.oid order by a.position) as input_position
      from pg_catalog.pg_proc p,
        unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[])
          with ordinality as a (type, name, mode, position)
      where p.pronamespace = 'public'::regnamespace
    )
    select p.proname::text as "name", p.proretset as "returnsSet",
      case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or exists (select from argument a where a.oid = p.oid and a.is_output)
          then 'composite'
        else 'scalar' end as "result",
      coalesce((
        select json_agg(json_build_object('name', a.name, 'type', a.type,
          'required', a.input_position <= p.pronargs - p.pronargdefaults) order by a.position)
        from argument a where a.oid = p.oid and a.is_input
      ), '[]')::text as "arguments",
      coalesce((
        select json_agg(json_build_object('name', a.name, 'type', a.type, 'defaultExpression', null)
          order by a.position)
        from argument a where a.oid = p.oid and a.is_output
      ), (
        select json_agg(json_build_object('name', a.attname,
          'type', pg_catalog.format_type(a.atttypid, -1), 'defaultExpression', null) order by a.attnum)
        from pg_catalog.pg_attribute a
        where t.typrelid <> 0 and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ), '[]')::text as "columns"
    from pg_catalog.pg_proc p
    join base_type b on b.oid = p.prorettype and b.next = 0
    join pg_catalog.pg_type t on t.oid = b.base
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and (p.prorettype <> 'record'::regtype
        or exists (select from argument a where a.oid = p.oid and a.is_output))
      and not exists (
        select from argument a where a.oid = p.oid and coalesce(a.name, '') = '')`.execute(
    database.owner,
  );
  return rows.map(({ name, columns, returnsSet, result, ...row }) => ({
    name,
    returnsSet,
    result,
    arguments: JSON.parse(row.arguments) as Routine['arguments'],
    relation: { name, columns: byName(columns), primaryKey: [] },
  }));
}

function byName(columns: string): Map<string, Column> {
  return new Map((JSON.parse(columns) as Column[]).map((column) => [column.name, column]));
}
