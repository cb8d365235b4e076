import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Round, Target } from './table-client.ts';

const figureNames = ['insertsInTurn', 'insertsAtOnce', 'readsInTurn', 'readsAtOnce'] as const;

/** Calls per second, by kind and by how many are under way. */
export type Figures = Record<(typeof figureNames)[number], number>;
/** What was measured of one target. */
export type Measured = Figures & {
  /** Milliseconds of processor that the client itself takes for a call, eight at once. */
  clientMs: { insert: number; read: number };
};

const figures = {
  insertsInTurn: { call: 'insert', atOnce: false },
  insertsAtOnce: { call: 'insert', atOnce: true },
  readsInTurn: { call: 'read', atOnce: false },
  readsAtOnce: { call: 'read', atOnce: true },
} as const;

/** Seconds, for both calls: the engines compile what they run often, and nobody is measured before that. */
const warmUp = 6;
const roundsEach = 3;

type Clients = { target: Target; processes: ChildProcess[] };

/**
 * Measures targets side by side: each figure in several rounds, all targets in turn in each. Eight at a
 * time come from two processes, because a client's own loop is as busy as the server; but a folder has
 * one process.
 *
 * @param seconds for each figure
 */
export async function measure<Name extends string>(
  targets: Record<Name, Target>,
  seconds: number,
): Promise<Record<Name, Measured>> {
  const named = Object.entries<Target>(targets) as [Name, Target][];
  const all = await Promise.all(
    named.map(async ([name, target]) => [name, await startClients(target)] as const),
  );
  const tally = new Map<string, { calls: number; cpu: number; seconds: number }>();
  const run = async (name: string, clients: Clients, figure: keyof Figures, length: number) => {
    const { call, atOnce } = figures[figure];
    const processes = atOnce ? clients.processes : clients.processes.slice(0, 1);
    const round = { call, lanes: atOnce ? 8 / processes.length : 1, seconds: length };
    const began = performance.now();
    const outcomes = await Promise.all(processes.map((one) => carryOut(one, round)));
    const sum = tally.get(`${name} ${figure}`) ?? { calls: 0, cpu: 0, seconds: 0 };
    sum.seconds += (performance.now() - began) / 1000;
    for (const { calls, cpu } of outcomes) {
      sum.calls += calls;
      sum.cpu += cpu;
    }
    tally.set(`${name} ${figure}`, sum);
  };
  for (const [name, clients] of all) {
    await run(name, clients, 'insertsAtOnce', warmUp);
    await run(name, clients, 'readsAtOnce', warmUp);
  }
  tally.clear();
  for (let round = 0; round < roundsEach; round += 1) {
    for (const figure of figureNames) {
      for (const [name, clients] of all) await run(name, clients, figure, seconds / roundsEach);
    }
  }
  await Promise.all(all.flatMap(([, { processes }]) => processes.map(end)));
  const sumOf = (name: string, figure: keyof Figures) => {
    const sum = tally.get(`${name} ${figure}`);
    if (!sum) throw new Error(`Nothing was measured of ${name}`);
    return sum;
  };
  const rate = (name: string, figure: keyof Figures) => {
    const { calls, seconds } = sumOf(name, figure);
    return Math.round(calls / seconds);
  };
  const clientMs = (name: string, figure: keyof Figures) => {
    const { calls, cpu } = sumOf(name, figure);
    return Number((cpu / calls).toFixed(2));
  };
  const measured = all.map(([name]) => [
    name,
    {
      ...Object.fromEntries(figureNames.map((figure) => [figure, rate(name, figure)])),
      clientMs: { insert: clientMs(name, 'insertsAtOnce'), read: clientMs(name, 'readsAtOnce') },
    },
  ]);
  return Object.fromEntries(measured);
}

/** Each figure of one as a part of the other's. */
export function ratio(one: Figures | undefined, other: Figures | undefined): Figures | undefined {
  if (!one || !other) return undefined;
  const parts = figureNames.map((name) => [name, Number((one[name] / other[name]).toFixed(2))]);
  return Object.fromEntries(parts);
}

async function startClients(target: Target): Promise<Clients> {
  const count = 'folder' in target ? 1 : 2;
  const processes = Array.from({ length: count }, () =>
    fork(new URL('table-client.ts', import.meta.url), [JSON.stringify(target)]),
  );
  await Promise.all(processes.map((one) => once(one, 'message')));
  return { target, processes };
}

async function carryOut(client: ChildProcess, round: Round): Promise<Outcome> {
  client.send(round);
  const [outcome] = (await once(client, 'message')) as [Outcome];
  return outcome;
}

async function end(client: ChildProcess) {
  const exited = once(client, 'exit');
  client.kill();
  await exited;
}
