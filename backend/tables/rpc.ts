import { type RawBuilder, sql } from 'kysely';
import { HttpError } from '#backend/http-error.ts';
import { checkRows, findVisitorViolation, requireAllowed } from './cost-limits.ts';
import { type CallArguments, parseArguments, readBody } from './parse-body.ts';
import { parseQuery } from './parse-query.ts';
import {
  bodyExpression,
  createRowsResponse,
  parseSelection,
  type Selection,
  selectFrom,
  whereClause,
} from './read.ts';
import { type Routine, type Schema, unknownFunction } from './schema.ts';
import {
  createRowHeaders,
  type RequestContext,
  runStatement,
  type StatementResult,
} from './table-request.ts';
import { payloadSource } from './write.ts';

/** Exports read everything stored about a person, so they have no time limit. */
const withoutTimeout = new Set(['get_personal_data']);

/**
 * Handles POST of a function. The result is a value, an object, or rows that can be filtered and
 * ordered like a table's.
 */
export async function callRoutine(context: RequestContext, name: string): Promise<Response> {
  const { caller, schema, preferences } = context;
  requireAllowed(
    caller,
    findVisitorViolation({ conditions: [], routine: { name, listValues: 0 } }),
  );
  const query = parseQuery(context.query);
  const given = parseArguments(await readBody(context), query.columns);
  const { statement, selection, routine } = await schema.plan((schema) => {
    const selection = parseSelection(context, query);
    const called = { name, listValues: given.listValues };
    const call = { ...selection, routine: called, payload: { json: given.json } };
    requireAllowed(caller, findVisitorViolation(call));
    const routine = chooseRoutine(schema, name, given.names);
    return { routine, selection, statement: createCallStatement(routine, given, selection) };
  });
  const outcome = await runStatement(context, statement, {
    isComplex: findVisitorViolation(selection) !== undefined,
    timeoutMs: withoutTimeout.has(routine.name) ? 0 : undefined,
  });
  if (routine.result !== 'void') return createRowsResponse(context, selection, outcome);
  const range = { offset: 0n, rows: outcome.page, total: outcome.total };
  return new Response(null, { status: 204, headers: createRowHeaders(range, preferences) });
}

/**
 * Chooses the function that has all of these arguments and requires no others, or else the one that takes
 * the whole body as its only argument, which has no name.
 *
 * @throws HttpError PGRST202 if there is none, PGRST203 (300) if there are several
 */
function chooseRoutine(schema: Schema, name: string, argumentNames: string[]): Routine {
  const given = new Set(argumentNames);
  const overloads = schema.routines.get(name) ?? [];
  const named = overloads.filter((routine) => {
    if (takesBody(routine)) return false;
    const known = new Set(routine.arguments.map((argument) => argument.name));
    return (
      argumentNames.every((argument) => known.has(argument)) &&
      routine.arguments.every((argument) => !argument.required || given.has(argument.name))
    );
  });
  const matching = named.length ? named : overloads.filter(takesBody);
  const [routine, ...others] = matching;
  if (!routine) throw unknownFunction(name, argumentNames);
  if (!others.length) return routine;
  const signatures = matching.map((candidate) => {
    const types = candidate.arguments.map((argument) => `${argument.name} => ${argument.type}`);
    return `public.${name}(${types.join(', ')})`;
  });
  const message = `Could not choose the best candidate function between: ${signatures.join(', ')}`;
  throw new HttpError(300, 'PGRST203', message, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

function takesBody({ arguments: [first] }: Routine): boolean {
  return first?.name === '';
}

/** Calls a function and reads its result like a table. @throws HttpError 22007, 22003 */
function createCallStatement(
  routine: Routine,
  given: CallArguments,
  selection: Selection,
): RawBuilder<StatementResult> {
  const { sources, list } = createArgumentList(routine, given);
  const call = sql`${sql.id('public', routine.name)}(${list})`;
  // A function that doesn't return a set returns its value directly.
  const shape = selection.shape && !routine.returnsSet ? 'object' : selection.shape;
  if (routine.result === 'composite') {
    const source = sql`with source as materialized (
      select call.* from ${sources}lateral ${call} as call) `;
    return selectFrom(source, sql`source`, routine.relation, { ...selection, shape });
  }
  return sql<StatementResult>`with source as materialized (
      select call.scalar from ${sources}lateral (select ${call} as scalar) as call)
    select count(*)::text as "page",
      ${selection.withTotal ? sql`count(*)::text` : sql`null::text`} as "total",
      ${bodyExpression(shape, sql`target.scalar`)} as "body",
      null::text as "inserted"
    from source as target${whereClause(routine.relation, selection.conditions)}`;
}

function createArgumentList(routine: Routine, { json, isArray, rows, names }: CallArguments) {
  if (takesBody(routine)) {
    const type = sql.raw(routine.arguments[0]?.type ?? '');
    return { sources: sql``, list: sql`${json}::text::${type}` };
  }
  const columns = routine.arguments
    .filter(({ name }) => names.includes(name))
    .map(({ name, type }) => ({ name, type, defaultExpression: null }));
  if (!columns.length) return { sources: sql``, list: sql`` };
  checkRows(rows, columns);
  const list = columns.map(({ name }) => sql`${sql.id(name)} => ${sql.id('payload', name)}`);
  const source = payloadSource({ json, isArray }, columns, { firstOnly: true });
  return { sources: sql`${source}, `, list: sql.join(list) };
}
