/** The largest number of times within any sixty seconds; times in milliseconds. */
export function maxPerMinute(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((max, start, index) => {
    const within = sorted.slice(index).filter((time) => time < start + 60_000).length;
    return Math.max(max, within);
  }, 0);
}
