/** The vocabulary of a request's query string, after parsing and before SQL. */

/** One step of a JSON path: `->key`, `->>key`, `->0`. */
export type JsonStep =
  | { arrow: '->' | '->>'; key: string }
  | { arrow: '->' | '->>'; index: string };

/** A column, or a place inside one. */
export type Field = { column: string; path: JsonStep[] };

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'field'; field: Field; cast?: string; alias?: string };

export type Operation =
  | { operator: 'is'; value: IsValue }
  | { operator: 'in'; values: string[] }
  | { operator: ComparisonOperator; quantifier?: 'any' | 'all'; value: string };

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type ComparisonOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'isdistinct';

export type Condition =
  | { kind: 'filter'; field: Field; negated: boolean; operation: Operation }
  | { kind: 'group'; connective: 'and' | 'or'; negated: boolean; members: Condition[] };

export type OrderTerm = {
  field: Field;
  direction?: 'asc' | 'desc';
  nulls?: 'nullsfirst' | 'nullslast';
};

/** Rows `offset` to `offset + limit`; a limit of null means all. */
export type RowRange = { offset: bigint; limit: bigint | null };
