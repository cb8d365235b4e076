import { afterAll, beforeAll } from 'vitest';
import type { Database, StatementOptions } from '#backend/database/database.ts';
import { type OpenCopy, openCopy } from './backend.ts';
import { type TestTables, testTablesOver } from './tables.ts';

/** The table interface over a database with the tables of a script, for tests whose writes are rolled back. */
export function useScriptTables(script: string): TestTables {
  const tables = {} as TestTables;
  let copy: OpenCopy;
  beforeAll(async () => {
    copy = await openCopy();
    const run = (statements: string) => copy.database.session(({ exec }) => exec(statements));
    await run(script);
    Object.assign(tables, testTablesOver(rollBackWrites(copy.database), run));
  });
  afterAll(() => copy?.close());
  return tables;
}

/** Rolls back what a request writes, so that tests share one database, as PostgREST's specs do. */
function rollBackWrites(database: Database): Database {
  const asCaller: Database['asCaller'] = async (caller, work) => {
    const rollback = new Error('Rolled back');
    let result: { value: Awaited<ReturnType<typeof work>> } | undefined;
    try {
      await database.asCaller(caller, async (transaction) => {
        result = { value: await work(transaction) };
        throw rollback;
      });
    } catch (error) {
      if (error !== rollback) throw error;
    }
    if (!result) throw new Error('The work had no result');
    return result.value;
  };
  return {
    ...database,
    asCaller,
    queryAsCaller: (caller, statement, options: StatementOptions = {}) =>
      options.readOnly
        ? database.queryAsCaller(caller, statement, options)
        : asCaller(caller, async (transaction) => (await statement.execute(transaction)).rows),
  };
}
