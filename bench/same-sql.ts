import { Pool, type PoolClient } from 'pg';
import type { Batch, BatchStatement, TextRow } from '#backend/database/batch.ts';
import { type Message, message, openPglite, type Place, type Work } from './table-work.ts';

/** What the table interface sends its database for each call (sent-batches.ts). */
export type SentBatches = Record<keyof Work, Batch>;

/** The number of the row in that insert; the calls that are measured put theirs in its place. */
export const caught = 'caught';

/** What a bare driver is to send, and how: `pipelined` uses pg's option of that name. */
export type SameSql = SentBatches & { pipelined?: boolean };

type Transact = (call: keyof Work, statements: BatchStatement[]) => Promise<TextRow[]>;

/**
 * The transactions of the table interface by a bare driver's own means, as its guide writes them:
 * - PGlite's `transaction()` with a `query()` for each statement; it has no option to prepare one;
 * - pg: a client of a pool, `begin`, each statement prepared by its `name`, `commit`, each waited for;
 * - pg with its `pipeline` option: the same four sent at once.
 *
 * What makes the call its caller's is not joined with `begin` in one simple query, which would save pg
 * an exchange: a simple query takes no parameters, so that headers and claims, which a stranger
 * writes, would be pasted into the text, and each would be parsed and planned anew.
 *
 * The rows of a read are one JSON text, which is parsed here as the interface's client does.
 */
export async function sameSqlWork(place: Place, same: SameSql): Promise<Work> {
  const transact =
    'folder' in place
      ? await inPglite(place.folder)
      : inPool(place.database, same.pipelined ? allAtOnce : oneByOne, same.pipelined);
  return {
    insert: (n) => transact('insert', withRow(same.insert, message(n))),
    read: async () => {
      const [row] = await transact('read', same.read.statements);
      const body = row?.body ?? '';
      return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    },
  };
}

async function inPglite(folder: string): Promise<Transact> {
  const pglite = await openPglite(folder);
  return (_, statements) =>
    pglite.transaction(async (transaction) => {
      let rows: TextRow[] = [];
      for (const { sql, parameters } of statements) {
        ({ rows } = await transaction.query<TextRow>(sql, parameters));
      }
      return rows;
    });
}

type Sending = (client: PoolClient, queries: Query[]) => Promise<{ rows: TextRow[] }[]>;
type Query = { text: string; name?: string; values?: (string | null)[] };

function inPool(connectionString: string, send: Sending, pipeline = false): Transact {
  const pool = new Pool({ connectionString, max: 10, pipeline });
  return async (call, statements) => {
    const client = await pool.connect();
    try {
      const named = statements.map(({ sql, parameters }, place) => ({
        name: `${call} ${place}`,
        text: sql,
        values: parameters,
      }));
      const results = await send(client, [{ text: 'begin' }, ...named, { text: 'commit' }]);
      return results.at(-2)?.rows ?? [];
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

async function oneByOne(client: PoolClient, queries: Query[]) {
  const results = [];
  for (const query of queries) results.push(await client.query<TextRow>(query));
  return results;
}

async function allAtOnce(client: PoolClient, queries: Query[]) {
  const sent = queries.map((query) => client.query<TextRow>(query));
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** The statements of the insert with another row. @throws Error where the caught one is not in them */
function withRow({ statements }: Batch, row: Message): BatchStatement[] {
  const text = JSON.stringify(message(caught));
  if (!statements.some(({ parameters }) => parameters.includes(text))) {
    throw new Error('The row that was inserted is no parameter');
  }
  const own = (parameter: string | null) => (parameter === text ? JSON.stringify(row) : parameter);
  return statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(own) }));
}
