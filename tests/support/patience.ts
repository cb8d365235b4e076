/**
 * How long a test waits for what has to come, in milliseconds. Not how long it may take, which
 * bench/ measures: a busy machine can stand still for seconds.
 */
export const patience = 30_000;
