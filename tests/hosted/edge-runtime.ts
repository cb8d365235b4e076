// Loaded into Deno before a function: the global of the hosted platform's runtime that Deno lacks.

Object.assign(globalThis, { EdgeRuntime: { waitUntil: () => {} } });
