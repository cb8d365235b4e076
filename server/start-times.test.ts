import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { logStartTimes, timed } from './start-times.ts';

test('the parts of the start are logged once at debug with their start and duration', async () => {
  const lines: { msg: string; parts: { part: string; from: number; took: number }[] }[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
  // What other tests of this process have started.
  logStartTimes(pino({ level: 'silent' }));
  const failing = timed('that fails', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const [result] = await Promise.all([
    timed('one', () => sleep(30, 'done')),
    timed('two', () => 2),
  ]);
  expect(result).toBe('done');
  logStartTimes(logger);
  logStartTimes(logger);
  expect(lines.map(({ msg, parts }) => [msg, parts.map(({ part }) => part)])).toEqual([
    ['Started', ['that fails', 'one', 'two']],
    ['Started', []],
  ]);
  const [, one, two] = lines[0]?.parts ?? [];
  expect(one?.took).toBeGreaterThan(25);
  // The second began while the first was under way.
  expect(two?.from).toBeLessThan((one?.from ?? 0) + (one?.took ?? 0));
});
