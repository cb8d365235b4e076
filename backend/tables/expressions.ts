import { type RawBuilder, sql } from 'kysely';
import { checkValue } from './check-value.ts';
import { checkExpression, checkJson, checkLike, parseArrayElements } from './guards.ts';
import type { ComparisonOperator, Condition, Field, OrderTerm, SelectItem } from './query.ts';
import { columnNamed, type Relation } from './schema.ts';

/** The name that the table or the result has in every statement. */
const target = 'target';

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
const patternOperators = new Set<ComparisonOperator>(['like', 'ilike', 'match', 'imatch']);
const isOperands = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/**
 * A text parameter cast to a type of the catalogue, so that every driver sends it alike. True and false
 * are written out: an index of the active rows alone serves a prepared statement only where it says so
 * itself, and PostgreSQL would plan it anew for each call.
 *
 * @throws TablesError 22P02 for JSON beyond all measure, 22007, 22003 (checkValue)
 */
export function typedValue(value: string, type: string): RawBuilder<unknown> {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return sql.raw(value);
  if (type.startsWith('json')) checkJson(value);
  checkValue(value, type);
  return type === 'text' ? sql`${value}::text` : sql`${value}::text::${sql.raw(type)}`;
}

/** ` where …`, or nothing. @throws TablesError 42703 */
export function whereClause(relation: Relation, conditions: Condition[]): RawBuilder<unknown> {
  if (!conditions.length) return sql``;
  return sql` where ${joined(relation, conditions, ' and ')}`;
}

/** ` order by …`, or nothing. @throws TablesError 42703 */
export function orderClause(relation: Relation, terms: OrderTerm[]): RawBuilder<unknown> {
  if (!terms.length) return sql``;
  const parts = terms.map(({ field, direction, nulls }) => {
    const order = direction ? ` ${direction}` : '';
    const nullOrder = nulls ? ` nulls ${nulls.slice('nulls'.length)}` : '';
    return sql`${fieldExpression(relation, field)}${sql.raw(order + nullOrder)}`;
  });
  return sql` order by ${sql.join(parts)}`;
}

/** The list after `select`; empty for no items. @throws TablesError 42703 */
export function selectList(relation: Relation, items: SelectItem[]): RawBuilder<unknown> {
  if (!items.length) return sql``;
  return sql.join(
    items.map((item) => {
      if (item.kind === 'all') return sql`${sql.id(target)}.*`;
      const expression = fieldExpression(relation, item.field);
      const cast = item.cast ? sql`(${expression})::${sql.raw(item.cast)}` : expression;
      return sql`${cast} as ${sql.id(item.alias ?? nameOf(item.field))}`;
    }),
  );
}

/** The columns that `returning` must give so that select and order can be answered from them. */
export function returningList(
  relation: Relation,
  items: SelectItem[],
  order: OrderTerm[],
): RawBuilder<unknown> {
  if (items.some(({ kind }) => kind === 'all')) return sql`${sql.id(target)}.*`;
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item.field] : []));
  const names = new Set(
    [...fields, ...order.map(({ field }) => field)].map(({ column }) => column),
  );
  if (!names.size) return sql`1`;
  return sql.join([...names].map((name) => sql.id(target, columnNamed(relation, name).name)));
}

function joined(relation: Relation, conditions: Condition[], separator: string) {
  return sql.join(
    conditions.map((condition) => conditionExpression(relation, condition)),
    sql.raw(separator),
  );
}

function conditionExpression(relation: Relation, condition: Condition): RawBuilder<unknown> {
  const expression =
    condition.kind === 'group'
      ? joined(relation, condition.members, ` ${condition.connective} `)
      : filterExpression(relation, condition);
  return condition.negated ? sql`not (${expression})` : sql`(${expression})`;
}

function filterExpression(
  relation: Relation,
  { field, operation }: Extract<Condition, { kind: 'filter' }>,
) {
  const left = fieldExpression(relation, field);
  if (operation.operator === 'is') {
    return sql`${left} is ${sql.raw(isOperands[operation.value])}`;
  }
  const type = typeOf(relation, field);
  if (operation.operator === 'in') {
    return sql`${left} = any (${typedValue(arrayLiteral(operation.values), `${type}[]`)})`;
  }
  const { operator, quantifier } = operation;
  const isLike = operator === 'like' || operator === 'ilike';
  const value = isLike ? operation.value.replaceAll('*', '%') : operation.value;
  if (patternOperators.has(operator)) {
    const check = isLike ? checkLike : checkExpression;
    for (const pattern of quantifier ? parseArrayElements(value) : [value]) check(pattern);
  }
  const valueType = patternOperators.has(operator) ? 'text' : type;
  const right = quantifier
    ? sql`${sql.raw(quantifier)} (${typedValue(value, `${valueType}[]`)})`
    : typedValue(value, valueType);
  return sql`${left} ${sql.raw(sqlOperators[operator])} ${right}`;
}

function fieldExpression(relation: Relation, { column, path }: Field): RawBuilder<unknown> {
  const { name, type } = columnNamed(relation, column);
  const whole = sql`${sql.id(target, name)}`;
  if (!path.length) return whole;
  const start = type === 'json' || type === 'jsonb' ? whole : sql`to_jsonb(${whole})`;
  return path.reduce(
    (inner, step) =>
      'key' in step
        ? sql`${inner} ${sql.raw(step.arrow)} ${typedValue(step.key, 'text')}`
        : sql`${inner} ${sql.raw(step.arrow)} ${typedValue(step.index, 'integer')}`,
    start,
  );
}

function typeOf(relation: Relation, { column, path }: Field): string {
  const { type } = columnNamed(relation, column);
  const last = path.at(-1);
  if (!last) return type;
  if (last.arrow === '->>') return 'text';
  return type === 'json' ? 'json' : 'jsonb';
}

/** The name of a selected field without an alias: the last key of its path, or the column. */
function nameOf({ column, path }: Field): string {
  const keys = path.flatMap((step) => ('key' in step ? [step.key] : []));
  return keys.at(-1) ?? column;
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
