import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { invalidRange } from './errors.ts';
import {
  parseOrder,
  parseQuery,
  parseRange,
  parseSelect,
  type QueryParameters,
} from './parse-query.ts';
import { createReadStatement, type Selection, type StatementResult } from './read-statement.ts';
import { getContentType, type RequestContext } from './request-context.ts';
import { createRowHeaders, type Outcome, runStatement } from './run-statement.ts';
import { getTable, type Schema } from './schema.ts';
import { findVisitorViolation, requireAllowed } from './visitor-rules.ts';

/** What a request reads, what of it visitors may not do, and the statement that reads it. */
type ReadPlan = {
  selection: Selection;
  violation: string | undefined;
  statement: RawBuilder<StatementResult>;
};

const maxPlans = 200;
/** Characters of a query string; longer ones hardly come again. */
const maxCachedQuery = 1000;

/** By schema, so that plans made for an older schema are not used. */
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

/** What to read and how, from the query string and the headers. @throws HttpError */
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
 * @throws HttpError PGRST103 (416) with `Content-Range: *\/N` if the page begins behind the last row
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
