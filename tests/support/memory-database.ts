import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { compilePGlite } from '#backend/database/open-folder.ts';
import { createPGliteDatabase } from '#tests/support/pglite-database.ts';

/** Shared by all databases of a process, so that functions are compiled once. */
let wasmModule: Promise<WebAssembly.Module> | undefined;

/** A migrated database in memory, for tests of one service. */
export async function openMemoryDatabase(): Promise<Database> {
  wasmModule ??= compilePGlite();
  const loadDataDir = new Blob([new Uint8Array(await readFile(inject('memoryTemplate')))]);
  const pgliteWasmModule = await wasmModule;
  return createPGliteDatabase(await PGlite.create({ loadDataDir, pgliteWasmModule }));
}
