import type { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { overEngine } from './over-engine.ts';
import { batchesOver } from './pglite-batch.ts';

/** Speaks to a PGlite of this thread, such as one in memory, in the one way that both engines share. */
export function overPglite(pglite: PGlite): Database {
  const batch = batchesOver(pglite);
  const engine: Engine = {
    connect: () => ({
      query: (sql, parameters, options) => pglite.query(sql, parameters, options),
      exec: (script) => pglite.exec(script),
      batch,
    }),
    listen: (channel, handler) => pglite.listen(channel, handler),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
  return overEngine(engine);
}
