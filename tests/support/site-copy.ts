import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyTemplate, staffAccount } from './backend.ts';

/** A data folder and a migrated database of the project's engine, for processes to start on. */
export async function createSiteCopy(): Promise<{
  directory: string;
  environment: Record<string, string>;
  remove: () => void;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-site-'));
  const database = await copyTemplate(inject('template'), directory);
  return {
    directory,
    environment: {
      DATA_DIR: directory,
      ADMIN_EMAIL: staffAccount.email,
      ADMIN_PASSWORD: staffAccount.password,
      ...database,
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
