import { unknownColumn, unknownTable } from './errors.ts';

/** A column as the catalogue has it. `type` and `defaultExpression` are SQL from the catalogue itself. */
export type Column = { name: string; type: string; defaultExpression: string | null };

/** A table, a view, or the rows that a function returns. */
export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

/** A function that can be called with named arguments. */
export type Routine = {
  name: string;
  arguments: { name: string; type: string; required: boolean }[];
  returnsSet: boolean;
  result: 'void' | 'scalar' | 'composite';
  /** What a row of the result has, where it is composite. */
  relation: Relation;
};

/** What the API exposes: the schema public. A name may stand for several functions. */
export type Schema = { tables: Map<string, Relation>; routines: Map<string, Routine[]> };

/** @throws TablesError PGRST205 */
export function tableNamed(schema: Schema, name: string): Relation {
  const table = schema.tables.get(name);
  if (!table) throw unknownTable(name);
  return table;
}

/** @throws TablesError 42703 */
export function columnNamed(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  return column;
}
