/**
 * Settings that reduce the server's memory (docs/architecture.md): a small young generation and few
 * arenas of the C library. The Dockerfile and deploy/systemd set the same.
 */
export const nodeArguments = ['--max-semi-space-size=4'];
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
