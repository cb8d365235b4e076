import { contentRange, rowHeaders } from './answers.ts';
import { invalidRange } from './errors.ts';
import { type Exchange, type Outcome, runStatement } from './exchange.ts';
import { keptReading } from './kept-readings.ts';
import { parseOrder } from './parse-order.ts';
import { parseRange } from './parse-range.ts';
import { parseSelect } from './parse-select.ts';
import { type QueryParameters, readQueryParameters } from './query-parameters.ts';
import { type Reading, readStatement } from './read-statement.ts';
import { tableNamed } from './schema.ts';
import { findVisitorViolation } from './visitor-rules.ts';

/** Answers GET and HEAD of a table: rows, their range, and their number where it is asked for. */
export async function readTable(exchange: Exchange, tableName: string): Promise<Response> {
  const { statement, reading, violation } = await exchange.schema.plan((schema) =>
    keptReading(
      schema,
      exchange,
      tableName,
      () => {
        const query = readQueryParameters(new URLSearchParams(exchange.query));
        const reading = readingOf(exchange, query, tableNamed(schema, tableName).name);
        return { reading, violation: findVisitorViolation(reading) };
      },
      (reading) => readStatement(tableNamed(schema, tableName), reading),
    ),
  );
  const outcome = await runStatement(exchange, statement, {
    isComplex: violation !== undefined,
    single: exchange.format.shape === 'object',
    readOnly: true,
  });
  return rowsResponse(exchange, reading, outcome);
}

/** What to read and how, from the query string and the headers. @throws TablesError */
export function readingOf(
  { request, preferences, format }: Exchange,
  query: QueryParameters,
  relationName: string,
): Reading {
  return {
    items: parseSelect(query.select, relationName),
    conditions: query.conditions,
    order: query.order ? parseOrder(query.order) : [],
    range: parseRange({
      limit: query.limit,
      offset: query.offset,
      header: request.method === 'GET' ? request.headers.get('range') : null,
    }),
    withTotal: preferences.count !== undefined,
    format: request.method === 'HEAD' ? undefined : format,
  };
}

/**
 * The answer to a reading: 200, or 206 where the counted total is larger than the page.
 *
 * @throws TablesError PGRST103 (416) where the page begins behind the last row
 */
export function rowsResponse(
  { preferences, format }: Exchange,
  { range: { offset } }: Reading,
  { page, total, body }: Outcome,
): Response {
  if (total !== null && offset > total) {
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  const headers = rowHeaders(contentRange(offset, page, total), preferences);
  headers.set('Content-Type', `${format.type}; charset=utf-8`);
  return new Response(body, { status: total !== null && page < total ? 206 : 200, headers });
}
