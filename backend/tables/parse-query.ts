import { HttpError, shorten } from '#backend/http-error.ts';

// PostgREST's grammar of query strings, without the features that notImplemented names:
// https://docs.postgrest.org/en/stable/references/api/tables_views.html

export type SelectItem = '*' | { column: string; alias?: string };

const comparisonOperators = [
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const),
  ...(['cs', 'cd', 'ov', 'isdistinct'] as const),
];
export type ComparisonOperator = (typeof comparisonOperators)[number];

const unsupportedOperators = new Map<string | undefined, string>([
  ...['fts', 'plfts', 'phfts', 'wfts'].map((name) => [name, 'full-text search'] as const),
  ...['sl', 'sr', 'nxl', 'nxr', 'adj'].map((name) => [name, 'range operators'] as const),
]);

const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

export type Operation =
  | { operator: 'is'; value: (typeof isValues)[number] }
  | { operator: 'in'; values: string[] }
  | { operator: ComparisonOperator; value: string };

export type Condition =
  | { type: 'filter'; column: string; negated: boolean; operation: Operation }
  | { type: 'group'; connective: 'and' | 'or'; negated: boolean; members: Condition[] };

export type OrderTerm = {
  column: string;
  direction?: 'asc' | 'desc' | undefined;
  nulls?: 'first' | 'last' | undefined;
};

/** Rows `offset` to `offset + limit`; a limit of null means all. */
export type RowRange = { offset: bigint; limit: bigint | null };

export type QueryParameters = {
  conditions: Condition[];
  /** Unparsed, because a request that returns no rows may have anything here. */
  select: string;
  order: string | null;
  limit: string | null;
  offset: string | null;
  columns: string[] | undefined;
  onConflict: string[] | undefined;
};

const embeddedResources = 'embedded resources';
const reserved = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);
const maxFilters = 1000;
/** Each item can repeat a whole column, and the response is built in memory. */
const maxSelectItems = 100;
const maxNesting = 16;
const maxBigint = 2n ** 63n - 1n;

/**
 * Parses a query string: reserved names, `and`/`or` groups, and every other parameter as a filter on
 * the column of its name.
 *
 * @throws HttpError PGRST100, PGRST127, 22021 for a NUL character
 */
export function parseQuery(text: string): QueryParameters {
  const parameters = new URLSearchParams(text);
  const conditions: Condition[] = [];
  for (const [key, value] of parameters) {
    if (key.includes('\0') || value.includes('\0')) {
      throw new HttpError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
    }
    if (!reserved.has(key)) conditions.push(parseCondition(key, value));
  }
  if (countFilters(conditions) > maxFilters) {
    throw unparsable('"failed to parse filters"', `more than ${maxFilters} filters`);
  }
  return {
    conditions,
    select: parameters.get('select') ?? '*',
    order: parameters.get('order') || null,
    limit: parameters.get('limit') || null,
    offset: parameters.get('offset') || null,
    columns: parseNames('columns parameter', parameters.get('columns')),
    onConflict: parseNames('on_conflict parameter', parameters.get('on_conflict')),
  };
}

function countFilters(conditions: Condition[]): number {
  return conditions.reduce(
    (count, condition) =>
      count + (condition.type === 'group' ? countFilters(condition.members) : 1),
    0,
  );
}

function parseNames(label: string, text: string | null): string[] | undefined {
  if (text === null) return undefined;
  const scanner = new Scanner(text, label);
  const names = new Set<string>();
  do {
    names.add(scanner.takeColumn());
  } while (scanner.take(','));
  scanner.expectEnd();
  return [...names];
}

