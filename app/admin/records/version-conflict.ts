import type { ReactNode } from 'react';

/** How the conflict dialog names, compares and shows a field of a form; a text is its label. */
export type Field =
  | string
  | {
      label: string;
      /** A column that is compared and saved with it. */
      companion?: string;
      show?: 'images' | 'richText' | ((value: never, columns: never) => ReactNode);
    }
  /** Each key of a JSON column is a field. */
  | { keys: Readonly<Record<string, Field>> };

/** The fields of a form, in the order of the dialog; null for a column that is not compared by itself. */
export type Fields<Columns> = { readonly [Column in keyof Columns]-?: Field | null };

type ComparedField = Exclude<Field, string | { keys: unknown }> & { path: readonly string[] };
export type FieldDifference = ComparedField & { isMine: boolean };

function listFields(fields: object, parents: readonly string[] = []): ComparedField[] {
  return Object.entries(fields as Fields<Record<string, unknown>>).flatMap(([key, field]) => {
    const path = [...parents, key];
    if (field === null) return [];
    if (typeof field === 'string') return [{ path, label: field }];
    return 'keys' in field ? listFields(field.keys, path) : [{ path, ...field }];
  });
}

/** @param base the columns that the form started with */
export function getDifferences(
  fields: object,
  mine: object,
  theirs: object,
  base: object,
): FieldDifference[] {
  return listDiffering(fields, mine, theirs).map((field) => ({
    ...field,
    isMine: !hasSameValue(field, mine, base),
  }));
}

/** The columns changed in the form. A JSON column keeps the other keys of `theirs`. */
export function getChangedColumns<Columns extends object>(
  fields: object,
  mine: Columns,
  theirs: object,
  base: object,
): Partial<Columns> {
  const changes: Record<string, unknown> = {};
  for (const { path, companion } of listDiffering(fields, mine, base)) {
    const [column = '', ...keys] = path;
    const current = { ...theirs, ...changes } as Record<string, unknown>;
    changes[column] = setNested(current[column], keys, getValue(mine, path));
    if (companion) changes[companion] = getValue(mine, [companion]);
  }
  return changes as Partial<Columns>;
}

export function getValue(record: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => toRecord(value)[key], record);
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function setNested(value: unknown, [key, ...rest]: string[], nested: unknown): unknown {
  if (key === undefined) return nested;
  const { [key]: before, ...others } = toRecord(value);
  const changed = setNested(before, rest, nested);
  return changed === undefined ? others : { ...others, [key]: changed };
}

function listDiffering(fields: object, mine: object, other: object): ComparedField[] {
  return listFields(fields).filter(
    (field) => (field.path[0] ?? '') in mine && !hasSameValue(field, mine, other),
  );
}

function hasSameValue({ path, companion }: ComparedField, one: object, other: object): boolean {
  const paths = companion ? [path, [companion]] : [path];
  return paths.every((each) => isSameValue(getValue(one, each), getValue(other, each)));
}

/** Treats null, undefined, '' and [] as the same value. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const serialize = (value: unknown) =>
    value === '' || (Array.isArray(value) && value.length === 0)
      ? 'null'
      : JSON.stringify(value ?? null);
  return serialize(one) === serialize(other);
}
