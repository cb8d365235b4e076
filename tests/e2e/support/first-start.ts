import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A data folder as the first start leaves it. The sizes of pictures that are made for one site lie
 * where the others find them, as making them takes longer than most tests.
 *
 * @returns the folder, which the caller removes
 */
export function copyOfFirstStart(): string {
  const template = process.env.SITE_TEMPLATE ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-worker-'));
  cpSync(template, directory, { recursive: true });
  const pictures = join(template, 'pictures');
  mkdirSync(pictures, { recursive: true });
  rmSync(join(directory, 'pictures'), { recursive: true, force: true });
  symlinkSync(pictures, join(directory, 'pictures'));
  return directory;
}
