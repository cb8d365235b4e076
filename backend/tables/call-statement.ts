import { type RawBuilder, sql } from 'kysely';
import { checkRows } from './check-value.ts';
import { typedValue, whereClause } from './expressions.ts';
import { payloadSource } from './payload-source.ts';
import {
  bodyExpression,
  type Reading,
  rowsStatement,
  type StatementResult,
} from './read-statement.ts';
import type { Routine } from './schema.ts';

/** Arguments as one JSON object (POST) or as texts of the query string (GET). */
export type CallArguments =
  | { kind: 'json'; json: string; values: Record<string, unknown>; names: string[] }
  | { kind: 'texts'; values: Map<string, string> };

/** Calls a function and reads its result like a table. @throws TablesError 22007, 22003 */
export function callStatement(
  routine: Routine,
  callArguments: CallArguments,
  reading: Reading,
): RawBuilder<StatementResult> {
  const { sources, list } = argumentList(routine, callArguments);
  const call = sql`${sql.id('public', routine.name)}(${list})`;
  if (routine.result === 'composite') {
    const source = sql`select call.* from ${sources}lateral ${call} as call`;
    return rowsStatement(materialized(source), sql`source`, routine.relation, {
      ...reading,
      format: shapeFor(routine, reading),
    });
  }
  const source = sql`select call.scalar from ${sources}lateral (select ${call} as scalar) as call`;
  const format = shapeFor(routine, reading);
  return sql<StatementResult>`${materialized(source)}select count(*)::text as "page",
    ${reading.withTotal ? sql`count(*)::text` : sql`null::text`} as "total",
    ${format ? bodyExpression(format, sql`target.scalar`) : sql`null::text`} as "body",
    null::text as "inserted"
    from source as target${whereClause(routine.relation, reading.conditions)}`;
}

function materialized(source: RawBuilder<unknown>) {
  return sql`with source as materialized (${source}) `;
}

/** A function that returns no set gives its one value as it is. */
function shapeFor(routine: Routine, { format }: Reading): Reading['format'] {
  return format && !routine.returnsSet ? { ...format, shape: 'object' } : format;
}

function argumentList(routine: Routine, given: CallArguments) {
  const names = given.kind === 'json' ? new Set(given.names) : new Set(given.values.keys());
  const used = routine.arguments.filter(({ name }) => names.has(name));
  const nothing = { sources: sql``, list: sql`` };
  if (!used.length) return nothing;
  if (given.kind === 'texts') {
    const list = used.map(
      ({ name, type }) => sql`${sql.id(name)} => ${typedValue(given.values.get(name) ?? '', type)}`,
    );
    return { sources: sql``, list: sql.join(list) };
  }
  const columns = used.map(({ name, type }) => ({ name, type, defaultExpression: null }));
  checkRows([given.values], columns);
  const body = payloadSource({ json: given.json, isArray: false }, columns, { firstOnly: true });
  const list = used.map(({ name }) => sql`${sql.id(name)} => ${sql.id('payload', name)}`);
  return { sources: sql`${body}, `, list: sql.join(list) };
}
