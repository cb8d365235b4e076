import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStaff } from '#backend/auth/staff.ts';
import { startBackend, type TestBackend } from '#tests/support/backend.ts';
import { circumstances, report } from '../../bench/machine.ts';

// Durations of sign-in and recover for e-mail addresses with and without an account, in turn, and of the request that
// follows a recover. ROUNDS=400 npm run test:endurance -- enumeration

const rounds = Number(process.env.ROUNDS ?? 400);
/** A larger distance from one half would reveal accounts within the rate limits. */
const tolerated = 0.1;
const accounts = Array.from({ length: 10 }, (_, n) => `known-${n}@example.com`);

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ TRUST_PROXY: 'true' });
  for (const email of accounts)
    await addStaff(backend.database, { email, password: 'a password of their own' });
});
afterAll(() => backend.stop());

test('response times of sign-in and recovery do not reveal which accounts exist', {
  timeout: 3_600_000,
}, async () => {
  const figures = {
    signIn: await compare((email) =>
      ask('token?grant_type=password', { email, password: 'x'.repeat(12) }, 400),
    ),
    recover: await compare((email) => ask('recover', { email }, 200)),
    afterRecover: await compare(async (email) => {
      await ask('recover', { email }, 200);
      const sent = performance.now();
      await (await fetch(`${backend.url}/healthz`)).arrayBuffer();
      return performance.now() - sent;
    }),
  };
  report('enumeration', { ...circumstances(), rounds, ...figures });
  for (const [what, { shareLonger }] of Object.entries(figures)) {
    expect(Math.abs(shareLonger - 0.5), what).toBeLessThan(tolerated);
  }
});

/** Measures requests for a known and an unknown e-mail address, in random order. */
async function compare(time: (email: string) => Promise<number>) {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    // The limits are tested elsewhere; here they would end the run.
    await sql`delete from private.rate_limits`.execute(backend.database.owner);
    const knownFirst = Math.random() < 0.5;
    for (const isKnown of [knownFirst, !knownFirst]) {
      const email = isKnown
        ? (accounts[(round + 10) % accounts.length] ?? '')
        : `unknown-${round}@example.com`;
      const taken = await time(email);
      if (round >= 0) (isKnown ? known : unknown).push(taken);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
  return {
    known: quantiles(known),
    unknown: quantiles(unknown),
    shareLonger: shareLonger(known, unknown),
  };
}

async function ask(path: string, body: object, status: number): Promise<number> {
  const sent = performance.now();
  const response = await fetch(`${backend.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const taken = performance.now() - sent;
  expect(response.status).toBe(status);
  return taken;
}

/** The share of pairs in which the first is longer: 0.5 if both are distributed alike (Mann-Whitney U). */
function shareLonger(known: number[], unknown: number[]): number {
  let longer = 0;
  for (const one of known)
    for (const other of unknown) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return Number((longer / (known.length * unknown.length)).toFixed(3));
}

/** Milliseconds. */
function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(2));
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) };
}
