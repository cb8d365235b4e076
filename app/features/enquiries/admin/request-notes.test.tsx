import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAutosave, type SaveState } from './request-notes.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(save: (text: string) => Promise<void>) {
  const stored: string[] = [];
  const states: SaveState[] = [];
  const autosave = createAutosave({
    save: async (text) => {
      await save(text);
      stored.push(text);
    },
    onState: (state) => states.push(state),
    debounceMs: 800,
  });
  return { autosave, stored, states };
}

const takes = (milliseconds: number) => () =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

it('saves once the typing pauses', async () => {
  const { autosave, stored, states } = start(takes(50));
  autosave.change('a');
  await vi.advanceTimersByTimeAsync(700);
  autosave.change('ab');
  await vi.advanceTimersByTimeAsync(799);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(51);
  expect(stored).toEqual(['ab']);
  expect(states).toEqual(['unsaved', 'unsaved', 'saving', 'saved']);
});

it('saves at once on flush, and nothing if all is saved', async () => {
  const { autosave, stored } = start(takes(50));
  autosave.change('a');
  const flushed = autosave.flush();
  await vi.advanceTimersByTimeAsync(50);
  await flushed;
  await autosave.flush();
  await vi.advanceTimersByTimeAsync(2000);
  expect(stored).toEqual(['a']);
});

it('saves in order if a save takes longer than the delay of the next one', async () => {
  const { autosave, stored, states } = start(takes(5000));
  autosave.change('a');
  await vi.advanceTimersByTimeAsync(900);
  autosave.change('ab');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stored).toEqual(['a', 'ab']);
  expect(states.at(-1)).toBe('saved');
});

it('retries the text of a failed save with the next attempt', async () => {
  let broken = true;
  const { autosave, stored, states } = start(async () => {
    if (broken) throw new TypeError('Failed to fetch');
  });
  autosave.change('a');
  await autosave.flush();
  expect(states.at(-1)).toBe('failed');
  broken = false;
  await autosave.flush();
  expect(stored).toEqual(['a']);
  expect(states.at(-1)).toBe('saved');
});

it('saves nothing more once it is stopped', async () => {
  const { autosave, stored } = start(takes(50));
  autosave.change('a');
  autosave.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(stored).toEqual([]);
});
