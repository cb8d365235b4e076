import * as z from 'zod/mini';

// Without eval, which the pages' policy forbids and reports.
z.config({ jitless: true });

/** zod for the public forms: smaller than zod.ts, with functions instead of methods. */
export { z };
