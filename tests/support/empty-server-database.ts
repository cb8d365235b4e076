import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';

/** Creates an empty database on the server of this run. @returns its URL */
export async function createEmptyDatabase(): Promise<string> {
  const template = inject('template');
  if (template.engine !== 'server') throw new Error('There is no server in this run');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: template.adminUrl });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  return toDatabaseUrl(name);
}

/** The URL of a backend's database. */
export async function getDatabaseUrl(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.owner,
  );
  return toDatabaseUrl(rows[0]?.name ?? '');
}

function toDatabaseUrl(name: string): string {
  const template = inject('template');
  if (template.engine !== 'server') throw new Error('There is no server in this run');
  const url = new URL(template.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
