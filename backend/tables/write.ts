import { type RawBuilder, sql } from 'kysely';
import { networkHeader } from '#backend/client-network.ts';
import { isVisitor } from '#backend/database/database.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import { countInDatabase } from '#backend/limits.ts';
import { checkRows, findVisitorViolation, requireAllowed, visitorLimits } from './cost-limits.ts';
import { type Payload, parsePayload, readBody } from './parse-body.ts';
import {
  type Condition,
  type OrderTerm,
  parseOrder,
  parseQuery,
  parseSelect,
  type QueryParameters,
  type SelectItem,
} from './parse-query.ts';
import { bodyExpression, orderClause, selectList, whereClause } from './read.ts';
import { type Column, getColumn, getTable, type Relation, unknownPayloadColumn } from './schema.ts';
import {
  createRowHeaders,
  getContentType,
  type Outcome,
  type Preferences,
  type RequestContext,
  runStatement,
  type Shape,
  type StatementResult,
} from './table-request.ts';

const insertsPerHour = { hits: 200, seconds: 3600 };

/**
 * Handles POST: inserts or upserts rows. Answers 201, or 200 if an upsert inserted none. With
 * `return=headers-only` the `Location` of a single row has its primary key.
 */
export async function insertRows(context: RequestContext, tableName: string): Promise<Response> {
  const { preferences } = context;
  const query = parseQuery(context.query);
  const payload = await readPayload(context, query);
  await limitInserts(context);
  let conflict: Conflict | undefined;
  const outcome = await runWrite(context, tableName, query, payload, (table, representation) => {
    conflict = toConflict(context, table, query.onConflict);
    return createInsertStatement(table, toWrite(context, table, payload), conflict, representation);
  });
  const insertsNone = conflict ? !outcome.inserted : payload.count === 0;
  const status = preferences.resolution === 'merge-duplicates' && insertsNone ? 200 : 201;
  const applicable: (keyof Preferences)[] = ['missing', 'return'];
  if (conflict) applicable.push('resolution');
  const answer = { status, emptyStatus: status, applicable };
  if (preferences.return !== 'headers-only') return createWriteResponse(context, outcome, answer);
  const response = createWriteResponse(context, { ...outcome, body: null }, answer);
  if (outcome.body !== null) {
    const key = JSON.parse(Buffer.from(outcome.body).toString()) as Record<string, string | null>;
    response.headers.set('Location', getLocation(tableName, key));
  }
  return response;
}

/** Handles PATCH: updates the rows that the filters match. */
export async function updateRows(context: RequestContext, tableName: string): Promise<Response> {
  const query = parseQuery(context.query);
  const payload = await readPayload(context, query);
  const outcome = await runWrite(context, tableName, query, payload, (table, representation) =>
    createUpdateStatement(
      table,
      toWrite(context, table, payload),
      query.conditions,
      representation,
    ),
  );
  // PostgREST returns the range for updates only.
  return createWriteResponse(context, outcome, {
    status: 200,
    emptyStatus: 204,
    rows: outcome.page,
    applicable: ['missing', 'return'],
  });
}

/** Handles DELETE: deletes the rows that the filters match. */
export async function deleteRows(context: RequestContext, tableName: string): Promise<Response> {
  const query = parseQuery(context.query);
  const outcome = await runWrite(context, tableName, query, undefined, (table, representation) =>
    createDeleteStatement(table, query.conditions, representation),
  );
  return createWriteResponse(context, outcome, {
    status: 200,
    emptyStatus: 204,
    applicable: ['return'],
  });
}

/** @throws HttpError 42501 if a visitor may not send the request; as runStatement */
async function runWrite(
  context: RequestContext,
  tableName: string,
  query: QueryParameters,
  payload: Payload | undefined,
  createStatement: (
    table: Relation,
    representation: Representation | undefined,
  ) => RawBuilder<StatementResult>,
): Promise<Outcome> {
  const { statement, isComplex } = await context.schema.plan((schema) => {
    const table = getTable(schema, tableName);
    const representation = toRepresentation(context, query, table);
    const request = { conditions: query.conditions, ...representation };
    requireAllowed(context.caller, findVisitorViolation({ ...request, payload }));
    const isComplex = findVisitorViolation(request) !== undefined;
    return { isComplex, statement: createStatement(table, representation) };
  });
  return runStatement(context, statement, { isComplex });
}

