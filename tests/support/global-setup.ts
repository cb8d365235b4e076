import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
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
    /** The folder of the embedded template, in all projects. */
    embeddedTemplate: string;
  }
}

/** Creates and migrates one embedded database that the tests of all projects copy. */
export default async function setUp(project: TestProject) {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-template-'));
  const directory = join(root, 'database');
  const pglite = await PGlite.create({ fs: new NodeFS(directory) });
  const database = createPGliteDatabase(pglite);
  await migrate(database, await readMigrationSets());
  await database.close();
  chmodSync(directory, 0o700);
  project.provide('template', { engine: 'embedded', directory });
  project.provide('embeddedTemplate', directory);
  return () => rmSync(root, { recursive: true, force: true });
}
