import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startSite } from '#tests/e2e/support/site-process.ts';
import { copyFirstStart, createFirstStart } from './first-start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site with demonstration content: its URL, and its data folder for the service key. */
    site: { url: string; directory: string };
  }
}

/** Starts the built site for the tests of the project `http`. */
export default async function setUp(project: TestProject) {
  const removeTemplate = await createFirstStart();
  const directory = copyFirstStart();
  const site = await startSite({ directory, environment: { TRUST_PROXY: 'true' } });
  project.provide('site', { url: site.url, directory });
  return async () => {
    await site.stop();
    rmSync(directory, { recursive: true, force: true });
    removeTemplate?.();
  };
}
