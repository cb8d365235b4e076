import type { Database } from './database.ts';

/**
 * Runs `work` while no other process on the database runs work of the same name; whoever comes
 * meanwhile waits. The embedded database belongs to one process anyway.
 */
export function alone<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'embedded') return work();
  return database.session(async ({ query }) => {
    // It goes with the session's connection, however that ends.
    await query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return work();
  });
}
