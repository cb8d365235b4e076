import type { Database, StatementOptions } from '#backend/database/database.ts';

/** Rolls back what a request writes, so that tests share one database, as PostgREST's specs do. */
export function rollBackWrites(database: Database): Database {
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
