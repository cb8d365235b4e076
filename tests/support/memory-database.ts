import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { createPGliteDatabase } from '#tests/support/pglite-database.ts';

/** A migrated database in memory, for tests of one service. */
export async function openMemoryDatabase(): Promise<Database> {
  const loadDataDir = new Blob([new Uint8Array(await readFile(inject('memoryTemplate')))]);
  return createPGliteDatabase(await PGlite.create({ loadDataDir }));
}
