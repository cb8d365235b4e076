import { type Caller, isVisitor } from '#backend/database/database.ts';
import { HttpError, shorten } from '#backend/http-error.ts';
import type { Condition, Operation, OrderTerm, RowRange, SelectItem } from './parse-query.ts';

/** Everything that a visitor may use. A new entry needs a test and a measured cost on long texts. */
const allowed = {
  operators: new Set<Operation['operator']>([
    ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'like', 'ilike'] as const),
  ]),
  functions: new Set([
    'get_delivery_price',
    'get_free_delivery_km',
    'get_image_alt_texts',
    'get_shown_hst_number',
    'has_demonstration_content',
    'list_approved_reviews',
    'open_page_preview',
    'price_choices',
    'price_design',
    // These need the token of a link, and are limited by it.
    'open_quote',
    'view_quote',
    'choose_quote_options',
    'review_quote',
    'accept_quote',
    'decline_quote',
    'send_quote_message',
    'stop_quote_reminders',
    'find_quote_document',
    'open_quote_request',
    'add_to_quote_request',
    'open_customer_review',
    'save_customer_review',
    // These need a signature of the website.
    'claim_quote_document',
    'store_quote_document',
    'count_visits',
  ]),
};

/** Limits on the cost of a visitor's request. docs/backend.md has the times of requests that reach them. */
export const visitorLimits = {
  maxConditions: 12,
  maxNesting: 3,
  maxPatterns: 3,
  maxPatternLength: 100,
  maxWildcards: 6,
  /** In all lists of a request together. */
  maxListValues: 200,
  maxSelectItems: 30,
  maxOrderTerms: 4,
  maxOffset: 100_000n,
  maxPayloadBytes: 256 * 1024,
  maxRows: 20,
} as const;

/** A request to a table or a function, after parsing. */
type ParsedRequest = {
  conditions: Condition[];
  items?: SelectItem[];
  order?: OrderTerm[];
  range?: RowRange;
  /** A call of a function, with the number of values in the lists of its arguments. */
  routine?: { name: string; listValues: number };
  payload?: { json: string; count?: number } | undefined;
};

/**
 * Returns what a visitor may not do in this request, as a phrase after "visitors may not", or
 * undefined if all of it is allowed. The result depends only on the request.
 */
export function findVisitorViolation(request: ParsedRequest): string | undefined {
  return violations(request).next().value ?? undefined;
}

/** @throws HttpError 403 with 42501 if the caller is a visitor and the request has a violation */
export function requireAllowed(caller: Caller, violation: string | undefined): void {
  if (violation && isVisitor(caller)) {
    throw new HttpError(403, '42501', `visitors may not ${violation}`);
  }
}

/** Returns 403 with 42501 to a visitor for a feature that is not implemented; other callers get 400 with PGRST127. */
export function toCallerError(caller: Caller | undefined, error: unknown): unknown {
  const isDenied =
    caller && isVisitor(caller) && error instanceof HttpError && error.code === 'PGRST127';
  if (!isDenied) return error;
  const feature = error.message.replace('Feature not implemented: ', '');
  return new HttpError(403, '42501', `visitors may not use ${feature}`);
}

type PatternOperation = Exclude<Operation, { operator: 'is' | 'in' }>;
type Violations = Generator<string, void>;

function* violations(request: ParsedRequest): Violations {
  const { routine, payload, range } = request;
  const { maxListValues, maxPayloadBytes, maxRows, maxOffset } = visitorLimits;
  if (routine && !allowed.functions.has(routine.name)) {
    yield `call the function ${routine.name.slice(0, 63)}`;
  }
  if (routine && routine.listValues > maxListValues) {
    yield `pass lists of more than ${maxListValues} values`;
  }
  if (payload && Buffer.byteLength(payload.json) > maxPayloadBytes) {
    yield `send bodies of more than ${maxPayloadBytes / 1024} KiB`;
  }
  if ((payload?.count ?? 0) > maxRows) yield `insert more than ${maxRows} rows at once`;
  yield* conditionViolations(request.conditions);
  yield* selectViolations(request.items ?? []);
  yield* orderViolations(request.order ?? []);
  if (range && range.offset > maxOffset) yield `use an offset of more than ${maxOffset}`;
}

