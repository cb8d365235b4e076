import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { compilePGlite } from '#backend/database/durable-pglite.ts';
import { createPGliteDatabase } from '#tests/support/pglite-database.ts';

/** Shared by all databases of a process, so that functions are compiled once. */
let wasmModule: Promise<WebAssembly.Module> | undefined;

/** A migrated database on this thread that syncs nothing, for tests of one service. */
export async function openTemplateCopy(): Promise<Database> {
  wasmModule ??= compilePGlite();
  const directory = mkdtempSync(join(tmpdir(), 'ridgeline-copy-'));
  cpSync(inject('embeddedTemplate'), directory, { recursive: true });
  const pglite = await PGlite.create({
    fs: new NodeFS(directory),
    pgliteWasmModule: await wasmModule,
  });
  const database = createPGliteDatabase(pglite);
  return {
    ...database,
    close: async () => {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
