import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/**
 * Runs one statement on a PostgreSQL server.
 *
 * @returns its rows
 */
export async function runSql<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Creates an empty database on the server of `adminUrl`, and returns its URL. */
export const createEmptyDatabase = (adminUrl: string) => createDatabase(adminUrl, 'template0');

/** Creates a database as a copy of another one, and returns its URL. */
export async function createDatabase(adminUrl: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
