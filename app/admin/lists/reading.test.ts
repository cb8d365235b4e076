import { beforeEach, expect, it, vi } from 'vitest';
import { type Reading, type ReadingOptions, startReading } from './reading.ts';

let state: Reading<string>;
const change = (next: (now: Reading<string>) => Reading<string>) => {
  state = next(state);
};
const logged = vi.fn();
const ready = (value: string, rest: { busy?: boolean; stale?: boolean } = {}) => ({
  is: 'ready',
  value,
  busy: false,
  stale: false,
  ...rest,
});

/** Starts a reading that is answered by hand. */
function start(options: Partial<ReadingOptions> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const end = startReading(() => promise, change, { failure: 'Could not read it', ...options });
  const settled = async (settle: () => void) => {
    settle();
    await promise.catch(() => undefined);
  };
  return {
    end,
    answer: (value: string) => settled(() => resolve(value)),
    fail: () => settled(() => reject(new TypeError('offline'))),
  };
}

beforeEach(() => {
  state = { is: 'loading' };
  logged.mockReset();
  vi.spyOn(console, 'error').mockImplementation(logged);
});

it('is loading until the answer is there', async () => {
  state = { is: 'failed' };
  const { answer } = start();
  expect(state).toEqual({ is: 'loading' });
  await answer('one');
  expect(state).toEqual(ready('one'));
});

it('keeps what was read in sight while it is read again', async () => {
  await start().answer('one');
  const { answer } = start();
  expect(state).toEqual(ready('one', { busy: true }));
  await answer('two');
  expect(state).toEqual(ready('two'));
});

it('takes no answer, and no failure, of a reading that has ended', async () => {
  const first = start();
  const second = start();
  first.end();
  await second.answer('two');
  await first.answer('one');
  expect(state).toEqual(ready('two'));

  const third = start();
  third.end();
  await start().answer('four');
  await third.fail();
  expect(state).toEqual(ready('four'));
});

it('fails where nothing can be read, and says so in the log', async () => {
  await start().fail();
  expect(state).toEqual({ is: 'failed' });
  expect(logged).toHaveBeenCalledWith('Could not read it', expect.any(TypeError));
});

it('fails with what was read before, unless that is to be kept', async () => {
  await start().answer('one');
  await start({ keepsStale: true }).fail();
  expect(state).toEqual(ready('one', { stale: true }));
  await start({ keepsStale: true }).answer('two');
  expect(state).toEqual(ready('two'));
  await start().fail();
  expect(state).toEqual({ is: 'failed' });
});
