import { contentRange, rowHeaders } from './answers.ts';
import { type CallArguments, callStatement } from './call-statement.ts';
import { chooseRoutine } from './choose-routine.ts';
import { shorten } from './errors.ts';
import { type Exchange, runStatement } from './exchange.ts';
import { looksLikeFilter } from './parse-filter.ts';
import { countListValues, parseArguments } from './parse-payload.ts';
import { readQueryParameters } from './query-parameters.ts';
import { readingOf, rowsResponse } from './read.ts';
import { readBody } from './read-body.ts';
import type { Schema } from './schema.ts';
import { findVisitorViolation, requireAllowed } from './visitor-rules.ts';

/** Exports, which read everything that is stored about a person. */
const unlimited = new Set(['get_personal_data']);

const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/**
 * Answers POST, GET and HEAD of a function. Its result is a value, an object, or rows that can be
 * filtered and ordered like a table's. By GET and HEAD the function can't write.
 */
export async function callRoutine(exchange: Exchange, name: string): Promise<Response> {
  const isPost = exchange.request.method === 'POST';
  const parameters = new URLSearchParams(exchange.query);
  const call = { conditions: [], routine: { name, listValues: 0 } };
  requireAllowed(exchange.caller, findVisitorViolation(call));
  const body = isPost ? parseArguments(await readBody(exchange)) : undefined;
  const { statement, reading, routine } = await exchange.schema.plan((schema) => {
    const isArgument = (key: string, value: string) =>
      !isPost && isArgumentOf(schema, name, key, value);
    const values = textArguments(parameters, isArgument);
    const callArguments: CallArguments = body
      ? { kind: 'json', ...body }
      : { kind: 'texts', values };
    const query = readQueryParameters(parameters, isArgument);
    const reading = readingOf(exchange, query, shorten(name));
    const listValues = body ? body.listValues : countListValues([...values.values()]);
    const called = { routine: { name, listValues }, payload: body };
    requireAllowed(exchange.caller, findVisitorViolation({ ...called, ...reading }));
    const routine = chooseRoutine(schema, name, body ? body.names : [...values.keys()]);
    return { routine, reading, statement: callStatement(routine, callArguments, reading) };
  });
  const outcome = await runStatement(exchange, statement, {
    single: exchange.format.shape === 'object',
    atMost: exchange.preferences.maxAffected,
    readOnly: !isPost,
    isComplex: findVisitorViolation(reading) !== undefined,
    timeoutMs: unlimited.has(routine.name) ? 0 : undefined,
  });
  if (routine.result !== 'void') return rowsResponse(exchange, reading, outcome);
  const range = contentRange(0n, outcome.page, outcome.total);
  return new Response(null, { status: 204, headers: rowHeaders(range, exchange.preferences) });
}

/** A parameter is an argument where a function has one of its name, or where it is no filter. */
function isArgumentOf(schema: Schema, name: string, key: string, value: string): boolean {
  const routines = schema.routines.get(name) ?? [];
  if (routines.some((routine) => routine.arguments.some((argument) => argument.name === key))) {
    return true;
  }
  const isGroup = /^(?:not\.)?(?:and|or)$/.test(key);
  return !reserved.has(key) && !isGroup && !looksLikeFilter(value);
}

function textArguments(
  parameters: URLSearchParams,
  isArgument: (key: string, value: string) => boolean,
): Map<string, string> {
  return new Map([...parameters].filter(([key, value]) => isArgument(key, value)));
}
