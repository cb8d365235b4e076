import { sql } from 'kysely';
import type { OwnerTransaction } from '#backend/database/database.ts';
import type { Migration } from '#backend/database/migrate.ts';

export type Table = {
  schema: string;
  name: string;
  /** Excludes generated columns. */
  columns: { name: string; type: string }[];
  /** The columns of the primary key, if there is one. */
  key: string[];
  /** The tables that its foreign keys reference, as `schema.name`. */
  references: string[];
};

export type Sequence = { schema: string; name: string; lastValue: string; isCalled: boolean };

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function qualifiedFromFullName(table: string): string {
  const [schema = '', name = ''] = table.split('.');
  return qualified({ schema, name });
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function fullName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/** Returns `schema.name` of each table. Others belong to another program in the same database. */
export function tablesCreatedBy(migrations: Migration[]): Set<string> {
  const created = new Set(['ridgeline.migrations']);
  for (const { script } of migrations) {
    for (const [, name = ''] of script.matchAll(
      /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+\.[a-z0-9_]+)/gim,
    )) {
      created.add(name.toLowerCase());
    }
  }
  return created;
}

/** Referenced tables come first. Type names are qualified only if the search_path is empty. */
export async function readTables(transaction: OwnerTransaction): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select space.nspname as schema, class.relname as name,
      coalesce((
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ), '[]') as columns,
      coalesce((
        select json_agg(attname order by position)
        from pg_index, unnest(indkey) with ordinality as part (number, position)
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
  return sortByReferences(rows);
}

function sortByReferences(tables: Table[]): Table[] {
  const ordered = new Set<Table>();
  const visit = (table: Table, ancestors: Table[]) => {
    if (ordered.has(table)) return;
    if (ancestors.includes(table)) {
      throw new Error(`The foreign keys of ${fullName(table)} form a cycle`);
    }
    for (const name of table.references) {
      const target = tables.find((candidate) => fullName(candidate) === name);
      if (target) visit(target, [...ancestors, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

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
