import type { TestProject } from 'vitest/node';
import { createMigratedDatabase } from './migrated-database.ts';

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

/** Provides one embedded database that the tests of all projects copy. */
export default async function setUp(project: TestProject) {
  const directory = await createMigratedDatabase();
  project.provide('template', { engine: 'embedded', directory });
  project.provide('embeddedTemplate', directory);
}
