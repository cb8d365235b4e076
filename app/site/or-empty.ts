import type { Log } from '#app/data/log-context.ts';

/**
 * What a page shows where a read fails: nothing in its place, and a line in the log.
 * @param reading a read that may fail
 * @param empty what stands in for it
 */
export async function orEmpty<Result, Empty>(
  reading: Promise<Result>,
  empty: Empty,
  log: Log,
): Promise<Result | Empty> {
  try {
    return await reading;
  } catch (error) {
    log.error({ err: error }, 'A part of a page could not be read');
    return empty;
  }
}
