import type { PGlite } from '@electric-sql/pglite';
import { createClient } from '@supabase/supabase-js';
import { Pool } from 'pg';
import { openFolder } from '#backend/database/open-folder.ts';

/** A PostgreSQL server, or a folder that PGlite opens. */
export type Place = { database: string } | { folder: string };

/** The two calls that are measured; `n` tells one inserted row from another. */
export type Work = { insert: (n: string) => Promise<unknown>; read: () => Promise<unknown> };

/** The rows of an insert, and the statements that a bare client sends for both calls. */
export const message = (n: string) => ({
  name: 'Anna Miller',
  email: `anna.${n}@example.com`,
  subject: 'A shed',
  message: `How long does a shed of kind ${n} take?`,
});
export type Message = ReturnType<typeof message>;
const insert =
  'insert into contact_submissions (name, email, subject, message) values ($1, $2, $3, $4)';
const read =
  'select * from shed_listings where is_active order by is_featured desc, created_at desc, id limit 24';

/** What a bare driver does for the calls. */
export type Bare = {
  insert: (row: Message) => Promise<unknown>;
  read: () => Promise<unknown[]>;
};

/** A pool of pg, or a PGlite on this thread with the site's durable file system. */
export async function bareOf(place: Place): Promise<Bare> {
  const query = 'folder' in place ? await pgliteQuery(place.folder) : pgQuery(place.database);
  return {
    insert: ({ name, email, subject, message }) => query(insert, [name, email, subject, message]),
    read: async () => (await query(read, [])).rows,
  };
}

/** With the file system of the site. */
export function openPglite(folder: string): Promise<PGlite> {
  const fail = (error: unknown) => {
    throw error;
  };
  return openFolder(folder, fail, fail);
}

type Query = (text: string, parameters: unknown[]) => Promise<{ rows: unknown[] }>;

async function pgliteQuery(folder: string): Promise<Query> {
  const pglite = await openPglite(folder);
  return (text, parameters) => pglite.query(text, parameters);
}

function pgQuery(connectionString: string): Query {
  const pool = new Pool({ connectionString, max: 10 });
  return (text, parameters) => pool.query(text, parameters);
}

/** The calls as supabase-js makes them. */
export function overHttp(url: string, key: string): Work {
  const client = createClient(url, key, { auth: { persistSession: false } });
  return {
    insert: async (n) => client.from('contact_submissions').insert(message(n)).throwOnError(),
    read: async () =>
      client
        .from('shed_listings')
        .select('*')
        .eq('is_active', true)
        .order('is_featured', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(24)
        .throwOnError(),
  };
}
