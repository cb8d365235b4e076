import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { recordCalls, wrkScript } from './recorded-calls.ts';
import type { Outcome, Round, Target } from './table-client.ts';
import type { Work } from './table-work.ts';
import { load } from './wrk.ts';

const figureNames = ['insertsInTurn', 'insertsAtOnce', 'readsInTurn', 'readsAtOnce'] as const;

/** Calls per second, by kind and concurrency. */
export type Figures = Record<(typeof figureNames)[number], number>;
export type Measured = Figures & {
  /** CPU time of the client for a call, eight at once; null for wrk. */
  clientMs: Record<keyof Work, number | null>;
};

/** A target of table-client.ts, or a site that wrk sends the requests of supabase-js. */
type AnyTarget = Target | WrkTarget;
type WrkTarget = { wrk: string; key: string };

const figures = {
  insertsInTurn: { call: 'insert', atOnce: false },
  insertsAtOnce: { call: 'insert', atOnce: true },
  readsInTurn: { call: 'read', atOnce: false },
  readsAtOnce: { call: 'read', atOnce: true },
} as const;

/** For each call, until the engines have compiled what runs often. */
const warmUpSeconds = 6;
const roundsEach = 3;

type Client = {
  /** `cpu` is the client's CPU time in milliseconds, null for wrk. */
  execute: (round: Round) => Promise<{ calls: number; seconds: number; cpu: number | null }>;
  end: () => Promise<void>;
};

/**
 * Measures targets side by side: each figure in several rounds, all targets in turn in each. Eight calls
 * at once come from two processes, because a client is as busy as the server; a folder can have only
 * one process, and wrk is one.
 *
 * @param seconds per figure
 */
export async function measure<Name extends string>(
  targets: Record<Name, AnyTarget>,
  seconds: number,
): Promise<Record<Name, Measured>> {
  const named = Object.entries<AnyTarget>(targets) as [Name, AnyTarget][];
  const all = await Promise.all(
    named.map(async ([name, target]) => [name, await startClients(target)] as const),
  );
  const tally = new Map<string, { calls: number; cpu: number | null; seconds: number }>();
  const run = async (name: string, clients: Client[], figure: keyof Figures, length: number) => {
    const { call, atOnce } = figures[figure];
    const asking = atOnce ? clients : clients.slice(0, 1);
    const round = { call, lanes: atOnce ? 8 / asking.length : 1, seconds: length };
    const outcomes = await Promise.all(asking.map((one) => one.execute(round)));
    const sum = tally.get(`${name} ${figure}`) ?? { calls: 0, cpu: 0, seconds: 0 };
    sum.seconds += Math.max(...outcomes.map(({ seconds }) => seconds));
    for (const { calls, cpu } of outcomes) {
      sum.calls += calls;
      sum.cpu = sum.cpu === null || cpu === null ? null : sum.cpu + cpu;
    }
    tally.set(`${name} ${figure}`, sum);
  };
  for (const [name, clients] of all) {
    await run(name, clients, 'insertsAtOnce', warmUpSeconds);
    await run(name, clients, 'readsAtOnce', warmUpSeconds);
  }
  tally.clear();
  for (let round = 0; round < roundsEach; round += 1) {
    for (const figure of figureNames) {
      for (const [name, clients] of all) await run(name, clients, figure, seconds / roundsEach);
    }
  }
  await Promise.all(all.flatMap(([, clients]) => clients.map(({ end }) => end())));
  const getTotal = (name: string, figure: keyof Figures) => {
    const sum = tally.get(`${name} ${figure}`);
    if (!sum) throw new Error(`Nothing was measured of ${name}`);
    return sum;
  };
  const rate = (name: string, figure: keyof Figures) => {
    const { calls, seconds } = getTotal(name, figure);
    return Math.round(calls / seconds);
  };
  const clientMs = (name: string, figure: keyof Figures) => {
    const { calls, cpu } = getTotal(name, figure);
    return cpu === null ? null : Number((cpu / calls).toFixed(2));
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

/** Divides each figure by the other's. */
export function ratio(one: Figures | undefined, other: Figures | undefined): Figures | undefined {
  if (!one || !other) return undefined;
  const parts = figureNames.map((name) => [name, Number((one[name] / other[name]).toFixed(2))]);
  return Object.fromEntries(parts);
}

async function startClients(target: AnyTarget): Promise<Client[]> {
  if ('wrk' in target) return [await wrkClient(target)];
  const count = 'folder' in target ? 1 : 2;
  return Promise.all(Array.from({ length: count }, () => processClient(target)));
}

async function processClient(target: Target): Promise<Client> {
  const child = fork(new URL('table-client.ts', import.meta.url), [JSON.stringify(target)]);
  await once(child, 'message');
  return {
    execute: async (round) => {
      const began = performance.now();
      child.send(round);
      const [outcome] = (await once(child, 'message')) as [Outcome];
      return { ...outcome, seconds: (performance.now() - began) / 1000 };
    },
    end: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** @throws in a round with an error response or a missing row */
async function wrkClient({ wrk: url, key }: WrkTarget): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'ridgeline-bench-'));
  const calls = await recordCalls(key);
  const script = join(folder, 'calls.lua');
  const stored = async (run: string) => {
    const { count } = await createClient(url, key, { auth: { persistSession: false } })
      .from('contact_submissions')
      .select('*', { count: 'exact', head: true })
      .like('email', `anna.${run}.%`)
      .throwOnError();
    return count ?? 0;
  };
  return {
    execute: async ({ call, lanes, seconds }) => {
      const run = randomUUID();
      writeFileSync(script, wrkScript(calls[call], run));
      const asked = await load(url, seconds, {}, { connections: lanes, script });
      if (asked.failed > 0) throw new Error(`${asked.failed} calls failed`);
      if (call === 'insert' && (await stored(run)) < asked.requests) {
        throw new Error(`Not all of ${asked.requests} rows are there`);
      }
      return { calls: asked.requests, seconds: asked.seconds, cpu: null };
    },
    end: async () => rmSync(folder, { recursive: true }),
  };
}
