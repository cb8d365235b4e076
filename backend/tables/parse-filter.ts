import type { ComparisonOperator, Condition, IsValue, Operation } from './query.ts';
import { Scanner } from './scanner.ts';

const operatorName = /(not_null|[a-z]+)/y;
const comparisonOperators = [
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const),
  ...(['cs', 'cd', 'ov', 'isdistinct'] as const),
] satisfies ComparisonOperator[];
const quantifiable = new Set<string>([
  ...['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'],
]);
const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] satisfies IsValue[];
const deepestNesting = 16;

/**
 * Parses one filter of the query string: `column->>key=not.eq.value`.
 *
 * @param key the parameter's name, already known to be no path into an embedded resource
 * @throws TablesError PGRST100
 */
export function parseFilter(key: string, value: string): Condition {
  const keyScanner = new Scanner(key, 'tree path');
  const field = keyScanner.takeField();
  keyScanner.expectEnd();
  const scanner = new Scanner(value, 'filter');
  const negated = scanner.take('not.');
  const operation = parseOperation(scanner, () => scanner.takeRest());
  scanner.expectEnd();
  return { kind: 'filter', field, negated, operation };
}

/**
 * Parses the value of an `and` or `or` parameter: `(a.eq.1,not.or(b.is.null,c.in.(1,2)))`.
 *
 * @throws TablesError PGRST100, also for more than 16 levels of nesting
 */
export function parseGroup(connective: 'and' | 'or', negated: boolean, value: string): Condition {
  const scanner = new Scanner(value, 'logic tree');
  const group = parseMembers(scanner, connective, negated, 1);
  scanner.expectEnd();
  return group;
}

/** True where the text has the shape of a filter, which tells filters from arguments of a function. */
export function looksLikeFilter(value: string): boolean {
  const name = /^(?:not\.)?([a-z]+)(?:\((?:any|all)\))?\./.exec(value)?.[1];
  return name === 'in' || name === 'is' || comparisonOperators.some((known) => known === name);
}

function parseMembers(
  scanner: Scanner,
  connective: 'and' | 'or',
  negated: boolean,
  depth: number,
): Condition {
  if (depth > deepestNesting) throw scanner.failure('fewer levels of and/or');
  scanner.skipSpace();
  scanner.expect('(');
  const members: Condition[] = [];
  do {
    scanner.skipSpace();
    members.push(parseMember(scanner, depth));
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpace();
  return { kind: 'group', connective, negated, members };
}

function parseMember(scanner: Scanner, depth: number): Condition {
  const nested = scanner.takeMatch(/(not\.)?(and|or)(?=[ \t]*\()/y);
  if (nested) {
    const connective = nested[2] === 'and' ? 'and' : 'or';
    return parseMembers(scanner, connective, nested[1] !== undefined, depth + 1);
  }
  const field = scanner.takeField();
  scanner.expect('.');
  const negated = scanner.take('not.');
  const operation = parseOperation(scanner, () => takeNestedValue(scanner));
  return { kind: 'filter', field, negated, operation };
}

function parseOperation(scanner: Scanner, takeValue: () => string): Operation {
  const start = scanner.position;
  const name = scanner.takeMatch(operatorName)?.[1];
  const operator = comparisonOperators.find((known) => known === name);
  const quantifier = quantifiable.has(name ?? '')
    ? scanner.takeMatch(/\((any|all)\)/y)?.[1]
    : undefined;
  if ((!operator && name !== 'in' && name !== 'is') || !scanner.startsWith('.')) {
    if (!operator && name !== 'in' && name !== 'is') scanner.position = start;
    throw scanner.failure('"not" or operator (eq, gt, ...)');
  }
  scanner.expect('.');
  if (name === 'in') return { operator: 'in', values: takeList(scanner) };
  if (!operator) return { operator: 'is', value: takeIsValue(scanner) };
  if (quantifier === 'any' || quantifier === 'all') {
    return { operator, quantifier, value: takeValue() };
  }
  return { operator, value: takeValue() };
}

function takeIsValue(scanner: Scanner): IsValue {
  const start = scanner.position;
  const word = scanner.takeMatch(/[a-z_]+/iy)?.[0].toLowerCase();
  const value = isValues.find((known) => known === word);
  if (value) return value;
  scanner.position = start;
  throw scanner.failure('isVal: (null, not_null, true, false, unknown)');
}

function takeList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const values: string[] = [];
  do {
    values.push(takeListElement(scanner));
  } while (scanner.take(','));
  scanner.skipSpace();
  scanner.expect(')');
  scanner.skipSpace();
  return values.length === 1 && values[0] === '' ? [] : values;
}

function takeListElement(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = scanner.takeQuoted();
  if (
    quoted !== undefined &&
    (scanner.atEnd || /[,)]/.test(scanner.text[scanner.position] ?? ''))
  ) {
    return quoted;
  }
  scanner.position = start;
  return scanner.takeMatch(/[^,)]*/uy)?.[0] ?? '';
}

function takeNestedValue(scanner: Scanner): string {
  return scanner.startsWith('{')
    ? (scanner.takeMatch(/\{[^{}]*\}/uy)?.[0] ?? takeListElement(scanner))
    : takeListElement(scanner);
}
