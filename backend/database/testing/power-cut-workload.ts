import { sql } from 'kysely';
import pino from 'pino';
import type { Database } from '#backend/database/database.ts';
import { createEmbeddedDatabase } from '#backend/database/embedded-database.ts';
import { createText, type Random, randomFrom } from './power-cut-rows.ts';
import { record } from './recording-disk.ts';

// A process that changes rows of the embedded database on a recorded disk, one after the other, and
// records each acknowledged change. Arguments: the folder, the number of changes
// and the random seed.

const [, , directory = '', changes = '100', seed = '1'] = process.argv;
const database = await createEmbeddedDatabase({ directory, logger: pino({ level: 'silent' }) });
await work(database, Number(changes), randomFrom(Number(seed)));
await database.close();

async function work({ queryAsCaller, owner, session }: Database, count: number, random: Random) {
  const versions = new Map<number, number>();
  const run = (script: string) => session(({ exec }) => exec(script));
  /** Writes each row's version, or deletes it where the version is null, in one transaction. */
  const change = async (rows: [id: number, version: number | null][]) => {
    await owner.transaction().execute(async (transaction) => {
      for (const [id, version] of rows) {
        if (version === null) await sql`delete from stored where id = ${id}`.execute(transaction);
        else {
          await sql`insert into stored values (${id}, ${version}, ${createText(id, version)})
            on conflict (id) do update set version = excluded.version, value = excluded.value`.execute(
            transaction,
          );
        }
      }
    });
    record({ do: 'acknowledge', what: JSON.stringify(rows) });
    for (const [id, version] of rows) {
      if (version === null) versions.delete(id);
      else versions.set(id, version);
    }
  };
  /** The watchdog terminates the thread, and the next one recovers the folder. */
  const stopThread = async () => {
    const caller = { role: 'service_role' as const, claims: {} };
    const slow = sql<{
      found: string;
    }>`select (repeat('abc ', 4000) ~ '(?=.*(?=.*zzzz))')::text as found`;
    const error = await queryAsCaller(caller, slow, { timeoutMs: 50 }).catch((reason) => reason);
    if (error.code !== '57014') throw new Error(`The thread was not terminated: ${error}`);
  };
  const one = () => [...versions.keys()][Math.floor(random() * versions.size)] ?? 0;

  await run('create table stored (id int primary key, version int not null, value text not null)');
  record({ do: 'acknowledge', what: '[]' });
  for (let n = 1; n <= count; n += 1) {
    const kind = random();
    const id = one();
    if (kind < 0.4 || versions.size < 5) await change([[n * 100, 1]]);
    else if (kind < 0.55) await change(Array.from({ length: 20 }, (_, i) => [n * 100 + i, 1]));
    else if (kind < 0.85) await change([[id, (versions.get(id) ?? 0) + 1]]);
    else await change([[id, null]]);
    if (n % 23 === 0) await run('checkpoint');
    if (n % 31 === 0) await run('vacuum (analyze) stored');
    if (n % 41 === 0) await run('select pg_switch_wal()');
    if (n % 37 === 0)
      await run(`create index on stored (version, id); create table extra_${n} (n int)`);
    if (n % 53 === 0) await run('reindex table stored');
    if (n % 29 === 0) await stopThread();
  }
}
