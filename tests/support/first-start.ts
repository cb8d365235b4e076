import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '#tests/e2e/support/site-process.ts';
import { createDataFolder } from './migrated-database.ts';

/** What takes longer to generate than most tests: sizes of images, and images of designs. */
const sharedDirectories = ['pictures', 'designs'];

/**
 * Starts the built site once on an empty database, so that tests copy its data folder instead of seeding
 * one each. `npm test` does it once for all; a runner that is started alone does it itself.
 *
 * @returns the removal of the folder, undefined if another process owns it
 */
export async function createFirstStart(): Promise<(() => void) | undefined> {
  if (process.env.SITE_TEMPLATE) return undefined;
  const directory = await createDataFolder();
  const site = await startSite({ directory, environment: {} });
  await site.stop();
  process.env.SITE_TEMPLATE = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/** Copies the data folder of a first start; the caller removes the copy. Generated images are shared. */
export function copyFirstStart(): string {
  const template = process.env.SITE_TEMPLATE ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-worker-'));
  cpSync(template, directory, { recursive: true });
  for (const name of sharedDirectories) {
    const shared = join(template, name);
    mkdirSync(shared, { recursive: true });
    rmSync(join(directory, name), { recursive: true, force: true });
    symlinkSync(shared, join(directory, name));
  }
  return directory;
}
