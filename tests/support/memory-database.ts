import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { overPglite } from '#backend/database/pglite.ts';

/** A migrated database in memory, for tests of one service. */
export async function openMemoryDatabase(): Promise<Database> {
  const loadDataDir = new Blob([new Uint8Array(await readFile(inject('memoryTemplate')))]);
  return overPglite(await PGlite.create({ loadDataDir }));
}
