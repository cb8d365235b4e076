import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies the data folder of a first start; the caller removes the copy. Image sizes are shared by all
 * copies, because generating them takes longer than most tests.
 */
export function copyFirstStart(): string {
  const template = process.env.SITE_TEMPLATE ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-worker-'));
  cpSync(template, directory, { recursive: true });
  const pictures = join(template, 'pictures');
  mkdirSync(pictures, { recursive: true });
  rmSync(join(directory, 'pictures'), { recursive: true, force: true });
  symlinkSync(pictures, join(directory, 'pictures'));
  return directory;
}
