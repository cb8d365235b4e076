import { z } from 'zod';

// Without eval, which the pages' policy forbids and reports.
z.config({ jitless: true });

/** zod as all of the website uses it: only through this module, so that none is checked before it is set up. */
export { z };
