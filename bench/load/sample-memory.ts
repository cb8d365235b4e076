import { processFigures } from '../machine.ts';

/** Resident memory so many seconds after the first sample. */
type MemorySample = { second: number; residentMB: number };

/** Reads the resident memory of a process at once and then at an interval, until it is stopped. */
export function sampleMemory(pid: number, intervalMs: number): () => MemorySample[] {
  const began = performance.now();
  const samples: MemorySample[] = [];
  const sample = () => {
    const second = Math.round((performance.now() - began) / 1000);
    samples.push({ second, residentMB: processFigures(pid).residentMB });
  };
  sample();
  const timer = setInterval(sample, intervalMs);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

/**
 * How memory at the end compares with memory earlier: the mean of the last window over the mean of
 * the window that begins at `from`, both in seconds of the run.
 */
export function memoryGrowth(
  samples: MemorySample[],
  { seconds, from, window }: { seconds: number; from: number; window: number },
): number {
  const mean = (begin: number, end: number) => {
    const inside = samples.filter(({ second }) => second >= begin && second <= end);
    return inside.reduce((sum, { residentMB }) => sum + residentMB, 0) / inside.length;
  };
  return Number((mean(seconds - window, seconds) / mean(from, from + window)).toFixed(3));
}
