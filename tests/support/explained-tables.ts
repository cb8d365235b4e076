import type { Client } from '#app/data/client.ts';
import { accounts, testTablesOver } from '#tests/support/tables.ts';
import { openCopy } from './backend.ts';
import type { Query } from './plan-queries.ts';
import { explaining, fillTables, type Plan } from './plans.ts';

type Caller = 'anon' | 'staff';

/** Tables with many rows, whose query plans can be read. */
export type ExplainedTables = {
  client: (caller: Caller) => Client;
  /** How the statements of a query were carried out. */
  explain: (caller: Caller, query: Query) => Promise<Plan[]>;
  close: () => Promise<void>;
};

/**
 * @param rows how many rows the tables get, as in fillTables
 * @param held whether the planner is held to indexes wherever one serves; else it plans in earnest,
 *   as on tables that have been looked after
 */
export async function openExplainedTables(
  rows: Parameters<typeof fillTables>[1],
  { held }: { held: boolean },
): Promise<ExplainedTables> {
  const copy = await openCopy();
  await fillTables(copy.database, rows);
  const run = (script: string) => copy.database.session(({ exec }) => exec(script));
  await run(accounts);
  if (!held) await run('vacuum analyze');
  const plans: Plan[] = [];
  const tables = testTablesOver(explaining(copy.database, plans, { held }), run);
  const client = (caller: Caller) => tables.client(caller) as unknown as Client;
  return {
    client,
    explain: async (caller, query) => {
      plans.length = 0;
      await query(client(caller));
      return [...plans];
    },
    close: copy.close,
  };
}
