import { expect, test, vi } from 'vitest';
import { Progress } from './thread-messages.ts';

test('Progress counts how long a request runs without the time that the disk syncs', () => {
  let nowMs = 1000;
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => BigInt(nowMs) * 1_000_000n);
  const worker = new Progress();
  const main = new Progress(worker.memory);
  worker.start(7);
  nowMs += 30;
  expect(main).toMatchObject({ started: 7, finished: 0, elapsedMs: 30 });
  worker.suspend();
  nowMs += 5000;
  expect(main.elapsedMs).toBe(30);
  worker.resume();
  nowMs += 20;
  expect(main.elapsedMs).toBe(50);
  worker.finish(7, 1024);
  expect(main).toMatchObject({ finished: 7, memoryBytes: 1024 });
});
