import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/open-database.ts';
import { runSql } from './empty-database.ts';
import { startPostgresServer } from './postgres-server.ts';

/** Starts a PostgreSQL server with a migrated database for the tests of a project to copy. */
export default async function setUp(project: TestProject) {
  const server = await startPostgresServer();
  if (!server) {
    process.stderr.write('No PostgreSQL server on this machine: its tests are skipped.\n');
    project.provide('template', { engine: 'none' });
    return;
  }
  const adminUrl = server.getDatabaseUrl('postgres');
  await runSql(adminUrl, 'create database template_ridgeline');
  const setting = { type: 'server', url: server.getDatabaseUrl('template_ridgeline') } as const;
  const database = await openDatabase(setting, pino({ level: 'silent' }));
  await database.close();
  project.provide('template', { engine: 'server', adminUrl, database: 'template_ridgeline' });
  return server.stop;
}