/**
 * Parses the `select` parameter: `*`, `column`, `alias:column`, separated by commas. An empty text
 * means all columns.
 *
 * @throws HttpError PGRST100, PGRST123 (aggregates), PGRST127 (casts, JSON paths, embedded resources)
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter');
  scanner.skipSpace();
  if (scanner.atEnd) return ['*'];
  const items: SelectItem[] = [];
  do {
    if (items.length === maxSelectItems) throw scanner.error(`at most ${maxSelectItems} items`);
    items.push(parseSelectItem(scanner));
  } while (scanner.take(','));
  scanner.expectEnd();
  return items;
}

function parseSelectItem(scanner: Scanner): SelectItem {
  scanner.skipSpace();
  if (scanner.startsWith('...')) throw notImplemented(embeddedResources);
  if (scanner.take('*')) {
    scanner.skipSpace();
    return '*';
  }
  const first = scanner.takeColumn();
  const isAlias = !scanner.startsWith('::') && scanner.take(':');
  const column = isAlias ? scanner.takeColumn() : first;
  if (scanner.startsWith('::')) throw notImplemented('casts in select');
  const isAggregate = scanner.startsWith('()')
    ? column === 'count'
    : scanner.takeMatch(/\.(?:sum|avg|count|max|min)\(\)/y);
  if (isAggregate) {
    throw new HttpError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
  }
  if (scanner.startsWith('(') || scanner.startsWith('!')) throw notImplemented(embeddedResources);
  if (!scanner.atEnd && !scanner.startsWith(',')) throw scanner.error('"," or end of input');
  return isAlias ? { column, alias: first } : { column };
}

/** Parses `order`: `column.desc.nullslast,column`. @throws HttpError PGRST100, PGRST127 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    const column = scanner.takeColumn();
    if (scanner.startsWith('(')) throw notImplemented(embeddedResources);
    const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : undefined;
    const [, nulls] = scanner.takeMatch(/\.nulls(first|last)/y) ?? [];
    scanner.skipSpace();
    if (!scanner.atEnd && !scanner.startsWith(',')) {
      throw scanner.error('asc, desc, nullsfirst, nullslast, "," or end of input');
    }
    terms.push({ column, direction, nulls: nulls as OrderTerm['nulls'] });
  } while (scanner.take(','));
  scanner.expectEnd();
  return terms;
}

/**
 * The requested rows, from `limit` and `offset` and from the header `Range: 0-9` (GET only,
 * https://docs.postgrest.org/en/stable/references/api/pagination_count.html). If both are given,
 * the overlap of both.
 *
 * @throws HttpError PGRST103 for an empty or negative range, PGRST100 for text that isn't a number
 */
