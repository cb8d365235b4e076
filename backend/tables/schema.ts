import { sql } from 'kysely';
import type { Database } from '#backend/database/database.ts';
import { HttpError, shorten } from '#backend/http-error.ts';

/** A column as the catalogue has it. `type` and `defaultExpression` are SQL from the catalogue itself. */
export type Column = { name: string; type: string; defaultExpression: string | null };

/** A table, a view, or the rows that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** A function that can be called with named arguments. */
export type Routine = {
  name: string;
  /** A single argument without a name takes the whole body. */
  arguments: { name: string; type: string; required: boolean }[];
  returnsSet: boolean;
  result: 'void' | 'scalar' | 'composite';
  /** The columns of the result if it is composite. */
  relation: Relation;
};

/** The tables and functions that the API exposes. Several functions may share a name. */
export type Schema = { tables: Map<string, Relation>; routines: Map<string, Routine[]> };

/** The schema cache doesn't know the name. Reloading the cache may find it. */
class UnknownNameError extends HttpError {}

/** 404: no such table or view in the exposed schema. */
function unknownTable(table: string) {
  const name = `public.${shorten(table)}`;
  const message = `Could not find the table '${name}' in the schema cache`;
  return new UnknownNameError(404, 'PGRST205', message);
}

/** 400: a column in select, a filter, order or on_conflict that the table doesn't have. */
function unknownColumn(table: string, column: string) {
  const message = `column ${table}.${shorten(column)} does not exist`;
  return new UnknownNameError(400, '42703', message);
}

/** 400: a column named by the body or by `columns` that the table doesn't have. */
export function unknownPayloadColumn(table: string, column: string) {
  const message = `Could not find the '${shorten(column)}' column of '${table}' in the schema cache`;
  return new UnknownNameError(400, 'PGRST204', message);
}

/** 404: no function of this name that takes these arguments. */
export function unknownFunction(name: string, argumentNames: string[]) {
  const listed = shorten(argumentNames.join(', '));
  const signature = argumentNames.length ? `(${listed})` : ' without parameters';
  const parameters = `with parameter${argumentNames.length > 1 ? 's' : ''} ${listed}`;
  const routine = `public.${shorten(name)}`;
  const searched = `${routine} ${argumentNames.length ? parameters : 'without parameters'} or with a single unnamed json/jsonb parameter`;
  return new UnknownNameError(
    404,
    'PGRST202',
    `Could not find the function ${routine}${signature} in the schema cache`,
    {
      details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
    },
  );
}

/** @throws HttpError PGRST205 */
export function getTable(schema: Schema, name: string): Relation {
  const table = schema.tables.get(name);
  if (!table) throw unknownTable(name);
  return table;
}

/** @throws HttpError 42703 */
export function getColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  return column;
}

export type SchemaCache = {
  /**
   * Calls `plan` with the cached schema, and once more with a fresh one if it throws UnknownNameError.
   * The schema is read on first use, and again at most every five seconds.
   */
  plan<Plan>(plan: (schema: Schema) => Plan): Promise<Plan>;
};

const reloadIntervalMs = 5_000;

/** Caches the schema in memory, so that a request costs no query of the catalogue. */
export function createSchemaCache(database: Database, now = Date.now): SchemaCache {
  let loading: Promise<Schema> | undefined;
  let loadedAt = 0;

  const load = () => {
    loadedAt = now();
    const started = readSchema(database).catch((error: unknown) => {
      if (loading === started) loading = undefined;
      throw error;
    });
    loading = started;
    return started;
  };

  return {
    async plan(plan) {
      const known = loading ?? load();
      const schema = await known;
      try {
        return plan(schema);
      } catch (error) {
        if (!(error instanceof UnknownNameError)) throw error;
        const isStale = now() - loadedAt >= reloadIntervalMs;
        const fresh = isStale ? load() : loading;
        if (!fresh || fresh === known) throw error;
        return plan(await fresh);
      }
    },
  };
}

/** A domain becomes its base type. PostgreSQL checks a value against the domain when it stores it. */
const baseTypes = sql`base_type (oid, base, next) as (
  select oid, oid, typbasetype from pg_catalog.pg_type
  union all
  select base_type.oid, pg_type.oid, pg_type.typbasetype
  from base_type join pg_catalog.pg_type on pg_type.oid = base_type.next
)`;

/** Reads the tables and functions of the schema public from the catalogue, as the owner. */
async function readSchema(database: Database): Promise<Schema> {
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
            when d.adbin is null then pg_catalog.pg_get_expr(t.typdefaultbin, 0)
            else pg_catalog.pg_get_expr(d.adbin, d.adrelid) end
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
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
      { name, columns: toColumns(columns), primaryKey: JSON.parse(primaryKey) as string[] },
    ]),
  );
}

/**
 * Functions whose arguments have names, or whose only argument is the body itself: unnamed, of type json
 * or jsonb. Others with unnamed arguments, variadic ones, procedures and triggers can't be called.
 */
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
        select json_agg(json_build_object('name', coalesce(a.name, ''), 'type', a.type,
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
        select from argument a where a.oid = p.oid and coalesce(a.name, '') = ''
          and not (a.is_input and p.pronargs = 1 and a.type in ('json', 'jsonb')))
    order by p.pronargs, pg_catalog.pg_get_function_identity_arguments(p.oid)`.execute(
    database.owner,
  );
  return rows.map(({ name, columns, returnsSet, result, ...row }) => ({
    name,
    returnsSet,
    result,
    arguments: JSON.parse(row.arguments) as Routine['arguments'],
    relation: { name, columns: toColumns(columns), primaryKey: [] },
  }));
}

function toColumns(columns: string): Map<string, Column> {
  return new Map((JSON.parse(columns) as Column[]).map((column) => [column.name, column]));
}
