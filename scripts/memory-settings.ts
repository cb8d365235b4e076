/**
 * What keeps the memory of the server small (figures: docs/decisions/017-speed.md): a small young
 * generation, and few arenas of the C library, which each thread that once compiled something retains
 * half filled. The Dockerfile and deploy/systemd set the same.
 */
export const nodeArguments = ['--max-semi-space-size=4'];
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