function* conditionViolations(conditions: Condition[]): Violations {
  const { maxConditions, maxPatterns, maxNesting, maxListValues } = visitorLimits;
  let filters = 0;
  let listValues = 0;
  let patterns = 0;
  for (const { condition, depth } of flatten(conditions)) {
    if (depth > maxNesting) yield `nest and/or deeper than ${maxNesting} levels`;
    if (condition.type === 'group') continue;
    yield* operationViolations(condition.operation);
    filters += 1;
    if (isPattern(condition.operation)) patterns += 1;
    if (condition.operation.operator === 'in') listValues += condition.operation.values.length;
  }
  if (filters > maxConditions) yield `use more than ${maxConditions} filters`;
  if (patterns > maxPatterns) yield `use like and ilike more than ${maxPatterns} times`;
  if (listValues > maxListValues) yield `list more than ${maxListValues} values`;
}

/** @param depth of the groups around the conditions */
function* flatten(
  conditions: Condition[],
  depth = 0,
): Generator<{ condition: Condition; depth: number }> {
  for (const condition of conditions) {
    const isGroup = condition.type === 'group';
    yield { condition, depth: isGroup ? depth + 1 : depth };
    if (isGroup) yield* flatten(condition.members, depth + 1);
  }
}

function* operationViolations(operation: Operation): Violations {
  const { maxPatternLength, maxWildcards } = visitorLimits;
  if (!allowed.operators.has(operation.operator)) yield `use the operator ${operation.operator}`;
  if (!isPattern(operation)) return;
  if (operation.value.length > maxPatternLength) {
    yield `use patterns of more than ${maxPatternLength} characters`;
  }
  if ((operation.value.match(/[*%_]/g)?.length ?? 0) > maxWildcards) {
    yield `use patterns of more than ${maxWildcards} wildcards`;
  }
}

function isPattern(operation: Operation): operation is PatternOperation {
  return operation.operator === 'like' || operation.operator === 'ilike';
}

function* selectViolations(items: SelectItem[]): Violations {
  const { maxSelectItems } = visitorLimits;
  const selected = new Set<string>();
  if (items.length > maxSelectItems) yield `select more than ${maxSelectItems} items`;
  for (const item of items) {
    const name = item === '*' ? item : item.column;
    // Each repetition of a long column adds all of it to the response.
    if (selected.has(name)) yield `select ${name} more than once`;
    selected.add(name);
  }
}

function* orderViolations(terms: OrderTerm[]): Violations {
  const { maxOrderTerms } = visitorLimits;
  if (terms.length > maxOrderTerms) yield `order by more than ${maxOrderTerms} columns`;
}

