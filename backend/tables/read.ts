import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import {
  checkExpression,
  checkJson,
  checkLike,
  checkValue,
  findVisitorViolation,
  requireAllowed,
} from './cost-limits.ts';
import {
  type ComparisonOperator,
  type Condition,
  invalidRange,
  type Operation,
  type OrderTerm,
  parseOrder,
  parseQuery,
  parseRange,
  parseSelect,
  type QueryParameters,
  type RowRange,
  type SelectItem,
} from './parse-query.ts';
import { getColumn, getTable, type Relation, type Schema } from './schema.ts';
import {
  createRowHeaders,
  getContentType,
  type Outcome,
  type RequestContext,
  runStatement,
  type Shape,
  type StatementResult,
} from './table-request.ts';

/** A parsed request, what in it visitors may not do, and its SQL statement. */
type ReadPlan = {
  selection: Selection;
  violation: string | undefined;
  statement: RawBuilder<StatementResult>;
};

const maxPlans = 200;
/** In characters. Longer query strings rarely come again. */
const maxCachedQuery = 1000;

/** Keyed by schema, so that plans for an older schema are never used. */
const planCache = new WeakMap<Schema, LRUCache<string, ReadPlan>>();

/** Handles GET and HEAD of a table: rows, their range, and their number if requested. */
export async function readRows(context: RequestContext, tableName: string): Promise<Response> {
  const { statement, selection, violation } = await context.schema.plan((schema) =>
    getReadPlan(schema, context, tableName),
  );
  const isComplex = violation !== undefined;
  const outcome = await runStatement(context, statement, { isComplex, readOnly: true });
  return createRowsResponse(context, selection, outcome);
}

/** @throws HttpError 42501 if a visitor may not send the request, cached or not */
function getReadPlan(schema: Schema, context: RequestContext, tableName: string): ReadPlan {
  const { request, caller, preferences, shape, query } = context;
  const plans = planCache.get(schema) ?? new LRUCache<string, ReadPlan>({ max: maxPlans });
  planCache.set(schema, plans);
  const range = request.headers.get('range');
  const key = JSON.stringify([request.method, tableName, query, range, preferences.count, shape]);
  const cached = plans.get(key);
  if (cached) {
    requireAllowed(caller, cached.violation);
    return cached;
  }
  const table = getTable(schema, tableName);
  const selection = parseSelection(context, parseQuery(query));
  const violation = findVisitorViolation(selection);
  requireAllowed(caller, violation);
  const plan = { selection, violation, statement: createReadStatement(table, selection) };
  if (query.length <= maxCachedQuery) plans.set(key, plan);
  return plan;
}

/** Parses what to read from the query string and the headers. @throws HttpError */
export function parseSelection(
  { request, preferences, shape }: RequestContext,
  query: QueryParameters,
): Selection {
  return {
    items: parseSelect(query.select),
    conditions: query.conditions,
    order: query.order ? parseOrder(query.order) : [],
    range: parseRange({
      limit: query.limit,
      offset: query.offset,
      header: request.method === 'GET' ? request.headers.get('range') : null,
    }),
    withTotal: preferences.count !== undefined,
    shape: request.method === 'HEAD' ? undefined : shape,
  };
}

/**
 * The response to a read: 200, or 206 if the counted total is larger than the page.
 *
 * @throws HttpError PGRST103 (416) with `Content-Range: *\/N` if the page begins after the last row
 */
export function createRowsResponse(
  { preferences, shape }: RequestContext,
  { range: { offset } }: Selection,
  { page, total, body }: Outcome,
): Response {
  const headers = createRowHeaders({ offset, rows: page, total }, preferences);
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw invalidRange(details, Object.fromEntries(headers));
  }
  headers.set('Content-Type', getContentType(shape));
  return new Response(body, { status: total !== null && page < total ? 206 : 200, headers });
}

/** Which rows to read, and how to return them. */
export type Selection = {
  items: SelectItem[];
  conditions: Condition[];
  order: OrderTerm[];
  range: RowRange;
  withTotal: boolean;
  /** Undefined if only the counts are requested (HEAD). */
  shape: Shape | undefined;
};

const sqlOperators: Record<ComparisonOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  isdistinct: 'is distinct from',
};

/** Reads rows of a table and, if requested, counts them without the range: one statement. */
function createReadStatement(table: Relation, selection: Selection): RawBuilder<StatementResult> {
  return selectFrom(sql``, sql`${sql.id('public', table.name)}`, table, selection);
}

/**
 * Creates the statement that reads from any source of rows.
 *
 * @param prelude a `with` clause that `source` refers to, or nothing
 * @param source the SQL after `from`; its alias is `target`
 */
