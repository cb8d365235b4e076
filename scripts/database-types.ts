import { readFile, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { readMigrations } from '#backend/database/migrate.ts';

// Writes app/data/database.types.ts, in the shape that supabase-js takes, from the migrations.
// With --check it only checks that the file is up to date.

type Column = {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  generated: boolean;
};

const target = new URL('../app/data/database.types.ts', import.meta.url);

const scalarTypes: Record<string, string> = {
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  jsonb: 'Json',
  json: 'Json',
  'text[]': 'string[]',
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
  const { rows } = await pglite.query<Column>(`
    select c.relname as table_name, a.attname as column_name,
      regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type,
      not a.attnotnull as nullable, a.atthasdef as has_default,
      a.attgenerated <> '' as generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  await pglite.close();

  const tables = Map.groupBy(rows, (row) => row.table_name);
  const body = [...tables].map(([name, columns]) => tableType(name, columns)).join('\n');
  return `// Generated from supabase/migrations by scripts/database-types.ts. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${body}
    };
    Views: Record<never, never>;
    Functions: {
      take_rate_limit: {
        Args: { key: string; max_hits: number; window_seconds: number };
        Returns: boolean;
      };
      count_quote_requests: {
        Args: { patterns: string[] };
        Returns: { status: string; is_spam: boolean; rows: number }[];
      };
      count_contact_submissions: {
        Args: { patterns: string[] };
        Returns: { status: string; is_spam: boolean; rows: number }[];
      };
      find_shed_listings: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['shed_listings']['Row'][];
      };
      find_past_projects: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['past_projects']['Row'][];
      };
      find_reviews: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['reviews']['Row'][];
      };
      find_blog_posts: {
        Args: { patterns: string[] };
        Returns: Database['public']['Tables']['blog_posts']['Row'][];
      };
      picture_texts_of: {
        Args: { paths: string[] };
        Returns: Json;
      };
      personal_data_of: {
        Args: { person: string };
        Returns: Json;
      };
      begin_retention_run: {
        Args: { caller_clock: string };
        Returns: Json;
      };
      claim_due_mails: {
        Args: { max_mails: number; hold_seconds: number };
        Returns: Json;
      };
      claim_mail_of: {
        Args: { enquiries: string[]; hold_seconds: number };
        Returns: Json;
      };
      note_mail_sent: {
        Args: { mail: string };
        Returns: boolean;
      };
      note_mail_not_sent: {
        Args: {
          mail: string;
          held_as: string;
          why: string;
          said: string | null;
          next_pause: number | null;
          gives_up: boolean;
        };
        Returns: boolean;
      };
      count_unsent_mails: {
        Args: Record<never, never>;
        Returns: number;
      };
      unsent_mails_of: {
        Args: { enquiries: string[] };
        Returns: Json;
      };
      send_mail_again: {
        Args: { enquiry: string };
        Returns: boolean;
      };
      audit_people: {
        Args: Record<never, never>;
        Returns: Json;
      };
      prune_audit_entries: {
        Args: { caller_clock: string };
        Returns: number;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

/** A row of the table as it is read. */
export type Row<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Row'];

/** A new row of the table; what the database fills in may be left out. */
export type Insert<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Insert'];

/** A change to a row of the table. */
export type Update<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Update'];
`;
}

function tableType(name: string, columns: Column[]): string {
  const lines = (of: Column[], render: (column: Column) => string) =>
    of.map((column) => `          ${render(column)};`).join('\n');
  const writable = columns.filter(({ generated }) => !generated);
  return `      ${name}: {
        Row: {
${lines(columns, (column) => `${column.column_name}: ${typeOf(column)}`)}
        };
        Insert: {
${lines(writable, (column) => `${column.column_name}${column.nullable || column.has_default ? '?' : ''}: ${typeOf(column)}`)}
        };
        Update: {
${lines(writable, (column) => `${column.column_name}?: ${typeOf(column)}`)}
        };
        Relationships: [];
      };`;
}

function typeOf({ type, nullable }: Column): string {
  return (scalarTypes[type] ?? 'string') + (nullable ? ' | null' : '');
}
