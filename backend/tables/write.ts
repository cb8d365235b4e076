import type { RawBuilder } from 'kysely';
import { networkHeader } from '#backend/client-network.ts';
import { isVisitor } from '#backend/database/database.ts';
import { TooManyRequests } from '#backend/http-error.ts';
import { countInDatabase } from '#backend/rate-limit.ts';
import { checkRows } from './check-value.ts';
import { unknownPayloadColumn } from './errors.ts';
import { type Payload, parsePayload, readBody } from './parse-body.ts';
import { parseOrder, parseQuery, parseSelect, type QueryParameters } from './parse-query.ts';
import type { StatementResult } from './read-statement.ts';
import { getContentType, type Preferences, type RequestContext } from './request-context.ts';
import { createRowHeaders, type Outcome, runStatement } from './run-statement.ts';
import { getColumn, getTable, type Relation } from './schema.ts';
import { findVisitorViolation, requireAllowed, visitorLimits } from './visitor-rules.ts';
import {
  type Conflict,
  createDeleteStatement,
  createInsertStatement,
  createUpdateStatement,
  type Representation,
  type Write,
} from './write-statements.ts';

const insertsPerHour = { hits: 200, seconds: 3600 };

/**
 * Handles POST: inserts or upserts rows. 201, or 200 if an upsert inserted none. With
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
  // PostgREST names the range for updates only.
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
 * Limits what visitors insert, so that nobody fills the disk. The process's own requests, which have no
 * client IP, are not counted.
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
 * @param answer.rows how many rows `Content-Range` names
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
