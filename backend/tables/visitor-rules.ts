import { type Caller, isVisitor } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import type { Condition, Operation, OrderTerm, RowRange, SelectItem } from './parse-query.ts';

/** All that a visitor may use. An entry needs a test and a measured cost on long texts. */
const allowed = {
  operators: new Set<Operation['operator']>([
    ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'like', 'ilike'] as const),
  ]),
  functions: new Set([
    'get_image_alt_texts',
    'price_design',
    // By the token of a link; each is limited by it.
    'open_quote',
    'view_quote',
    'choose_quote_options',
    'review_quote',
    'accept_quote',
    'decline_quote',
    'send_quote_message',
    'stop_quote_reminders',
    'find_quote_document',
    // By a signature of the website.
    'claim_quote_document',
    'store_quote_document',
  ]),
};

/**
 * What one request of a visitor may cost. docs/backend.md has the times of requests that reach the
 * limits.
 */
export const visitorLimits = {
  maxConditions: 12,
  maxNesting: 3,
  maxPatterns: 3,
  maxPatternLength: 100,
  maxWildcards: 6,
  /** Of all lists of a request together. */
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
 * Returns what a visitor may not do in this request, as it continues "visitors may not", or undefined
 * if all of it is allowed. The result depends on the request alone.
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
    // Each repetition of a long column makes the response longer by all of it.
    if (selected.has(name)) yield `select ${name} more than once`;
    selected.add(name);
  }
}

function* orderViolations(terms: OrderTerm[]): Violations {
  const { maxOrderTerms } = visitorLimits;
  if (terms.length > maxOrderTerms) yield `order by more than ${maxOrderTerms} columns`;
}