export function selectFrom(
  prelude: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
  relation: Relation,
  { items, conditions, order, range, withTotal, shape }: Selection,
): RawBuilder<StatementResult> {
  const from = sql`from ${source} as target${whereClause(relation, conditions)}`;
  const isWhole = range.offset === 0n && range.limit === null;
  const total = isWhole ? sql`count(*)::text` : sql`(select count(*) ${from})::text`;
  return sql<StatementResult>`${prelude}select count(*)::text as "page",
    ${withTotal ? total : sql`null::text`} as "total",
    ${bodyExpression(shape)} as "body",
    null::text as "inserted"
    from (select ${selectList(relation, items)} ${from}${orderClause(relation, order)}${rangeClause(range)}) as _row`;
}

/** The rows as one JSON text; null without a shape. @param row the whole row if left out */
export function bodyExpression(
  shape: Shape | undefined,
  row: RawBuilder<unknown> = sql`_row`,
): RawBuilder<unknown> {
  if (!shape) return sql`null::text`;
  return shape === 'array'
    ? sql`coalesce(json_agg(${row}), '[]')::text`
    : sql`coalesce(json_agg(${row}) -> 0, 'null')::text`;
}

function rangeClause({ offset, limit }: RowRange): RawBuilder<unknown> {
  const limited = limit === null ? sql`` : sql` limit ${typedValue(String(limit), 'bigint')}`;
  const skipped = offset === 0n ? sql`` : sql` offset ${typedValue(String(offset), 'bigint')}`;
  return sql`${limited}${skipped}`;
}

/**
 * Casts a text parameter to a type of the catalogue, so that every driver sends it alike. True and
 * false become literals, because a prepared statement uses a partial index only if its condition is
 * a literal.
 *
 * @throws HttpError 22P02 (checkJson), 22007, 22003 (checkValue)
 */
function typedValue(value: string, type: string): RawBuilder<unknown> {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return sql.raw(value);
  if (type.startsWith('json')) checkJson(value);
  checkValue(value, type);
  return type === 'text' ? sql`${value}::text` : sql`${value}::text::${sql.raw(type)}`;
}

/** ` where …`, or nothing. @throws HttpError 42703 */
export function whereClause(relation: Relation, conditions: Condition[]): RawBuilder<unknown> {
  if (!conditions.length) return sql``;
  return sql` where ${joinConditions(relation, conditions, ' and ')}`;
}

/** ` order by …`, or nothing. @throws HttpError 42703 */
export function orderClause(relation: Relation, terms: OrderTerm[]): RawBuilder<unknown> {
  if (!terms.length) return sql``;
  const parts = terms.map(({ column, direction, nulls }) => {
    const suffix = `${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`;
    return sql`${columnExpression(relation, column)}${sql.raw(suffix)}`;
  });
  return sql` order by ${sql.join(parts)}`;
}

/** The list after `select`. @throws HttpError 42703 */
export function selectList(relation: Relation, items: SelectItem[]): RawBuilder<unknown> {
  return sql.join(
    items.map((item) =>
      item === '*'
        ? sql`target.*`
        : sql`${columnExpression(relation, item.column)} as ${sql.id(item.alias ?? item.column)}`,
    ),
  );
}

function columnExpression(relation: Relation, column: string): RawBuilder<unknown> {
  return sql`${sql.id('target', getColumn(relation, column).name)}`;
}

function joinConditions(relation: Relation, conditions: Condition[], separator: string) {
  return sql.join(
    conditions.map((condition) => conditionExpression(relation, condition)),
    sql.raw(separator),
  );
}

function conditionExpression(relation: Relation, condition: Condition): RawBuilder<unknown> {
  const expression =
    condition.type === 'group'
      ? joinConditions(relation, condition.members, ` ${condition.connective} `)
      : filterExpression(relation, condition.column, condition.operation);
  return condition.negated ? sql`not (${expression})` : sql`(${expression})`;
}

function filterExpression(relation: Relation, name: string, operation: Operation) {
  const column = columnExpression(relation, name);
  const { type } = getColumn(relation, name);
  const { operator } = operation;
  switch (operator) {
    case 'is':
      return sql`${column} is ${sql.raw(operation.value.replace('_', ' '))}`;
    case 'in':
      return sql`${column} = any (${typedValue(toArrayLiteral(operation.values), `${type}[]`)})`;
    case 'like':
    case 'ilike': {
      const pattern = operation.value.replaceAll('*', '%');
      checkLike(pattern);
      return sql`${column} ${sql.raw(operator)} ${typedValue(pattern, 'text')}`;
    }
    case 'match':
    case 'imatch':
      checkExpression(operation.value);
      return sql`${column} ${sql.raw(sqlOperators[operator])} ${typedValue(operation.value, 'text')}`;
    default:
      return sql`${column} ${sql.raw(sqlOperators[operator])} ${typedValue(operation.value, type)}`;
  }
}

function toArrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
