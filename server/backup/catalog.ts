import { sql } from 'kysely';
import type { OwnerTransaction } from '#backend/database/database.ts';

/** A table of the database with the columns that hold data of their own. */
export type Table = {
  schema: string;
  name: string;
  /** Without the generated ones. */
  columns: { name: string; type: string }[];
  /** The columns of the primary key; empty where there is none. */
  key: string[];
  /** The tables that its foreign keys point to, as `schema.name`. */
  references: string[];
};

/** A counter: what it gave last and whether it has given it. */
export type Sequence = { schema: string; name: string; lastValue: string; isCalled: boolean };

/** What stands for `schema.name` in SQL. */
export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** An identifier in SQL, whatever characters it has. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** `schema.name`, for people and for the manifest. */
export function fullName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/**
 * Reads every table outside PostgreSQL's own schemas, each after those that it refers to. What the
 * embedded engine notes at its own starts is left out.
 *
 * @param transaction with an empty search_path, so that the names of types are complete
 */
export async function readTables(transaction: OwnerTransaction): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select space.nspname as schema, class.relname as name,
      coalesce((
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ), '[]') as columns,
      coalesce((
        select json_agg(attname order by place)
        from pg_index, unnest(indkey) with ordinality as part (number, place)
          join pg_attribute on attnum = number
        where indrelid = class.oid and indisprimary and attrelid = class.oid
      ), '[]') as key,
      coalesce((
        select json_agg(distinct other_space.nspname || '.' || other.relname)
        from pg_constraint
          join pg_class as other on other.oid = confrelid
          join pg_namespace as other_space on other_space.oid = other.relnamespace
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
      ), '[]') as references
    from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
    where class.relkind = 'r' and space.nspname !~ '^pg_' and space.nspname <> 'information_schema'
      and (space.nspname, class.relname) <> ('ridgeline', 'starts')
    order by 1, 2`.execute(transaction);
  return inOrderOfReferences(rows);
}

function inOrderOfReferences(tables: Table[]): Table[] {
  const ordered = new Set<Table>();
  const visit = (table: Table, above: Table[]) => {
    if (ordered.has(table)) return;
    if (above.includes(table)) {
      throw new Error(`The foreign keys of ${fullName(table)} lead back to itself`);
    }
    for (const name of table.references) {
      const target = tables.find((candidate) => fullName(candidate) === name);
      if (target) visit(target, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

/** Reads where each counter of the given schemas stands. */
export async function readSequences(
  transaction: OwnerTransaction,
  schemas: string[],
): Promise<Sequence[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, sequencename as name from pg_sequences order by 1, 2`.execute(
    transaction,
  );
  const sequences: Sequence[] = [];
  for (const row of rows.filter(({ schema }) => schemas.includes(schema))) {
    const state = await sql<{ lastValue: string; isCalled: boolean }>`
      select last_value::text as "lastValue", is_called as "isCalled"
      from ${sql.raw(qualified(row))}`.execute(transaction);
    sequences.push(...state.rows.map((found) => ({ ...row, ...found })));
  }
  return sequences;
}
