import { data } from 'react-router';
import { isUnavailable } from '#app/data/errors.ts';
import type { Log } from '#app/site/request-context.ts';

/**
 * What a page shows where a read fails: nothing in its place, and a line in the log.
 * @param reading a read that may fail
 * @param empty what stands in for it
 * @throws 503 where nothing can be read for the time being: an empty page would be a wrong one
 */
export async function withFallback<Result, Empty>(
  reading: Promise<Result>,
  empty: Empty,
  log: Log,
): Promise<Result | Empty> {
  try {
    return await reading;
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error, log);
    log.error({ err: error }, 'A part of a page could not be read');
    return empty;
  }
}

/**
 * Reads what a page is nothing without.
 * @throws 503 where nothing can be read for the time being, and whatever else the reading throws
 */
export async function withUnavailableError<Result>(
  reading: Promise<Result>,
  log: Log,
): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error, log) : error;
  }
}

function unavailable(error: unknown, log: Log) {
  log.error({ err: error }, 'The tables could not be reached for a page');
  return data(null, { status: 503 });
}
