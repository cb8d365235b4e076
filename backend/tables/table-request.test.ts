import { describe, expect, test } from 'vitest';
import { type Caller, DatabaseLost, StatementTimeout } from '#backend/database/database.ts';
import { createTimeoutPenalty, retryDeadlocks } from './table-request.ts';

const staff: Caller = { role: 'authenticated', claims: { sub: 'ann' }, isStaff: true };
const otherStaff: Caller = { ...staff, claims: { sub: 'ben' } };
const visitor = (ip: string): Caller => ({
  role: 'anon',
  claims: {},
  headers: { 'x-ridgeline-network': ip },
});

function startPenalty() {
  let now = 0;
  const penalty = createTimeoutPenalty({ now: () => now });
  return {
    penalty,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    timeOut: (caller: Caller, type = 'complex') =>
      penalty.guard(caller, type, () => Promise.reject(new StatementTimeout())),
    succeed: (caller: Caller, type = 'complex') => penalty.guard(caller, type, async () => 'done'),
  };
}

const rejected = { status: 429 };
const timedOut = { code: '57014' };

describe('guard', () => {
  test('rejects requests of the same type for a minute after two timeouts within one', async () => {
    const { timeOut, succeed, advance } = startPenalty();
    await expect(timeOut(staff)).rejects.toMatchObject(timedOut);
    expect(await succeed(staff)).toBe('done');
    advance(59);
    await expect(timeOut(staff)).rejects.toMatchObject(timedOut);
    await expect(succeed(staff)).rejects.toMatchObject({ ...rejected, retryAfter: 60 });
    expect(await succeed(staff, 'GET sheds')).toBe('done');
    expect(await succeed(otherStaff)).toBe('done');
    advance(59.5);
    await expect(succeed(staff)).rejects.toMatchObject({ ...rejected, retryAfter: 1 });
    advance(0.5);
    expect(await succeed(staff)).toBe('done');
  });

  test('does not reject after two timeouts further apart', async () => {
    const { timeOut, succeed, advance } = startPenalty();
    await expect(timeOut(staff)).rejects.toMatchObject(timedOut);
    advance(60);
    await expect(timeOut(staff)).rejects.toMatchObject(timedOut);
    expect(await succeed(staff)).toBe('done');
  });

  test('counts visitors by their IP', async () => {
    const { timeOut, succeed } = startPenalty();
    for (let n = 0; n < 2; n += 1) {
      await expect(timeOut(visitor('192.0.2.1'))).rejects.toMatchObject(timedOut);
    }
    await expect(succeed(visitor('192.0.2.1'))).rejects.toMatchObject(rejected);
    expect(await succeed(visitor('192.0.2.2'))).toBe('done');
  });

  test('staff remain rejected while many visitors are counted', async () => {
    const { timeOut, succeed } = startPenalty();
    for (let n = 0; n < 2; n += 1) await expect(timeOut(staff)).rejects.toMatchObject(timedOut);
    for (let n = 0; n < 10_001; n += 1) await succeed(visitor(`2001:db8:0:${n.toString(16)}::`));
    await expect(succeed(staff)).rejects.toMatchObject(rejected);
  });

  test('counts a statement that stopped the database, not those that waited behind it', async () => {
    const { penalty, succeed } = startPenalty();
    const lose = (wasRunning: boolean) =>
      penalty.guard(staff, 'complex', () =>
        Promise.reject(new DatabaseLost(undefined, wasRunning)),
      );
    for (const wasRunning of [false, false, true, true]) {
      await expect(lose(wasRunning)).rejects.toBeInstanceOf(DatabaseLost);
    }
    await expect(succeed(staff)).rejects.toMatchObject(rejected);
  });

  test('begins two of twenty complex requests that are sent at once and time out', async () => {
    const { penalty } = startPenalty();
    let begun = 0;
    const requests = Array.from({ length: 20 }, () =>
      penalty.guard(staff, 'complex', async () => {
        begun += 1;
        throw new StatementTimeout();
      }),
    );
    const statuses = await Promise.all(
      requests.map((request) => request.catch(({ status }) => status)),
    );
    expect(begun).toBe(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(18);
  });

  test('counts neither the service role nor a call of the process itself', async () => {
    const { timeOut, succeed } = startPenalty();
    for (const caller of [
      { role: 'service_role', claims: {} },
      { role: 'anon', claims: {} },
    ] as const) {
      for (let n = 0; n < 3; n += 1) await expect(timeOut(caller)).rejects.toMatchObject(timedOut);
      expect(await succeed(caller)).toBe('done');
    }
  });
});

test.each([
  { code: '40P01', failures: 2, runs: 3, outcome: 'done' },
  { code: '40P01', failures: 3, runs: 3, outcome: '40P01' },
  { code: '55P03', failures: 1, runs: 1, outcome: '55P03' },
])(
  'a statement that fails $failures times with $code runs $runs times: $outcome',
  async ({ code, failures, runs, outcome }) => {
    let run = 0;
    const result = retryDeadlocks(async () => {
      run += 1;
      if (run <= failures) throw Object.assign(new Error('told'), { code, severity: 'ERROR' });
      return 'done';
    });
    expect([await result.catch((error) => error.code), run]).toEqual([outcome, runs]);
  },
);
