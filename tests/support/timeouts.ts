/** How long a test waits for a result: generous, because a busy machine can stall for seconds. */
export const timeoutMs = 30_000;

/** How long a test waits for a database or a site to start: after a crash all its files are synced. */
export const startTimeoutMs = 4 * timeoutMs;
