import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { TestProject } from 'vitest/node';
import { migrate } from '#backend/database/migrate.ts';
import { readMigrationSets } from '#server/open-database.ts';
import { createPGliteDatabase } from '#tests/support/pglite-database.ts';

export type Engine = 'embedded' | 'server';

/** A database with all migrations applied, for each test to copy. */
export type Template =
  | { engine: 'embedded'; directory: string }
  | { engine: 'server'; adminUrl: string; database: string }
  | { engine: 'none' };

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
    /** An archive of the embedded template for PGlite's `loadDataDir`. */
    memoryTemplate: string;
  }
}

/** Creates and migrates one embedded database that the tests of all projects copy. */
export default async function setUp(project: TestProject) {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-template-'));
  const directory = join(root, 'database');
  const memoryTemplate = join(root, 'database.tar');
  const pglite = await PGlite.create({ fs: new NodeFS(directory) });
  const database = createPGliteDatabase(pglite);
  await migrate(database, await readMigrationSets());
  const archive = await pglite.dumpDataDir('none');
  writeFileSync(memoryTemplate, Buffer.from(await archive.arrayBuffer()));
  await database.close();
  chmodSync(directory, 0o700);
  project.provide('template', { engine: 'embedded', directory });
  project.provide('memoryTemplate', memoryTemplate);
  return () => rmSync(root, { recursive: true, force: true });
}