/**
 * Limits visitors' inserts, so that nobody fills the disk. The process's own requests, which have
 * no client IP, are not counted.
 */
async function limitInserts({ caller, database }: RequestContext): Promise<void> {
  const network = caller.headers?.[networkHeader];
  if (!isVisitor(caller) || !network) return;
  const waitSeconds = await countInDatabase(database)(`tables-insert:${network}`, insertsPerHour);
  if (waitSeconds === 0) return;
  const message = 'Too many rows from this address, please try again later';
  throw new TooManyRequests(waitSeconds, message);
}

async function readPayload(context: RequestContext, query: QueryParameters): Promise<Payload> {
  const maxRows = isVisitor(context.caller) ? visitorLimits.maxRows : undefined;
  return parsePayload(await readBody(context), query.columns, maxRows);
}

function toWrite({ preferences }: RequestContext, table: Relation, payload: Payload): Write {
  const columns = payload.columns.map((name) => {
    const column = table.columns.get(name);
    if (!column) throw unknownPayloadColumn(table.name, name);
    return column;
  });
  checkRows(payload.rows, columns);
  return { payload, columns, withDefaults: preferences.missing === 'default' };
}

/** The key by which an upsert finds existing rows: `on_conflict`, or the primary key. */
function toConflict(
  { preferences: { resolution } }: RequestContext,
  table: Relation,
  onConflict: string[] | undefined,
): Conflict | undefined {
  const columns = onConflict ?? table.primaryKey;
  if (!resolution || !columns.length) return undefined;
  return { resolution, columns: columns.map((name) => getColumn(table, name).name) };
}

function toRepresentation(
  { request, preferences, shape }: RequestContext,
  query: QueryParameters,
  table: Relation,
): Representation | undefined {
  if (preferences.return === 'headers-only') {
    if (request.method !== 'POST' || !table.primaryKey.length) return undefined;
    const items = table.primaryKey.map((column) => ({ column }));
    return { items, order: [], shape: 'location' };
  }
  if (preferences.return !== 'representation') return undefined;
  return {
    items: parseSelect(query.select),
    order: query.order ? parseOrder(query.order) : [],
    shape,
  };
}

/** The relative URL of a row, as PostgREST writes it. */
function getLocation(tableName: string, key: Record<string, string | null>): string {
  const filters = Object.entries(key).map(([column, value]) => {
    const filter = value === null ? 'is.null' : `eq.${value}`;
    return `${encodeURIComponent(column)}=${encodeURIComponent(filter)}`;
  });
  return `/${encodeURIComponent(tableName)}?${filters.join('&')}`;
}

/**
 * @param answer.rows the number of rows in `Content-Range`
 * @param answer.applicable as `createRowHeaders` takes them
 */
function createWriteResponse(
  { preferences, shape }: RequestContext,
  { page, body }: Outcome,
  answer: {
    status: number;
    emptyStatus: number;
    rows?: bigint;
    applicable: (keyof Preferences)[];
  },
): Response {
  const { status, emptyStatus, rows = 0n } = answer;
  const total = preferences.count === undefined ? null : page;
  const headers = createRowHeaders({ offset: 0n, rows, total }, preferences, answer.applicable);
  if (body === null) return new Response(null, { status: emptyStatus, headers });
  headers.set('Content-Type', getContentType(shape));
  return new Response(body, { status, headers });
}

/**
 * Which columns of the written rows are returned, and how: as rows, or for `Location` as the texts
 * of a single row by column.
 */
type Representation = {
  items: SelectItem[];
  order: OrderTerm[];
  shape: Shape | 'location';
};

/** What to do with rows whose key already exists. */
type Conflict = { columns: string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' };

/** @param withDefaults a column that an object leaves out gets its default instead of null */
type Write = { payload: Payload; columns: Column[]; withDefaults: boolean };

/** Inserts the payload's rows. Without a representation nothing is read, so the insert privilege is enough. */
function createInsertStatement(
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
function createUpdateStatement(
  table: Relation,
  write: Write,
  conditions: Condition[],
  representation: Representation | undefined,
): RawBuilder<StatementResult> {
  // An update without columns changes no row, but the table's grants still apply.
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
function createDeleteStatement(
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

/** Lists the columns that select and order need. */
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
 * Turns a JSON body into a source of rows called `payload`, with typed columns. The text is one
 * parameter, however many rows it has.
 *
 * @param columns the columns to read; others are ignored
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
