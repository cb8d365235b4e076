import { readFile, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { readMigrations } from '#backend/database/migrate.ts';

// Writes app/data/database.types.ts, in the shape that supabase-js takes, from the catalogue of a
// migrated database. With --check it only reports whether the file is up to date.

type Column = {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
};

type DatabaseFunction = {
  name: string;
  arguments: Field[];
  returns: string;
  returns_set: boolean;
  /** Null unless the function returns rows of a table. */
  returns_table: string | null;
  /** The columns of `returns table (...)`. */
  returned_columns: Field[];
};

type Field = { name: string; type: string };

const target = new URL('../app/data/database.types.ts', import.meta.url);

const scalarTypes: Record<string, string> = {
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  jsonb: 'Json',
  json: 'Json',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
};

const types = await generate();
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '');
  if (current !== types) {
    process.stderr.write('app/data/database.types.ts is out of date: run `npm run types`.\n');
    process.exit(1);
  }
} else {
  await writeFile(target, types);
}

async function generate(): Promise<string> {
  const pglite = new PGlite();
  for (const directory of ['backend/database/platform', 'supabase/migrations']) {
    for (const { script } of await readMigrations(directory)) await pglite.exec(script);
  }
  const { rows: columns } = await pglite.query<Column>(`
    select c.relname as table_name, a.attname as column_name,
      regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type,
      not a.attnotnull as nullable, a.atthasdef as has_default,
      a.attgenerated <> '' as generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const { rows: functions } = await pglite.query<DatabaseFunction>(`
    select p.proname as name, format_type(p.prorettype, null) as returns,
      p.proretset as returns_set, c.relname as returns_table,
      coalesce(fields.arguments, '[]') as arguments,
      coalesce(fields.columns, '[]') as returned_columns
    from pg_proc p
      left join pg_type t on t.oid = p.prorettype
      left join pg_class c on c.oid = t.typrelid and c.relkind = 'r',
      lateral (
        select
          jsonb_agg(field order by position) filter (where mode = 'i') as arguments,
          jsonb_agg(field order by position) filter (where mode = 't') as columns
        from (
          select position, coalesce(p.proargmodes[position], 'i') as mode,
            jsonb_build_object('name', p.proargnames[position], 'type', format_type(type, null)) as field
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u (type, position)
        ) as parameters
      ) as fields
    where p.pronamespace = 'public'::regnamespace
    order by p.proname`);
  await pglite.close();

  const tables = Map.groupBy(columns, (column) => column.table_name);
  return `// Generated from supabase/migrations by scripts/database-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${[...tables].map(([name, tableColumns]) => renderTable(name, tableColumns)).join('\n')}
    };
    Views: Record<never, never>;
    Functions: {
${functions.map(renderFunction).join('\n')}
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

/** A row of the table as it is read. */
export type Row<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Row'];

/** A new row of the table. Columns with a default are optional. */
export type Insert<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Insert'];

/** A change to a row of the table. */
export type Update<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Update'];
`;
}

function renderTable(name: string, columns: Column[]): string {
  const renderLines = (some: Column[], render: (column: Column) => string) =>
    some.map((column) => `          ${render(column)};`).join('\n');
  const writable = columns.filter(({ generated }) => !generated);
  return `      ${name}: {
        Row: {
${renderLines(columns, (column) => `${column.column_name}: ${columnType(column)}`)}
        };
        Insert: {
${renderLines(writable, (column) => `${column.column_name}${column.nullable || column.has_default ? '?' : ''}: ${columnType(column)}`)}
        };
        Update: {
${renderLines(writable, (column) => `${column.column_name}?: ${columnType(column)}`)}
        };
        Relationships: [];
      };`;
}

function renderFunction(fn: DatabaseFunction): string {
  return `      ${fn.name}: {
        Args: ${renderFields(fn.arguments)};
        Returns: ${returnType(fn)};
      };`;
}

function renderFields(fields: Field[]): string {
  if (fields.length === 0) return 'Record<never, never>';
  const line = `{ ${fields.map(({ name, type }) => `${name}: ${scalarType(type)}`).join('; ')} }`;
  if (line.length <= 85) return line;
  return `{\n${fields.map(({ name, type }) => `          ${name}: ${scalarType(type)};`).join('\n')}\n        }`;
}

function returnType(fn: DatabaseFunction): string {
  const single = fn.returns_table
    ? `Database['public']['Tables']['${fn.returns_table}']['Row']`
    : fn.returned_columns.length > 0
      ? renderFields(fn.returned_columns)
      : scalarType(fn.returns);
  return fn.returns_set ? `${single}[]` : single;
}

function columnType({ type, nullable }: Column): string {
  return scalarType(type) + (nullable ? ' | null' : '');
}

function scalarType(type: string): string {
  return scalarTypes[type] ?? 'string';
}
