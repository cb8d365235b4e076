import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { runAsCaller } from './as-caller.ts';
import type { Database, Session } from './database.ts';
import type { PlatformTables } from './platform-tables.ts';

/**
 * Speaks to an open PGlite in the one way that both engines share.
 *
 * @param release called once the database is closed
 */
export function overPglite(pglite: PGlite, release: () => void = () => {}): Database {
  const owner = new Kysely<PlatformTables>({ dialect: new PGliteDialect({ pglite }) });
  const session: Session = {
    query: async <Row>(sql: string, parameters?: unknown[]) =>
      (await pglite.query<Row>(sql, parameters)).rows,
    exec: async (script) => {
      await pglite.exec(script);
    },
  };
  // There is one connection, so one session at a time may have it.
  let lastSession: Promise<unknown> = Promise.resolve();
  return {
    engine: 'embedded',
    owner,
    asCaller: (caller, work) => runAsCaller(owner, caller, work, 0),
    session: (work) => {
      const turn = lastSession.then(() => work(session));
      lastSession = turn.catch(() => undefined);
      return turn;
    },
    listen: (channel, handler) => pglite.listen(channel, handler),
    close: async () => {
      await owner.destroy();
      if (!pglite.closed) await pglite.close();
      release();
    },
  };
}
