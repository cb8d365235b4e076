import { type RawBuilder, sql } from 'kysely';
import type { Payload } from './parse-body.ts';
import type { Condition, OrderTerm, SelectItem } from './parse-query.ts';
import {
  bodyExpression,
  orderClause,
  type StatementResult,
  selectList,
  whereClause,
} from './read-statement.ts';
import type { Shape } from './request-context.ts';
import { type Column, getColumn, type Relation } from './schema.ts';

/**
 * Which of the written rows' columns are returned, and how: the rows, or for `Location` the values of the
 * only row as texts, by column.
 */
export type Representation = {
  items: SelectItem[];
  order: OrderTerm[];
  shape: Shape | 'location';
};

/** What to do with a row whose key exists. */
export type Conflict = { columns: string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' };

/** @param withDefaults a key that an object leaves out takes the column's default instead of null */
export type Write = { payload: Payload; columns: Column[]; withDefaults: boolean };

/** Inserts the payload's rows. Without a representation nothing is read, so insert rights suffice. */
export function createInsertStatement(
  table: Relation,
  write: Write,
  conflict: Conflict | undefined,
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  const names = write.columns.map(({ name }) => sql`${sql.id(name)}`);
  const values = write.columns.map(({ name }) => sql`${sql.id('payload', name)}`);
  const merges = conflict?.resolution === 'merge-duplicates';
  return createWriteStatement(
    table,
    sql`insert into ${sql.id('public', table.name)} as target
      ${names.length ? sql`(${sql.join(names)})` : sql``}
      select ${names.length ? sql.join(values) : sql``}
      from ${payloadSource(write.payload, write.columns, write)}
      ${merges ? sql`where ${countInserted(1)}` : sql``}
      ${conflict ? conflictClause(conflict, merges ? names : []) : sql``}`,
    representation,
    merges,
  );
}

/** Updates the rows that the conditions match with the payload's first object. */
export function createUpdateStatement(
  table: Relation,
  write: Write,
  conditions: Condition[],
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  // An update without columns changes no row; the table's grants still decide.
  if (!write.columns.length) {
    const columns = returningList(table, representation);
    const source = sql`select ${columns} from ${sql.id('public', table.name)} as target where false`;
    return selectWritten(table, source, representation, false);
  }
  const set = write.columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('payload', name)}`);
  return createWriteStatement(
    table,
    sql`update ${sql.id('public', table.name)} as target set ${sql.join(set)}
      from ${payloadSource(write.payload, write.columns, { ...write, firstOnly: true })}
      ${whereClause(table, conditions)}`,
    representation,
  );
}

/** Deletes the rows that the conditions match. */
export function createDeleteStatement(
  table: Relation,
  conditions: Condition[],
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  return createWriteStatement(
    table,
    sql`delete from ${sql.id('public', table.name)} as target${whereClause(table, conditions)}`,
    representation,
  );
}

function createWriteStatement(
  table: Relation,
  statement: RawBuilder<unknown>,
  representation: Representation | undefined,
  countsInserted = false,
): RawBuilder<StatementResult> {
  const source = sql`${statement} returning ${returningList(table, representation)}`;
  return selectWritten(table, source, representation, countsInserted);
}

/** The columns from which select and order can be answered. */
function returningList(table: Relation, representation: Representation | undefined) {
  const { items = [], order = [] } = representation ?? {};
  if (items.includes('*')) return sql`target.*`;
  const columns = [...items.filter((item) => item !== '*'), ...order];
  const names = new Set(columns.map(({ column }) => column));
  if (!names.size) return sql`1`;
  return sql.join([...names].map((name) => sql.id('target', getColumn(table, name).name)));
}

function selectWritten(
  table: Relation,
  source: RawBuilder<unknown>,
  representation: Representation | undefined,
  countsInserted: boolean,
): RawBuilder<StatementResult> {
  const rows = representation
    ? sql`(select ${selectList(table, representation.items)} from source as target${orderClause(table, representation.order)})`
    : sql`source`;
  const body =
    representation?.shape === 'location'
      ? sql`(select json_object_agg(key, value)::text from json_each_text(
          case when json_array_length(json_agg(_row)) = 1 then json_agg(_row) -> 0 end))`
      : bodyExpression(representation?.shape);
  const inserted = countsInserted
    ? sql`nullif(current_setting('ridgeline.inserted', true), '')`
    : sql`null::text`;
  return sql<StatementResult>`with source as (${source})
    select count(*)::text as "page", null::text as "total",
      ${body} as "body",
      ${inserted} as "inserted"
    from ${rows} as _row`;
}

function conflictClause({ columns }: Conflict, merged: RawBuilder<unknown>[]) {
  const key = sql.join(columns.map((name) => sql`${sql.id(name)}`));
  if (!merged.length) return sql`on conflict (${key}) do nothing`;
  const set = sql.join(merged.map((name) => sql`${name} = excluded.${name}`));
  return sql`on conflict (${key}) do update set ${set} where ${countInserted(-1)}`;
}

/**
 * Counts how many rows of an upsert are new, in a setting of the transaction: every row adds one,
 * every row that turns into an update subtracts one. With `returning` they could be distinguished
 * only for callers who may read the table.
 */
function countInserted(step: 1 | -1) {
  const count = sql`coalesce(nullif(current_setting('ridgeline.inserted', true), '')::integer, 0)`;
  return sql`set_config('ridgeline.inserted', (${count} + ${sql.raw(String(step))})::text, true) is not null`;
}

/**
 * A body of JSON as a source of rows called `payload`, each column in its type. The text is one
 * parameter, however many rows it holds.
 *
 * @param columns the columns to take from it; what else it holds is ignored
 */
export function payloadSource(
  { json, isArray }: Pick<Payload, 'json' | 'isArray'>,
  columns: Column[],
  { withDefaults = false, firstOnly = false } = {},
): RawBuilder<unknown> {
  const names = columns.map(({ name }) => sql`${sql.id(name)}`);
  const defaults = columns.flatMap(({ name, defaultExpression }) =>
    defaultExpression === null ? [] : [sql`${name}::text, ${sql.raw(defaultExpression)}`],
  );
  const fills = withDefaults && defaults.length > 0;
  const prefix = sql.raw(fills ? 'jsonb' : 'json');
  const document = fills ? sql`filled.document` : sql`body.document`;
  const typed = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`);
  const rows = columns.length
    ? sql`${prefix}_to_record${sql.raw(isArray ? 'set' : '')}(${document}) as _ (${sql.join(typed)})`
    : isArray
      ? sql`${prefix}_array_elements(${document}) as _`
      : sql`(values (1)) as _`;
  return sql`(select ${json}::text::${prefix} as document) as body
    ${fills ? fillDefaults(isArray, sql`jsonb_build_object(${sql.join(defaults)})`) : sql``}
    cross join lateral (
      select ${columns.length ? sql.join(names) : sql``} from ${rows}${sql.raw(firstOnly ? ' limit 1' : '')}
    ) as payload`;
}

function fillDefaults(isArray: boolean, defaults: RawBuilder<unknown>) {
  return isArray
    ? sql`cross join lateral (
        select coalesce(jsonb_agg(${defaults} || element), '[]') as document
        from jsonb_array_elements(body.document) as element
      ) as filled`
    : sql`cross join lateral (select ${defaults} || body.document as document) as filled`;
}
