import { type RawBuilder, sql } from 'kysely';
import { orderClause, returningList, selectList, whereClause } from './expressions.ts';
import type { ResponseFormat } from './parse-accept.ts';
import type { Payload } from './parse-payload.ts';
import { payloadSource } from './payload-source.ts';
import type { Condition, OrderTerm, SelectItem } from './query.ts';
import { bodyExpression, type StatementResult } from './read-statement.ts';
import type { Column, Relation } from './schema.ts';

/** Which of the written rows' columns come back, and how. */
export type Representation = {
  items: SelectItem[];
  order: OrderTerm[];
  format: ResponseFormat;
};

/** What to do with a row whose key is taken. */
export type Conflict = { columns: string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' };

type Write = { payload: Payload; columns: Column[]; withDefaults: boolean };

/** Inserts the payload's rows. Without a representation nothing is read, so insert rights suffice. */
export function insertStatement(
  table: Relation,
  { payload, columns, withDefaults }: Write,
  conflict: Conflict | undefined,
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  const names = columns.map(({ name }) => sql`${sql.id(name)}`);
  const values = columns.map(({ name }) => sql`${sql.id('payload', name)}`);
  const merges = conflict?.resolution === 'merge-duplicates' && columns.length > 0;
  return written(
    table,
    sql`insert into ${sql.id('public', table.name)} as target
      ${columns.length ? sql`(${sql.join(names)})` : sql``}
      select ${columns.length ? sql.join(values) : sql``}
      from ${payloadSource(payload, columns, { withDefaults })}
      ${merges ? sql`where ${countInserted(1)}` : sql``}
      ${conflict ? conflictClause(conflict, merges ? names : []) : sql``}`,
    representation,
    merges,
  );
}

/** Updates the rows that the conditions match with the payload's first object. */
export function updateStatement(
  table: Relation,
  { payload, columns, withDefaults }: Write,
  conditions: Condition[],
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  if (!columns.length) return nothingToWrite(table, representation);
  const set = columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id('payload', name)}`);
  return written(
    table,
    sql`update ${sql.id('public', table.name)} as target set ${sql.join(set)}
      from ${payloadSource(payload, columns, { withDefaults, firstOnly: true })}
      ${whereClause(table, conditions)}`,
    representation,
  );
}

/** Deletes the rows that the conditions match. */
export function deleteStatement(
  table: Relation,
  conditions: Condition[],
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  return written(
    table,
    sql`delete from ${sql.id('public', table.name)} as target${whereClause(table, conditions)}`,
    representation,
  );
}

function written(
  table: Relation,
  statement: RawBuilder<unknown>,
  representation: Representation | undefined,
  countsInserted = false,
): RawBuilder<StatementResult> {
  const returning = representation
    ? returningList(table, representation.items, representation.order)
    : sql`1`;
  return outcome(table, sql`${statement} returning ${returning}`, representation, countsInserted);
}

/** An update without columns touches no row; the table's rights still decide. */
function nothingToWrite(table: Relation, representation: Representation | undefined) {
  const columns = representation
    ? returningList(table, representation.items, representation.order)
    : sql`1`;
  const source = sql`select ${columns} from ${sql.id('public', table.name)} as target where false`;
  return outcome(table, source, representation, false);
}

function outcome(
  table: Relation,
  source: RawBuilder<unknown>,
  representation: Representation | undefined,
  countsInserted: boolean,
): RawBuilder<StatementResult> {
  const rows = representation
    ? sql`(select ${selectList(table, representation.items)} from source as target${orderClause(table, representation.order)})`
    : sql`source`;
  const inserted = countsInserted
    ? sql`nullif(current_setting('ridgeline.inserted', true), '')`
    : sql`null::text`;
  return sql<StatementResult>`with source as (${source})
    select count(*)::text as "page", null::text as "total",
      ${representation ? bodyExpression(representation.format) : sql`null::text`} as "body",
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
 * every row that turns into an update takes one back. `returning` could tell them apart only for
 * callers with the right to read the table.
 */
function countInserted(step: 1 | -1) {
  const count = sql`coalesce(nullif(current_setting('ridgeline.inserted', true), '')::integer, 0)`;
  return sql`set_config('ridgeline.inserted', (${count} + ${sql.raw(String(step))})::text, true) is not null`;
}
