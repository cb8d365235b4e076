import { data } from 'react-router';
import { isRateLimited, isUnavailable } from '#app/lib/errors.ts';
import type { Log } from '#app/site/request-context.ts';

/**
 * Logs a failed read and returns the fallback.
 * @throws 503 if the database is unavailable: an empty page would be wrong
 */
export async function withFallback<Result, Fallback>(
  reading: Promise<Result>,
  fallback: Fallback,
  log: Log,
): Promise<Result | Fallback> {
  try {
    return await reading;
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error, log);
    log.error({ err: error }, 'Page read failed, showing fallback');
    return fallback;
  }
}

/** @throws 503 if the database is unavailable, 429 beyond a limit, and any other error of the read */
export async function withUnavailableError<Result>(
  reading: Promise<Result>,
  log: Log,
): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (isUnavailable(error)) throw unavailable(error, log);
    throw isRateLimited(error) ? data(null, { status: 429 }) : error;
  }
}

function unavailable(error: unknown, log: Log) {
  log.error({ err: error }, 'Page failed: database unavailable');
  return data(null, { status: 503 });
}
