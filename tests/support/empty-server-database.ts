import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import * as server from './empty-database.ts';

/** Creates an empty database on the server of this run. @returns its URL */
export const createEmptyDatabase = () => server.createEmptyDatabase(getAdminUrl());

/** The URL of a backend's database. */
export async function getDatabaseUrl(database: Database): Promise<string> {
  const named = sql<{ name: string }>`select current_database() as name`;
  const [row] = (await named.execute(database.owner)).rows;
  const url = new URL(getAdminUrl());
  url.pathname = `/${row?.name}`;
  return url.href;
}

function getAdminUrl(): string {
  const template = inject('template');
  if (template.engine !== 'server') throw new Error('There is no server in this run');
  return template.adminUrl;
}
