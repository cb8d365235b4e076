import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { LeanPGlite } from '#backend/database/lean-pglite.ts';
import { compilePGlite } from '#backend/database/open-folder.ts';
import { overPglite } from '#backend/database/pglite.ts';

/** Shared by all databases of a process, so that functions are compiled once. */
let wasmModule: Promise<WebAssembly.Module> | undefined;

/** A migrated database in memory, for tests of one service. */
export async function openMemoryDatabase(): Promise<Database> {
  wasmModule ??= compilePGlite();
  const pglite = new LeanPGlite({
    loadDataDir: new Blob([new Uint8Array(await readFile(inject('memoryTemplate')))]),
    pgliteWasmModule: await wasmModule,
  });
  await pglite.waitReady;
  return overPglite(pglite);
}
