import { type SameSql, sameSqlWork } from './same-sql.ts';
import { bareOf, message, overHttp, type Place, type Work } from './table-work.ts';

// One client of bench/tables.ts, in a process of its own. Its target stands in the command; its parent
// sends the rounds, and it sends back what each has come to.

/**
 * What answers the calls: a server over HTTP, which supabase-js asks; or a bare driver. That sends each
 * call's statement alone, or where the table interface's are given, those.
 */
export type Target = { url: string; key: string } | (Place & { same?: SameSql });

/** Calls of one kind for some seconds, so many at a time. */
export type Round = { call: 'insert' | 'read'; lanes: number; seconds: number };
/** Calls made, and the processor's milliseconds that they took in this process. */
export type Outcome = { calls: number; cpu: number };

const work = await workOn(JSON.parse(process.argv[2] ?? '') as Target);
let inserted = 0;
const calls = {
  insert: () => {
    inserted += 1;
    return work.insert(`${process.pid}.${inserted}`);
  },
  read: work.read,
};

process.on('message', async ({ call, lanes, seconds }: Round) => {
  const before = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let made = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await calls[call]();
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const { user, system } = process.cpuUsage(before);
  process.send?.({ calls: made, cpu: (user + system) / 1000 } satisfies Outcome);
});
process.send?.('ready');

async function workOn(target: Target): Promise<Work> {
  if ('url' in target) return overHttp(target.url, target.key);
  if (target.same) return sameSqlWork(target, target.same);
  const bare = await bareOf(target);
  return { insert: (n) => bare.insert(message(n)), read: bare.read };
}
