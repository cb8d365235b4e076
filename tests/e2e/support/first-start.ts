import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What takes longer to generate than most tests: sizes of images, and images of designs. */
const sharedDirectories = ['pictures', 'designs'];

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
