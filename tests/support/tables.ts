import { createClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import type { Caller, Database } from '#backend/database/database.ts';
import { HttpError } from '#backend/http-error.ts';
import { createNetworkLimit } from '#backend/limits.ts';
import { createTables } from '#backend/tables/tables.ts';
import { openTemplateCopy } from '#tests/support/template-copy.ts';

const staffId = '6f1c1f6e-1111-4a77-9a54-000000000001';
const strangerId = '6f1c1f6e-2222-4a77-9a54-000000000002';

/** Callers by key; real keys and tokens are tested with the auth service. */
const callers: Record<string, Caller> = {
  anon: { role: 'anon', claims: {} },
  service: { role: 'service_role', claims: {} },
  staff: { role: 'authenticated', claims: { sub: staffId, session_id: staffId }, isStaff: true },
  stranger: { role: 'authenticated', claims: { sub: strangerId } },
};

/** A migrated database with the table interface over it, for tests. */
export type TestTables = ReturnType<typeof testTablesOver>;

/** The accounts behind the keys `staff` and `stranger`. */
export const accounts = `
  insert into auth.users (id, email) values
    ('${staffId}', 'staff@example.com'), ('${strangerId}', 'stranger@example.com');
  insert into public.staff (user_id) values ('${staffId}');
  insert into auth.sessions (id, user_id) values ('${staffId}', '${staffId}');`;

/** Starts the interface with an account that is staff and one that is not. */
export async function startTables(): Promise<TestTables> {
  const database = await openTemplateCopy();
  const run = (script: string) => database.session(({ exec }) => exec(script));
  await run(accounts);
  return testTablesOver(database, run);
}

/** The interface over a database that is migrated already. */
export function testTablesOver(database: Database, run: (script: string) => Promise<void>) {
  const errors: string[] = [];
  const options = { level: 'error', serializers: { error: pino.stdSerializers.err } };
  const logger = pino(options, { write: (line: string) => errors.push(line) });
  const resolveCaller = async (request: Request) => {
    const caller = callers[request.headers.get('apikey') ?? ''];
    if (!caller) throw new HttpError(401, 'invalid_api_key', 'Invalid API key');
    return { ...caller, headers: Object.fromEntries(request.headers) };
  };
  const networkLimit = createNetworkLimit();
  const app = createTables({ database, resolveCaller, networkLimit, logger });
  /** Sends one request, `path` beginning behind the service's prefix. */
  const request = async (caller: string, path: string, init?: RequestInit) => {
    const own = new Request(`http://localhost${path}`, init);
    own.headers.set('apikey', caller);
    return app.fetch(own);
  };
  return {
    request,
    /** What was logged as an error. */
    errors,
    database,
    /** Runs a script as the owner. */
    run,
    client: (caller: string) =>
      createClient('http://localhost', caller, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: {
          fetch: async (input, init) => {
            const own = new Request(input, init);
            return app.fetch(new Request(own.url.replace('/rest/v1', ''), own));
          },
        },
      }),
    close: () => database.close(),
  };
}
