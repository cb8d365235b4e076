/**
 * How long a test waits for what has to come, in milliseconds. Not how long it may take, which
 * bench/ measures: a busy machine can stand still for seconds.
 */
export const timeoutMs = 30_000;

/** How long it waits for a database or a site to start: after a crash, or the first time, all its files are synced. */
export const startTimeoutMs = 4 * timeoutMs;
