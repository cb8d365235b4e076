import { isVisitor } from '#backend/database/database.ts';
import { contentRange, rowHeaders } from './answers.ts';
import { checkRows } from './check-value.ts';
import { unknownPayloadColumn } from './errors.ts';
import { type Exchange, type Outcome, runStatement } from './exchange.ts';
import { parseOrder } from './parse-order.ts';
import { type Payload, parsePayload } from './parse-payload.ts';
import { parseSelect } from './parse-select.ts';
import { type QueryParameters, readQueryParameters } from './query-parameters.ts';
import { readBody } from './read-body.ts';
import { columnNamed, type Relation, tableNamed } from './schema.ts';
import { limitVisitor } from './visitor-limit.ts';
import { findVisitorViolation, requireAllowed, visitorLimits } from './visitor-rules.ts';
import {
  type Conflict,
  deleteStatement,
  insertStatement,
  type Representation,
  updateStatement,
} from './write-statements.ts';

/** `ranged` is how many rows `Content-Range` names; PostgREST names them for updates only. */
type Answer = { status: number; emptyStatus: number; ranged?: bigint };

const changed: Answer = { status: 200, emptyStatus: 204 };

/** Answers POST: inserts one row or many, or upserts them. 201, or 200 where nothing new came. */
export async function insertRows(exchange: Exchange, tableName: string): Promise<Response> {
  const { preferences } = exchange;
  const query = readQueryParameters(new URLSearchParams(exchange.query));
  const payload = await readPayload(exchange, query.columns);
  await limitVisitor(exchange);
  const { statement, isComplex } = await exchange.schema.plan((schema) => {
    const table = tableNamed(schema, tableName);
    const representation = representationOf(exchange, query, table);
    const isComplex = checkWrite(exchange, query, { representation, payload });
    const statement = insertStatement(
      table,
      writeOf(exchange, table, payload),
      conflictOf(exchange, table, query.onConflict),
      representation,
    );
    return { statement, isComplex };
  });
  const outcome = await runStatement(exchange, statement, {
    isComplex,
    single: isSingle(exchange),
  });
  const merged = preferences.resolution === 'merge-duplicates' && outcome.inserted === 0n;
  const status = merged ? 200 : 201;
  return writtenResponse(exchange, outcome, { status, emptyStatus: status });
}

/** Answers PATCH: updates the rows that the filters match. */
export async function updateRows(exchange: Exchange, tableName: string): Promise<Response> {
  const query = readQueryParameters(new URLSearchParams(exchange.query));
  const payload = await readPayload(exchange, query.columns);
  const { statement, isComplex } = await exchange.schema.plan((schema) => {
    const table = tableNamed(schema, tableName);
    const representation = representationOf(exchange, query, table);
    const isComplex = checkWrite(exchange, query, { representation, payload });
    const statement = updateStatement(
      table,
      writeOf(exchange, table, payload),
      query.conditions,
      representation,
    );
    return { statement, isComplex };
  });
  const outcome = await runStatement(exchange, statement, {
    isComplex,
    single: isSingle(exchange),
    atMost: exchange.preferences.maxAffected,
  });
  return writtenResponse(exchange, outcome, { ...changed, ranged: outcome.page });
}

/** Answers DELETE: deletes the rows that the filters match. */
export async function deleteRows(exchange: Exchange, tableName: string): Promise<Response> {
  const query = readQueryParameters(new URLSearchParams(exchange.query));
  const { statement, isComplex } = await exchange.schema.plan((schema) => {
    const table = tableNamed(schema, tableName);
    const representation = representationOf(exchange, query, table);
    const isComplex = checkWrite(exchange, query, { representation });
    return { isComplex, statement: deleteStatement(table, query.conditions, representation) };
  });
  const outcome = await runStatement(exchange, statement, {
    isComplex,
    single: isSingle(exchange),
    atMost: exchange.preferences.maxAffected,
  });
  return writtenResponse(exchange, outcome, changed);
}

/** @returns true if the query goes beyond what visitors may send @throws TablesError 42501 */
function checkWrite(
  { caller }: Exchange,
  { conditions }: QueryParameters,
  { representation, payload }: { representation: Representation | undefined; payload?: Payload },
): boolean {
  requireAllowed(caller, findVisitorViolation({ conditions, payload, ...representation }));
  return findVisitorViolation({ conditions, ...representation }) !== undefined;
}

async function readPayload(exchange: Exchange, columns: string[] | undefined): Promise<Payload> {
  const maxRows = isVisitor(exchange.caller) ? visitorLimits.maxRows : undefined;
  return parsePayload(await readBody(exchange), columns, maxRows);
}

function isSingle({ format }: Exchange) {
  return format.shape === 'object';
}

function writeOf({ preferences }: Exchange, table: Relation, payload: Payload) {
  const columns = payload.columns.map((name) => {
    const column = table.columns.get(name);
    if (!column) throw unknownPayloadColumn(table.name, name);
    return column;
  });
  checkRows(payload.rows, columns);
  return { payload, columns, withDefaults: preferences.missing === 'default' };
}

/** The key by which an upsert finds what is there: `on_conflict`, or the primary key. */
function conflictOf(
  { preferences: { resolution } }: Exchange,
  table: Relation,
  onConflict: string[] | undefined,
): Conflict | undefined {
  const columns = onConflict ?? table.primaryKey;
  if (!resolution || !columns.length) return undefined;
  return { resolution, columns: columns.map((name) => columnNamed(table, name).name) };
}

function representationOf(
  { preferences, format }: Exchange,
  query: QueryParameters,
  table: Relation,
): Representation | undefined {
  if (preferences.return !== 'representation') return undefined;
  return {
    items: parseSelect(query.select, table.name),
    order: query.order ? parseOrder(query.order) : [],
    format,
  };
}

function writtenResponse(
  { preferences, format }: Exchange,
  { page, body }: Outcome,
  { status, emptyStatus, ranged = 0n }: Answer,
): Response {
  const counted = preferences.count === undefined ? null : page;
  const headers = rowHeaders(contentRange(0n, ranged, counted), preferences);
  if (body === null) {
    return new Response(null, { status: emptyStatus, headers });
  }
  headers.set('Content-Type', `${format.type}; charset=utf-8`);
  return new Response(body, { status, headers });
}
