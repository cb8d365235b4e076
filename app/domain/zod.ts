import { z } from 'zod';

// It would try `new Function` to compile its checks: what the pages' policy forbids, and reports.
z.config({ jitless: true });

/** zod as all of the website uses it: only through this module, so that none is checked before it is set up. */
export { z };
