import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openTemplateCopy } from '#tests/support/template-copy.ts';
import type { Database, TextRow } from './database.ts';
import { createPGliteEngine, type PGliteConnection } from './pglite-engine.ts';
import { getVisitor, markRequester, runForCustomer } from './requester.ts';
import { createVisitorTurns } from './visitor-turns.ts';

/** Holds a connection for each name; those that begin with staff prove to be from staff. */
function startWork(engine: 'server' | 'embedded' = 'server') {
  const turns = createVisitorTurns(engine);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (customer: string, name: string, signal?: AbortSignal) =>
    runForCustomer(customer, async () => {
      if (name.startsWith('staff')) markRequester(false);
      const end = await turns.acquire(signal);
      running.push(name);
      ends.set(name, end);
    });
  return { turns, run, running, end: (name: string) => ends.get(name)?.() };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test.each([
  ['server', 4],
  ['embedded', 2],
] as const)(
  'on the %s engine networks hold %i connections, shared pages two, and staff and jobs wait for none of them',
  async (engine, held) => {
    const { turns, run, running } = startWork(engine);
    for (let n = 0; n < 20; n += 1) {
      void run(`192.0.2.${n}`, `network ${n}`);
      void run('', `page ${n}`);
    }
    for (let n = 0; n < 4; n += 1) await run('192.0.2.100', `staff ${n}`);
    await turns.acquire();
    const count = (kind: string) => running.filter((name) => name.startsWith(kind)).length;
    expect(['network', 'page', 'staff'].map(count)).toEqual([held, 2, 4]);
  },
);

test('networks take turns, and one leaves a connection to others', async () => {
  const { run, running, end } = startWork();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run('192.0.2.1', name);
  void run('192.0.2.2', 'b1');
  void run('192.0.2.3', 'c1');
  await settle();
  expect(running).toEqual(['a1', 'a2', 'a3', 'b1']);
  end('a1');
  await settle();
  end('b1');
  await settle();
  expect(running.slice(4).sort()).toEqual(['a4', 'c1']);
});

test('a client that leaves while it waits takes no turn', async () => {
  const { run, running, end } = startWork();
  const leaving = new AbortController();
  for (const name of ['a1', 'a2', 'a3']) void run('192.0.2.1', name);
  const left = run('192.0.2.1', 'a4', leaving.signal);
  void run('192.0.2.1', 'a5');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  end('a1');
  await settle();
  expect(running).toEqual(['a1', 'a2', 'a3', 'a5']);
});

test('a nested request keeps its own requester', () => {
  expect(getVisitor()).toBeUndefined();
  runForCustomer('192.0.2.1', () => {
    runForCustomer('', () => markRequester(false));
    expect(getVisitor()).toBe('192.0.2.1');
  });
});

let database: Database | undefined;
afterEach(() => database?.close());

test('an error of a statement and a rolled-back transaction end their turns', async () => {
  database = await openTemplateCopy();
  const { owner } = database;
  await runForCustomer('192.0.2.1', async () => {
    for (let n = 0; n < 10; n += 1) {
      const failing = owner
        .selectFrom('auth.users')
        .select('no_column' as 'id')
        .execute();
      await expect(failing).rejects.toThrow('no_column');
      const rolledBack = owner.transaction().execute(() => Promise.reject(new Error('stop')));
      await expect(rolledBack).rejects.toThrow('stop');
    }
    expect(await owner.selectFrom('auth.users').select('id').execute()).toEqual([]);
  });
});

test('on the embedded database staff go before visitors who wait', async () => {
  database = await openTemplateCopy();
  const { owner, queryAsCaller } = database;
  const finished: string[] = [];
  const run = async (customer: string, name: string) => {
    await queryAsCaller({ role: 'anon', claims: {} }, sql<TextRow>`select ${customer}::text as c`);
    finished.push(name);
  };
  const visitors = ['192.0.2.1', '192.0.2.2', '', ''].map((customer, index) =>
    runForCustomer(customer, () => run(customer, `visitor ${index}`)),
  );
  const job = owner.selectFrom('auth.users').select('id').execute();
  await Promise.all([...visitors, run('', 'staff'), job.then(() => finished.push('job'))]);
  expect(finished.indexOf('staff')).toBeLessThanOrEqual(2);
  expect(finished.indexOf('job')).toBeLessThanOrEqual(3);
  expect(finished).toHaveLength(6);
});

/** An engine over a host that takes a millisecond for each statement, one after the other. */
function startEngine() {
  const finished: string[] = [];
  let last = Promise.resolve();
  const run = (name: string) => {
    last = last.then(() => sleep(1)).then(() => void finished.push(name));
    return last;
  };
  const connection: PGliteConnection = {
    query: () => Promise.reject(new Error('not used')),
    exec: (name) => run(name).then(() => []),
    batch: ({ statements: [statement] }) => run(statement?.sql ?? '').then(() => []),
  };
  const engine = createPGliteEngine({
    connect: () => connection,
    listen: () => Promise.reject(new Error('not used')),
    close: () => run('closed'),
  });
  const sendBatch = (name: string) =>
    engine.runBatch(
      { role: 'anon', readOnly: true, statements: [{ sql: name, parameters: [] }] },
      { timeoutMs: 0, signal: undefined },
    );
  return { engine, finished, sendBatch };
}

test('staff statements without end let a visitor pass after a few', async () => {
  const { engine, finished, sendBatch } = startEngine();
  let isOver = false;
  const loop = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const loops = [
    ...Array.from({ length: 3 }, () => loop(() => sendBatch('staff'))),
    ...Array.from({ length: 3 }, () => loop(() => engine.session(({ exec }) => exec('staff')))),
  ];
  await sleep(5);
  const before = finished.length;
  const visit = runForCustomer('192.0.2.1', () => sendBatch('visitor'));
  await Promise.race([visit, sleep(2000)]);
  isOver = true;
  await Promise.all([...loops, visit]);
  expect(finished.indexOf('visitor') - before).toBeGreaterThan(0);
  expect(finished.indexOf('visitor') - before).toBeLessThan(15);
});

test('close waits for what visitors have queued', async () => {
  const { engine, finished, sendBatch } = startEngine();
  const writes = Array.from({ length: 9 }, (_, index) =>
    runForCustomer(`192.0.2.${index % 3}`, () => sendBatch('visitor')),
  );
  await engine.close();
  await Promise.all(writes);
  expect(finished).toEqual([...Array(9).fill('visitor'), 'closed']);
});
