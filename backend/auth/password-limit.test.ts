import { expect, test } from 'vitest';
import { TooManyRequests } from '#backend/http-error.ts';
import { limitPasswordRequests, runHash } from './passwords.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Hashes that resolve when the test resolves them. */
function createHashes() {
  const running: (() => void)[] = [];
  let started = 0;
  const hash = () =>
    runHash(() => {
      started += 1;
      return new Promise<void>((resolve) => running.push(resolve));
    });
  const outcomes: string[] = [];
  return {
    request: (network: string, isKnown = false) =>
      limitPasswordRequests(network, async () => isKnown, hash).then(
        () => outcomes.push(isKnown ? 'known done' : 'done'),
        (error) => outcomes.push(error instanceof TooManyRequests ? 'refused' : String(error)),
      ),
    hash,
    outcomes,
    running,
    getStarted: () => started,
    finishNext: async () => {
      running.shift()?.();
      await settle();
    },
    finishAll: async () => {
      while (running.length > 0) {
        running.shift()?.();
        await settle();
      }
    },
  };
}

test('two hashes run at once, the others wait', async () => {
  const { hash, running, getStarted, finishNext, finishAll } = createHashes();
  for (let n = 0; n < 5; n += 1) void hash();
  await settle();
  expect(running).toHaveLength(2);
  await finishNext();
  expect([running.length, getStarted()]).toEqual([2, 3]);
  await finishAll();
  expect(getStarted()).toBe(5);
});

test('a network has one request running and three waiting, the fifth is rejected', async () => {
  const { request, running, outcomes, finishAll } = createHashes();
  for (let n = 0; n < 5; n += 1) void request('192.0.2.1');
  await settle();
  expect([running.length, outcomes]).toEqual([1, ['refused']]);
  await finishAll();
  expect(outcomes).toEqual(['refused', 'done', 'done', 'done', 'done']);
});

test('the /64s of one /48 have one request running together, and delay no other network', async () => {
  const { request, running, outcomes, finishNext, finishAll } = createHashes();
  for (let n = 0; n < 300; n += 1) void request(`2001:db8:1:${n.toString(16)}::/64`);
  await settle();
  expect([running.length, outcomes.length]).toEqual([1, 284]);
  expect(new Set(outcomes)).toEqual(new Set(['refused']));
  void request('192.0.2.2').then(() => outcomes.push('other network'));
  await settle();
  expect(running).toHaveLength(2);
  running.pop()?.();
  await settle();
  expect(outcomes.at(-1)).toBe('other network');
  await finishNext();
  await finishAll();
});

test('requests of 202 networks run or wait, a 203rd network is rejected', async () => {
  const { request, outcomes, hash, finishAll } = createHashes();
  for (let n = 0; n < 203; n += 1) void request(`192.0.2.${n}`);
  await settle();
  expect(outcomes).toEqual(['refused']);
  const command = hash();
  await finishAll();
  await command;
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(202);
});

test('a known network waits for at most two requests of unknown networks, however many wait or are rejected', async () => {
  const { request, running, outcomes, finishNext, finishAll } = createHashes();
  for (let n = 0; n < 500; n += 1) void request(`10.0.${n >> 8}.${n & 255}`);
  await settle();
  expect([running.length, outcomes.length]).toEqual([2, 298]);
  void request('198.51.100.1', true);
  await settle();
  for (let n = 0; n < 3; n += 1) await finishNext();
  expect(outcomes.filter((outcome) => outcome.includes('done'))).toEqual([
    'done',
    'done',
    'known done',
  ]);
  await finishAll();
});
