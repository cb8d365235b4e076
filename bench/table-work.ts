import { createClient } from '@supabase/supabase-js';
import { Pool } from 'pg';
import { openFolder } from '#backend/database/durable-pglite.ts';

/** A PostgreSQL server, or a folder that PGlite opens. */
export type Place = { database: string } | { folder: string };

/** The two measured calls; `n` distinguishes the inserted rows. */
export type Work = { insert: (n: string) => Promise<unknown>; read: () => Promise<unknown> };

const message = (n: string) => ({
  name: 'Anna Miller',
  email: `anna.${n}@example.com`,
  subject: 'A shed',
  message: `How long does a shed of kind ${n} take?`,
});
const insertStatement =
  'insert into contact_submissions (name, email, subject, message) values ($1, $2, $3, $4)';
const readStatement =
  'select * from shed_listings where is_active order by is_featured desc, created_at desc, id limit 24';

type Query = (statement: string, parameters: unknown[]) => Promise<{ rows: unknown[] }>;

/** The inner statements of the calls by a pool of pg, or by a PGlite on this thread with the site's file system. */
export async function connectBare(place: Place): Promise<Work> {
  const query = 'folder' in place ? await openPglite(place.folder) : openPool(place.database);
  return {
    insert: (n) => query(insertStatement, Object.values(message(n))),
    read: async () => (await query(readStatement, [])).rows,
  };
}

async function openPglite(folder: string): Promise<Query> {
  const fail = (error: unknown) => {
    throw error;
  };
  const pglite = await openFolder(folder, fail, fail);
  return (statement, parameters) => pglite.query(statement, parameters);
}

function openPool(connectionString: string): Query {
  const pool = new Pool({ connectionString, max: 10 });
  return (statement, parameters) => pool.query(statement, parameters);
}

/** The calls by supabase-js. */
export function createApiCalls(url: string, key: string): Work {
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
