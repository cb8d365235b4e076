import { type RawBuilder, sql } from 'kysely';
import { orderClause, selectList, typedValue, whereClause } from './expressions.ts';
import type { ResponseFormat } from './parse-accept.ts';
import { isWhole } from './parse-range.ts';
import type { Condition, OrderTerm, RowRange, SelectItem } from './query.ts';
import type { Relation } from './schema.ts';

/** What comes back from every statement: one row of texts, the body made by PostgreSQL. */
export type StatementResult = {
  /** How many rows are in the body. */
  page: string;
  /** How many there are in all, where a count was asked for. */
  total: string | null;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** After an upsert, how many rows are new. */
  inserted: string | null;
};

export type Reading = {
  items: SelectItem[];
  conditions: Condition[];
  order: OrderTerm[];
  range: RowRange;
  withTotal: boolean;
  /** Undefined where only the counts are wanted (HEAD). */
  format: Pick<ResponseFormat, 'shape' | 'stripNulls'> | undefined;
};

/** Rows of a table and, where asked for, their number without the range: one statement. */
export function readStatement(table: Relation, reading: Reading): RawBuilder<StatementResult> {
  return rowsStatement(sql``, sql`${sql.id('public', table.name)}`, table, reading);
}

/**
 * The statement around any source of rows.
 *
 * @param prelude a `with` clause that `source` refers to, or nothing
 * @param source what stands after `from`
 */
export function rowsStatement(
  prelude: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
  relation: Relation,
  { items, conditions, order, range, withTotal, format }: Reading,
): RawBuilder<StatementResult> {
  const from = sql`from ${source} as target${whereClause(relation, conditions)}`;
  const ordered = orderClause(relation, order);
  const total = isWhole(range) ? sql`count(*)::text` : sql`(select count(*) ${from})::text`;
  return sql<StatementResult>`${prelude}select count(*)::text as "page",
    ${withTotal ? total : sql`null::text`} as "total",
    ${format ? bodyExpression(format) : sql`null::text`} as "body",
    null::text as "inserted"
    from (select ${selectList(relation, items)} ${from}${ordered}${rangeClause(range)}) as _row`;
}

/** The rows as one JSON text. @param row what a row is called, the whole row where left out */
export function bodyExpression(
  { shape, stripNulls }: Pick<ResponseFormat, 'shape' | 'stripNulls'>,
  row: RawBuilder<unknown> = sql`_row`,
): RawBuilder<unknown> {
  const rows = stripNulls ? sql`json_strip_nulls(json_agg(${row}))` : sql`json_agg(${row})`;
  return shape === 'array'
    ? sql`coalesce(${rows}, '[]')::text`
    : sql`coalesce(${rows} -> 0, 'null')::text`;
}

function rangeClause({ offset, limit }: RowRange): RawBuilder<unknown> {
  const limited = limit === null ? sql`` : sql` limit ${typedValue(String(limit), 'bigint')}`;
  const skipped = offset === 0n ? sql`` : sql` offset ${typedValue(String(offset), 'bigint')}`;
  return sql`${limited}${skipped}`;
}
