import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/open-database.ts';
import type { DatabaseSetting } from '#server/settings.ts';
import { startPostgresServer } from './postgres-server.ts';

export type Engine = 'embedded' | 'server';

/** A database with all migrations applied, for each test to copy. */
export type Template =
  | { engine: 'embedded'; directory: string }
  | { engine: 'server'; adminUrl: string; database: string }
  | { engine: 'none' };

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

const silent = pino({ level: 'silent' });

/** Creates the migrated database of the project's engine, and removes it at the end. */
export default async function setUp(project: TestProject) {
  const engine: Engine = project.config.env.TEST_ENGINE === 'server' ? 'server' : 'embedded';
  return engine === 'server' ? setUpServer(project) : setUpEmbedded(project);
}

async function setUpEmbedded(project: TestProject) {
  const root = mkdtempSync(join(tmpdir(), 'ridgeline-template-'));
  const directory = join(root, 'database');
  await migrateAndClose({ kind: 'embedded', directory });
  project.provide('template', { engine: 'embedded', directory });
  return () => rmSync(root, { recursive: true, force: true });
}

async function setUpServer(project: TestProject) {
  const server = await startPostgresServer();
  if (!server) {
    process.stderr.write(
      'No PostgreSQL server on this machine: its half of the tests is skipped.\n',
    );
    project.provide('template', { engine: 'none' });
    return;
  }
  const adminUrl = server.getDatabaseUrl('postgres');
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('create database template_ridgeline');
  await client.end();
  await migrateAndClose({ kind: 'server', url: server.getDatabaseUrl('template_ridgeline') });
  project.provide('template', { engine: 'server', adminUrl, database: 'template_ridgeline' });
  return server.stop;
}

async function migrateAndClose(setting: DatabaseSetting) {
  const database = await openDatabase(setting, silent);
  await database.close();
}
