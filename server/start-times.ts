import type { Logger } from 'pino';

const prefix = 'start: ';

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

/** Logs each part's start and duration in milliseconds since `processStarted`. */
export function logStartTimes(logger: Logger): void {
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
