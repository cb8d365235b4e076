/** A field of a record that two people may have filled in differently. */
export type Field<Value> = {
  label: string;
  /** What two versions are compared by. */
  read: (value: Value) => unknown;
  /** `into` with this field as `from` has it. */
  take: (into: Value, from: Value) => Value;
};

export type Side = 'mine' | 'theirs';

/** A field that is one column, or several that only go together. */
export function columnField<Value extends object>(
  label: string,
  ...columns: (keyof Value)[]
): Field<Value> {
  return {
    label,
    read: (value) => columns.map((column) => value[column]),
    take(into, from) {
      const taken = { ...into };
      for (const column of columns) taken[column] = from[column];
      return taken;
    },
  };
}

/** The fields in which two versions of a record differ. */
export function differingFields<Value, Some extends Field<Value>>(
  fields: Some[],
  mine: Value,
  theirs: Value,
): Some[] {
  return fields.filter((field) => !sameValue(field.read(mine), field.read(theirs)));
}

/**
 * Whose field stands until somebody chooses: theirs where I left it as I found it, mine otherwise.
 * @param base the record as I found it; undefined where that is not known any more
 */
export function suggestedSide<Value>(
  field: Field<Value>,
  base: Value | undefined,
  mine: Value,
): Side {
  return base !== undefined && sameValue(field.read(base), field.read(mine)) ? 'theirs' : 'mine';
}

/** My version with the fields of theirs that `sideOf` gives to them. */
export function merged<Value>(
  fields: Field<Value>[],
  mine: Value,
  theirs: Value,
  sideOf: (field: Field<Value>) => Side,
): Value {
  return fields
    .filter((field) => sideOf(field) === 'theirs')
    .reduce((value, field) => field.take(value, theirs), mine);
}

/** Whether two JSON values say the same: null, undefined and '' are all nothing, and keys have no order. */
export function sameValue(one: unknown, other: unknown): boolean {
  const [left, right] = [one ?? '', other ?? ''];
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, n) => sameValue(item, right[n]));
  }
  if (isObject(left) && isObject(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => sameValue(left[key], right[key]));
  }
  return left === right;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
