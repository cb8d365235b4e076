import type { PGlite } from '@electric-sql/pglite';
import { createDatabase, type Database } from '#backend/database/database.ts';
import { createBatchRunner } from '#backend/database/database-thread.ts';
import { createPGliteEngine } from '#backend/database/pglite-engine.ts';

/** A Database over a PGlite of this thread, such as one in memory. */
export function createPGliteDatabase(pglite: PGlite): Database {
  const batch = createBatchRunner(pglite);
  const engine = createPGliteEngine({
    connect: () => ({
      query: (sql, parameters, options) => pglite.query(sql, parameters, options),
      exec: (script) => pglite.exec(script),
      batch,
    }),
    listen: (channel, handler) => pglite.listen(channel, handler),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  });
  return createDatabase(engine);
}
