/** How long a test waits for a result. */
export const timeoutMs = 5_000;

/** How long a test waits for a database or a site to start: after a crash all its files are synced. */
export const startTimeoutMs = 120_000;
