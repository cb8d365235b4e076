import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPoller } from './poller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(look: () => Promise<void> = async () => {}) {
  const looks = vi.fn(look);
  const seen = { visible: true };
  const poller = createPoller({
    look: looks,
    isVisible: () => seen.visible,
    interval: 20_000,
    pause: 1000,
  });
  return { poller, looks, seen };
}

it('looks at once and then every 20 seconds', async () => {
  const { looks } = start();
  expect(looks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(4);
});

it('does not look while nobody sees it', async () => {
  const { looks, seen, poller } = start();
  seen.visible = false;
  await vi.advanceTimersByTimeAsync(100_000);
  poller.look();
  expect(looks).toHaveBeenCalledTimes(1);
  seen.visible = true;
  poller.look();
  expect(looks).toHaveBeenCalledTimes(2);
});

it('looks when it is asked to, but not twice in a second', async () => {
  const { looks, poller } = start();
  await vi.advanceTimersByTimeAsync(1500);
  poller.look();
  await vi.advanceTimersByTimeAsync(100);
  poller.look();
  expect(looks).toHaveBeenCalledTimes(2);
});

it('looks once at a time, and goes on after a failure', async () => {
  const { looks } = start(
    () => new Promise((_, reject) => setTimeout(() => reject(new TypeError('offline')), 30_000)),
  );
  await vi.advanceTimersByTimeAsync(29_000);
  expect(looks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(looks).toHaveBeenCalledTimes(2);
});

it('ends', async () => {
  const { looks, poller } = start();
  poller.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(1);
});
