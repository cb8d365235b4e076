import { readFile } from 'node:fs/promises';
import { CompiledQuery, type QueryExecutor } from 'kysely';
import type { Client } from '#app/lib/client.ts';
import type { Database, OwnerTransaction } from '#backend/database/database.ts';
import type { Query } from '#tests/fixtures/plan-queries.ts';
import { openCopy } from './backend.ts';
import { accounts, testTablesOver } from './tables.ts';

/** A step of a query plan that reads a table. */
type Step = {
  kind: string;
  table: string;
  index: string | undefined;
  /** Rows that it gave, for all of its rounds. */
  rows: number;
  /** Rows removed by the filter. */
  removed: number;
};

/** The plan of one statement. */
export type Plan = { milliseconds: number; steps: Step[]; sorts: string[] };

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Sort Key'?: string[];
  Plans?: Node[];
};

/**
 * The same database, which explains each statement of a caller before it runs it: as that caller,
 * under the same policies, with the same parameters.
 *
 * @param plans where the plans are added; statements that read no table add one without steps
 * @param held whether the planner may use its last resorts only where no index serves; else it plans
 *   as it does in earnest
 */
function explaining(
  database: Database,
  plans: Plan[],
  { held = true }: { held?: boolean } = {},
): Database {
  const asCaller: Database['asCaller'] = (caller, work) =>
    database.asCaller(caller, (transaction) =>
      work(explainingTransaction(transaction, plans, held)),
    );
  return {
    ...database,
    asCaller,
    queryAsCaller: async (caller, statement) =>
      asCaller(caller, async (transaction) => (await statement.execute(transaction)).rows),
  };
}

function explainingTransaction(
  transaction: OwnerTransaction,
  plans: Plan[],
  held: boolean,
): OwnerTransaction {
  const executor = transaction.getExecutor();
  const explained: QueryExecutor = new Proxy(executor, {
    get: (target, name) => {
      if (name !== 'executeQuery') return memberOf(target, name);
      return async (query: CompiledQuery) => {
        if (/^\s*(with|select)\b/i.test(query.sql) && !query.sql.includes('set_config')) {
          plans.push(await explain(target, query, held));
        }
        return target.executeQuery(query);
      };
    },
  });
  return new Proxy(transaction, {
    get: (target, name) => (name === 'getExecutor' ? () => explained : memberOf(target, name)),
  });
}

/** A property of a proxied object; methods are bound, because they access private fields. */
function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}

/** Plan types that are disabled, so that small tables get the plans of large ones. */
const lastResorts = [
  'enable_seqscan',
  'enable_sort',
  'enable_incremental_sort',
  'enable_bitmapscan',
];

async function explain(
  executor: QueryExecutor,
  query: CompiledQuery,
  held: boolean,
): Promise<Plan> {
  const allow = async (allowed: 'on' | 'off') => {
    for (const step of lastResorts) {
      await executor.executeQuery(CompiledQuery.raw(`set local ${step} = ${allowed}`));
    }
  };
  if (held) await allow('off');
  const { rows } = await executor.executeQuery<{ 'QUERY PLAN': unknown }>({
    ...query,
    sql: `explain (analyze, format json, timing off) ${query.sql}`,
  });
  if (held) await allow('on');
  const found = rows[0]?.['QUERY PLAN'];
  const [plan] = (typeof found === 'string' ? JSON.parse(found) : found) as [
    { Plan: Node; 'Execution Time': number },
  ];
  return {
    milliseconds: plan['Execution Time'],
    steps: listSteps(plan.Plan),
    sorts: listSorts(plan.Plan),
  };
}

function listSteps(node: Node): Step[] {
  const loops = node['Actual Loops'];
  const table = node['Relation Name'];
  const own: Step[] = table
    ? [
        {
          kind: node['Node Type'],
          table,
          index: node['Index Name'],
          rows: node['Actual Rows'] * loops,
          removed: (node['Rows Removed by Filter'] ?? 0) * loops,
        },
      ]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(listSteps)];
}

/** The keys of each sort. */
function listSorts(node: Node): string[] {
  const own = /Sort/.test(node['Node Type']) ? [(node['Sort Key'] ?? []).join()] : [];
  return [...own, ...(node.Plans ?? []).flatMap(listSorts)];
}

export type RowCounts = { quotes: number; sheds: number; posts: number };

/** Fills the growing tables as the owner, and analyzes them. @param postLength of a post, in 33 characters */
export async function fillTables(
  database: Database,
  { quotes, sheds, posts }: RowCounts,
  postLength = 40,
): Promise<void> {
  const counts = { quotes, sheds, posts, post_length: postLength };
  const script = await readFile(new URL('../fixtures/many-rows.sql', import.meta.url), 'utf8');
  const filled = Object.entries(counts).reduce(
    (text, [name, count]) => text.replaceAll(`:${name}`, String(count)),
    script,
  );
  await database.session(async ({ exec }) => {
    await exec(filled);
    await exec('analyze');
  });
}

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
  rows: RowCounts,
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
