import { connectBare, createApiCalls, type Place } from './table-work.ts';

// One client of bench/tables.ts in its own process. Its target is an argument; its parent sends the
// rounds, and it sends the outcome of each.

/** A server that supabase-js calls, or the database of a bare driver. */
export type Target = { url: string; key: string } | Place;

/** Calls of one kind for some seconds, so many at a time. */
export type Round = { call: 'insert' | 'read'; lanes: number; seconds: number };
/** The number of calls, and the CPU time that they took in this process, in milliseconds. */
export type Outcome = { calls: number; cpu: number };

const target = JSON.parse(process.argv[2] ?? '') as Target;
const work = 'url' in target ? createApiCalls(target.url, target.key) : await connectBare(target);
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
