import { expect, test } from 'vitest';
import { createThrottledLog } from './throttled-log.ts';

test('equal errors are logged once a minute, with how many were omitted; others at once', () => {
  const lines: unknown[] = [];
  let now = 1000;
  const record = (details: object, message: string) =>
    lines.push([message, 'omitted' in details ? details.omitted : 0]);
  const log = createThrottledLog({ error: record }, { now: () => now });
  const limited = () => ({ err: new Error('Too many requests') });
  for (let n = 0; n < 5; n += 1) log.error(limited(), 'A part could not be read');
  log.error({ err: new Error('No such column') }, 'A part could not be read');
  log.error(limited(), 'The settings could not be read');
  now += 60_000;
  log.error(limited(), 'A part could not be read');
  expect(lines).toEqual([
    ['A part could not be read', 0],
    ['A part could not be read', 0],
    ['The settings could not be read', 0],
    ['A part could not be read', 4],
  ]);
});
