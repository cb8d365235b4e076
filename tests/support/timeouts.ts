/** How long a test waits for a result. */
export const timeoutMs = 5_000;

/** How long a test waits for a database or a site to start, even on one core beside other tests. */
export const startTimeoutMs = 300_000;