const date = String.raw`\d{4,6}-\d{2}-\d{2}`;
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`;
const offset = String.raw`(?: ?(?:Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?`;
const dateTime = new RegExp(`^${date}(?:[T ]${time}${offset})?(?: BC)?$`, 'i');
const timeOfDay = new RegExp(`^${time}${offset}$`, 'i');

/** ISO 8601 for each type in which PostgreSQL would read time zone names. PostgreSQL itself writes ` BC`. */
const isoPatterns: Record<string, RegExp> = {
  date: dateTime,
  'timestamp without time zone': dateTime,
  'timestamp with time zone': dateTime,
  'time without time zone': timeOfDay,
  'time with time zone': timeOfDay,
};

const maxNumericLength = 1000;
const maxNumericExponent = 400;

/**
 * Rejects a short value that costs PostgreSQL much memory. Every time zone named in a date
 * (`2020-01-01 0:0 AAAAA-5`) is cached as long as the connection lives, at 23 kB each, so dates and
 * times must be ISO 8601. Numerics are written out: `1e131071` becomes 64 kB.
 *
 * @param type as named by `format_type`; every element of a list is checked
 * @throws HttpError 22007, 22003
 */
export function checkValue(value: string, type: string): void {
  if (!isChecked(type)) return;
  if (type.endsWith('[]')) {
    for (const element of parseArrayElements(value)) {
      if (!/^\s*null\s*$/i.test(element)) checkScalar(element.trim(), type.slice(0, -2));
    }
  } else checkScalar(value, type);
}

/**
 * Checks a value of a JSON body as PostgreSQL casts it: strings by their text, other values by
 * their JSON.
 *
 * @throws HttpError 22007, 22003
 */
export function checkJsonValue(value: unknown, type: string): void {
  if (value === null || value === undefined || !isChecked(type)) return;
  if (Array.isArray(value) && type.endsWith('[]')) {
    for (const element of value.flat(Number.POSITIVE_INFINITY)) {
      checkJsonValue(element, type.slice(0, -2));
    }
    return;
  }
  // JSON.parse turns 1e131071 into Infinity.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) throw overflow();
  checkValue(typeof value === 'string' ? value : JSON.stringify(value), type);
}

/** Checks what each row of a body writes to each column. @throws HttpError 22007, 22003 */
export function checkRows(
  rows: Record<string, unknown>[],
  columns: { name: string; type: string }[],
): void {
  for (const { name, type } of columns) {
    if (!isChecked(type)) continue;
    for (const row of rows) if (Object.hasOwn(row, name)) checkJsonValue(row[name], type);
  }
}

function isChecked(type: string): boolean {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  return element === 'numeric' || Object.hasOwn(isoPatterns, element);
}

function checkScalar(value: string, type: string) {
  if (type === 'numeric') return checkNumeric(value);
  if (isoPatterns[type]?.test(value)) return;
  throw new HttpError(
    400,
    '22007',
    `invalid input syntax for type ${type.replace(' without time zone', '')}: "${shorten(value)}"`,
  );
}

/** PostgreSQL 16 also reads `1_000`, `0x1f` and the like. */
const numericPattern = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|NaN|inf(?:inity)?)\s*$/i;

function checkNumeric(value: string) {
  if (/[_xob]/i.test(value) && !numericPattern.test(value)) {
    throw new HttpError(400, '22P02', `invalid input syntax for type numeric: "${shorten(value)}"`);
  }
  const exponent = Number(/e([+-]?\d+)\s*$/i.exec(value)?.[1] ?? 0);
  if (value.length > maxNumericLength || Math.abs(exponent) > maxNumericExponent) throw overflow();
}

function overflow() {
  return new HttpError(400, '22003', 'value overflows numeric format');
}

const maxLikeLength = 2000;
const maxExpressionCost = 2000;
const maxBrackets = 1000;
const backReference = /\\[1-9]/;
/** `(?x)` allows spaces and comments inside a repetition, `(?b)` and `***` change the syntax itself. */
const syntaxOptions = /^\s*\*\*\*|\(\?[a-z]+\)/i;

/**
 * Rejects regular expressions that cost too much memory to compile, such as `(a{255}){255}`: the
 * cost is estimated as the length times the repetitions.
 *
 * @throws HttpError 2201B
 */
export function checkExpression(pattern: string) {
  const repetitions = [...pattern.matchAll(/\{\s*(\d*)\s*,?\s*(\d*)/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    1,
  );
  const isLarge = pattern.length * repetitions > maxExpressionCost;
  if (isLarge || backReference.test(pattern) || syntaxOptions.test(pattern)) {
    throw new HttpError(
      400,
      '2201B',
      'invalid regular expression: regular expression is too complex',
    );
  }
}

/**
 * Returns the elements of an array literal of PostgreSQL, of all dimensions, so that each can be
 * checked. Text outside of quotes retains the spaces that PostgreSQL trims.
 */
export function parseArrayElements(literal: string): string[] {
  const elements: string[] = [];
  let element = '';
  let isElement = false;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of literal) {
    if (!isEscaped && character === '\\') {
      isEscaped = true;
      continue;
    }
    if (!isEscaped && !isQuoted && '{},'.includes(character)) {
      if (isElement) elements.push(element);
      element = '';
      isElement = false;
      continue;
    }
    isElement ||= isEscaped || character.trim() !== '';
    if (!isEscaped && character === '"') isQuoted = !isQuoted;
    else element += character;
    isEscaped = false;
  }
  return isElement ? [...elements, element] : elements;
}

/** Rejects a `like` pattern that may recurse deeper than the stack allows. @throws HttpError 22025 */
export function checkLike(pattern: string) {
  if (pattern.length > maxLikeLength) {
    throw new HttpError(400, '22025', `LIKE pattern is longer than ${maxLikeLength} characters`);
  }
}

/** Rejects JSON in a parameter that may nest deeper than the stack allows. @throws HttpError 22P02 */
export function checkJson(value: string) {
  if ((value.match(/[[{]/g)?.length ?? 0) > maxBrackets) {
    throw new HttpError(400, '22P02', `JSON value has more than ${maxBrackets} brackets`);
  }
}