export function parseRange({
  limit,
  offset,
  header,
}: {
  limit: string | null;
  offset: string | null;
  header: string | null;
}): RowRange {
  const size = limit === null ? null : parseInteger('limit', limit);
  const start = offset === null ? 0n : parseInteger('offset', offset);
  if (size === 0n) return { offset: clamp(start), limit: 0n };
  const [, from = '0', to] = /^(?:items=)?(\d{1,18})-(\d{0,18})$/.exec(header ?? '') ?? [];
  if (to && BigInt(to) < BigInt(from)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const first = [0n, start, BigInt(from)].reduce((one, other) => (one > other ? one : other));
  const ends = [size === null ? null : start + size - 1n, to ? BigInt(to) : null];
  const [last] = ends.filter((end) => end !== null).sort((one, other) => (one < other ? -1 : 1));
  if (last === undefined) return { offset: clamp(first), limit: null };
  if (last < first) throw invalidRange('Limit should be greater than or equal to zero.');
  return { offset: clamp(first), limit: clamp(last - first + 1n) };
}

function parseInteger(name: string, text: string): bigint {
  if (/^ *-?\d{1,40} *$/.test(text)) return BigInt(text.trim());
  throw unparsable(`"failed to parse ${name}" (line 1, column 1)`, 'expecting an integer');
}

function clamp(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > maxBigint ? maxBigint : value;
}

/** Parses one filter or group: `column=not.eq.value`, `or=(a.eq.1,not.and(b.is.null,c.in.(1,2)))`. */
function parseCondition(key: string, value: string): Condition {
  const group = /^(not\.)?(and|or)$/.exec(key);
  if (group) {
    const scanner = new Scanner(value, 'logic tree');
    const connective = group[2] === 'and' ? 'and' : 'or';
    const condition = parseGroup(scanner, connective, group[1] !== undefined, 1);
    scanner.expectEnd();
    return condition;
  }
  const keyScanner = new Scanner(key, 'tree path');
  const column = keyScanner.takeColumn();
  if (keyScanner.startsWith('.')) throw notImplemented(embeddedResources);
  keyScanner.expectEnd();
  const scanner = new Scanner(value, 'filter');
  const negated = scanner.take('not.');
  const operation = parseOperation(scanner, () => scanner.takeRest());
  scanner.expectEnd();
  return { type: 'filter', column, negated, operation };
}

function parseGroup(
  scanner: Scanner,
  connective: 'and' | 'or',
  negated: boolean,
  depth: number,
): Condition {
  if (depth > maxNesting) throw scanner.error('fewer levels of and/or');
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
  return { type: 'group', connective, negated, members };
}

function parseMember(scanner: Scanner, depth: number): Condition {
  const nested = scanner.takeMatch(/(not\.)?(and|or)(?=[ \t]*\()/y);
  if (nested) {
    const connective = nested[2] === 'and' ? 'and' : 'or';
    return parseGroup(scanner, connective, nested[1] !== undefined, depth + 1);
  }
  const column = scanner.takeColumn();
  scanner.expect('.');
  const negated = scanner.take('not.');
  const operation = parseOperation(scanner, () => takeNestedValue(scanner));
  return { type: 'filter', column, negated, operation };
}

function parseOperation(scanner: Scanner, takeValue: () => string): Operation {
  const start = scanner.position;
  const name = scanner.takeMatch(/[a-z]+/y)?.[0];
  const operator = comparisonOperators.find((known) => known === name);
  const isKnown = operator !== undefined || name === 'in' || name === 'is';
  if (isKnown && scanner.takeMatch(/\((?:any|all)\)/y)) {
    throw notImplemented('the quantifiers any and all');
  }
  const unsupported = unsupportedOperators.get(name);
  if (unsupported && (scanner.startsWith('.') || scanner.startsWith('('))) {
    throw notImplemented(unsupported);
  }
  if (!isKnown) scanner.position = start;
  if (!isKnown || !scanner.take('.')) throw scanner.error('"not" or operator (eq, gt, ...)');
  if (name === 'in') return { operator: 'in', values: takeList(scanner) };
  if (operator) return { operator, value: takeValue() };
  const isStart = scanner.position;
  const word = scanner.takeMatch(/[a-z_]+/iy)?.[0].toLowerCase();
  const value = isValues.find((known) => known === word);
  if (value) return { operator: 'is', value };
  scanner.position = isStart;
  throw scanner.error('isVal: (null, not_null, true, false, unknown)');
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
  const isWhole = scanner.atEnd || scanner.startsWith(',') || scanner.startsWith(')');
  if (quoted !== undefined && isWhole) return quoted;
  scanner.position = start;
  return scanner.takeMatch(/[^,)]*/uy)?.[0] ?? '';
}

function takeNestedValue(scanner: Scanner): string {
  return scanner.takeMatch(/\{[^{}]*\}/uy)?.[0] ?? takeListElement(scanner);
}

const barePattern = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;
const quotedPattern = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/uy;

/** Reads one query parameter from left to right. */
class Scanner {
  position = 0;
  readonly #text: string;
  readonly #label: string;

  /** @param label the name of the text in error messages, such as "select parameter" */
  constructor(text: string, label: string) {
    this.#text = text;
    this.#label = label;
  }

  get atEnd(): boolean {
    return this.position >= this.#text.length;
  }

  startsWith(literal: string): boolean {
    return this.#text.startsWith(literal, this.position);
  }

  take(literal: string): boolean {
    if (!this.startsWith(literal)) return false;
    this.position += literal.length;
    return true;
  }

  /** @param pattern a sticky expression */
  takeMatch(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.#text);
    if (match) this.position += match[0].length;
    return match;
  }

  takeRest(): string {
    const rest = this.#text.slice(this.position);
    this.position = this.#text.length;
    return rest;
  }

  skipSpace() {
    this.takeMatch(/[ \t]*/y);
  }

  expect(literal: string) {
    if (!this.take(literal)) throw this.error(`"${literal}"`);
  }

  expectEnd() {
    if (!this.atEnd) throw this.error('end of input');
  }

  /** Takes a quoted value and unescapes it; undefined if none starts here. */
  takeQuoted(): string | undefined {
    return this.takeMatch(quotedPattern)?.[1]?.replace(/\\([\s\S])/gu, '$1');
  }

  /** Takes the name of a column, table or alias, bare or in quotes. */
  takeName(): string {
    const name = this.startsWith('"') ? this.takeQuoted() : this.takeMatch(barePattern)?.[0].trim();
    if (!name) throw this.error('field name (* or [a..z0..9_$])');
    return name;
  }

  takeColumn(): string {
    this.skipSpace();
    const column = this.takeName();
    if (this.startsWith('->')) throw notImplemented('JSON paths');
    this.skipSpace();
    return column;
  }

  /** Creates the error for the current position. */
  error(expected: string): HttpError {
    const found = this.atEnd
      ? 'end of input'
      : `"${String.fromCodePoint(this.#text.codePointAt(this.position) ?? 0)}"`;
    return unparsable(
      `"failed to parse ${this.#label} (${shorten(this.#text)})" (line 1, column ${this.position + 1})`,
      `unexpected ${found} expecting ${expected}`,
    );
  }
}

/** 400: a query parameter that does not parse. */
function unparsable(message: string, details: string) {
  return new HttpError(400, 'PGRST100', message, { details });
}

/** 416: limit, offset or Range describe no range of the rows. */
export function invalidRange(details: string, headers: Record<string, string> = {}) {
  return new HttpError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });
}

/** 400: a part of PostgREST's protocol that this backend does not implement. */
export function notImplemented(feature: string) {
  return new HttpError(400, 'PGRST127', `Feature not implemented: ${feature}`);
}
