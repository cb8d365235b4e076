import type { Logger } from 'pino';

/** What the names of the start's measures begin with, among others that libraries may take. */
const prefix = 'start: ';

/**
 * Does a part of the start and notes how long it took. Parts may run side by side.
 *
 * @param name what the figure is told under
 */
export async function timed<Result>(
  name: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    performance.measure(prefix + name, { start });
  }
}

/**
 * Tells, once and at the level debug, when each part of the start began and how long it took, in
 * milliseconds. Zero is `processStarted`, milliseconds since 1970: when the system had started this
 * process, or replaced an earlier one by it.
 */
export function tellStartTimes(logger: Logger): void {
  const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  const measures = performance
    .getEntriesByType('measure')
    .filter(({ name }) => name.startsWith(prefix));
  const parts = measures.map(({ name, startTime, duration }) => ({
    part: name.slice(prefix.length),
    from: round(startTime),
    took: round(duration),
  }));
  for (const { name } of measures) performance.clearMeasures(name);
  logger.debug(
    { processStarted: round(performance.timeOrigin), ready: round(performance.now()), parts },
    'Started',
  );
}
